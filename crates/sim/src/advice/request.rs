//! An access, as its first request shows it.

use crate::{AccessKind, AccessSample, MemorySpace};

/// The share of its buffer that an access must request to read all of it: a bounds check may leave out the edge.
const WHOLE: f64 = 0.9;

/// The first request of an access.
#[derive(Clone, Copy)]
pub(super) struct Request<'a>(pub &'a AccessSample);

impl Request<'_> {
    /// "load", "store" or "atomic".
    pub fn noun(&self) -> &'static str {
        match self.0.does {
            AccessKind::Reads => "load",
            AccessKind::Writes => "store",
            AccessKind::Updates => "atomic",
        }
    }

    /// What neighbouring lanes do: "read", "write" or "update".
    pub fn verb(&self) -> &'static str {
        match self.0.does {
            AccessKind::Reads => "read",
            AccessKind::Writes => "write",
            AccessKind::Updates => "update",
        }
    }

    /// Sectors that it touches, and the fewest that could hold its bytes; `None` in workgroup memory.
    pub fn sectors(&self) -> Option<(u64, u64)> {
        match self.0.goes {
            MemorySpace::Storage { sectors, ideal, .. } => Some((sectors, ideal)),
            MemorySpace::Workgroup { .. } => None,
        }
    }

    /// Wavefronts that it takes, and the fewest that it could; `None` in storage memory.
    pub fn wavefronts(&self) -> Option<(u64, u64)> {
        match self.0.goes {
            MemorySpace::Workgroup { wavefronts, ideal, .. } => Some((wavefronts, ideal)),
            MemorySpace::Storage { .. } => None,
        }
    }

    /// How often each byte of its buffer is asked for, on average, in the whole launch.
    pub fn passes(&self) -> f64 {
        self.0.all.bytes as f64 / self.0.buffer_bytes.max(1) as f64
    }

    /// Whether the launch goes over all of its buffer so many times.
    pub fn goes_over(&self, times: f64) -> bool {
        self.passes() >= WHOLE * times
    }

    /// Bytes from a lane's address to its neighbour's, where one distance explains all of them: rows of a two-dimensional
    /// workgroup may break it at equal intervals. `None` where none does, or a lane is alone.
    pub fn step(&self) -> Option<i64> {
        let neighbours = self.0.lanes.windows(2).filter(|pair| pair[1].0 == pair[0].0 + 1);
        let steps: Vec<(u32, i64)> =
            neighbours.map(|pair| (pair[1].0, i64::from(pair[1].1) - i64::from(pair[0].1))).collect();
        let (_, step) = *steps.first()?;
        let breaks: Vec<u32> = steps.iter().filter(|(_, other)| *other != step).map(|(lane, _)| *lane).collect();
        let row = *breaks.first().unwrap_or(&u32::MAX);
        let regular = breaks.iter().all(|lane| lane % row == 0);
        // A row of two has as many breaks as steps.
        (regular && breaks.len() * 2 + 1 < steps.len()).then_some(step)
    }

    /// Whether lanes lie side by side, all of them.
    pub fn is_one_run(&self) -> bool {
        let (lanes, bytes) = (&self.0.lanes, self.0.bytes);
        lanes.len() > 1 && lanes.windows(2).all(|pair| pair[1] == (pair[0].0 + 1, pair[0].1.wrapping_add(bytes)))
    }

    /// Where lanes lie one after the other as they are numbered, and only so many of each so many are at work: both numbers.
    pub fn some_of_each(&self) -> Option<(u32, u32)> {
        let (lanes, bytes) = (&self.0.lanes, i64::from(self.0.bytes));
        let (first, from) = *lanes.first()?;
        if lanes.len() == 1 {
            return self.one_of_each();
        }
        let group = 1 + lanes.windows(2).position(|pair| pair[1].0 != pair[0].0 + 1)? as u32;
        let each = lanes.get(group as usize)?.0 - first;
        let fits = |(at, (lane, address)): (u32, &(u32, u32))| {
            let as_numbered = i64::from(*address) - i64::from(from) == i64::from(lane - first) * bytes;
            as_numbered && *lane == first + at / group * each + at % group
        };
        (0..).zip(lanes).all(fits).then_some((group, each))
    }

    /// The same of one lane of each subgroup.
    fn one_of_each(&self) -> Option<(u32, u32)> {
        let (first, from) = *self.0.lanes.first()?;
        let (next, lane, address) = self.0.beside?;
        let apart = i64::from(address) - i64::from(from);
        let as_numbered = apart == i64::from(self.0.width) * i64::from(self.0.bytes);
        (as_numbered && next == self.0.subgroup + 1 && lane == first).then_some((1, self.0.width))
    }

    /// Whether of a whole workgroup only the first lanes are at work, not enough to fill a subgroup.
    pub fn only_first_lanes(&self) -> bool {
        let first = self.0.lanes.iter().enumerate().all(|(at, (lane, _))| at == *lane as usize);
        self.0.subgroup == 0 && first && self.0.lanes.len() < self.0.width as usize && self.0.beside.is_none()
    }

    /// Where only each second, third, ... lane is at work, at one distance from the last: of how many lanes one is, and the bytes
    /// between them.
    pub fn step_of_some(&self) -> Option<(u32, i64)> {
        let apart = |pair: &[(u32, u32)]| (pair[1].0 - pair[0].0, i64::from(pair[1].1) - i64::from(pair[0].1));
        let mut pairs = self.0.lanes.windows(2).map(apart);
        let (lanes, step) = pairs.next()?;
        (lanes > 1 && pairs.all(|pair| pair == (lanes, step))).then_some((lanes, step))
    }

    /// The bytes from a lane's address to that of the next lane by number, where some lanes are masked off and one distance
    /// explains all others.
    pub fn step_of_masked(&self) -> Option<i64> {
        let (first, from) = *self.0.lanes.first()?;
        let away = |(lane, address): &(u32, u32)| (i64::from(lane - first), i64::from(*address) - i64::from(from));
        let (lanes, bytes) = away(self.0.lanes.get(1)?);
        let step = bytes.checked_div(lanes).filter(|step| *step != 0)?;
        // Any two lanes lie at some distance.
        let masked = self.0.lanes.len() > 2 && self.0.lanes.len() < self.0.width as usize;
        (masked && self.0.lanes.iter().map(away).all(|(lanes, bytes)| bytes == lanes * step)).then_some(step)
    }

    /// Where lanes lie side by side in rows that lie apart: the lanes of a row, and the bytes from row to row. `None` where
    /// they are one row, or rows at no one distance.
    pub fn rows(&self) -> Option<(u32, i64)> {
        self.rows_by(i64::from(self.0.bytes))
    }

    /// The same of rows whose lanes lie so many bytes apart: where they share an element, none.
    pub fn rows_by(&self, bytes: i64) -> Option<(u32, i64)> {
        let lanes = &self.0.lanes;
        let step = |pair: &[(u32, u32)]| i64::from(pair[1].1) - i64::from(pair[0].1);
        if lanes.first()?.0 != 0 || lanes.windows(2).any(|pair| pair[1].0 != pair[0].0 + 1) {
            return self.rows_with_gaps(bytes);
        }
        let row = lanes.windows(2).position(|pair| step(pair) != bytes)? + 1;
        let apart = i64::from(lanes.get(row)?.1) - i64::from(lanes[0].1);
        let even = lanes.iter().enumerate().all(|(at, (lane, address))| {
            let place = i64::from(lanes[0].1) + (at / row) as i64 * apart + (at % row) as i64 * bytes;
            *lane as usize == at && i64::from(*address) == place
        });
        (even && row > 1).then_some((row as u32, apart))
    }

    /// The same where some lanes are idle, as at the edge of a launch: half the lanes lie in one pattern of rows.
    fn rows_with_gaps(&self, bytes: i64) -> Option<(u32, i64)> {
        let lanes = &self.0.lanes;
        let (first, begin) = *lanes.first()?;
        let rows = |row: u32| {
            let (next, other) = *lanes.iter().find(|(lane, _)| lane / row != first / row)?;
            let along = (i64::from(next % row) - i64::from(first % row)) * bytes;
            let apart = (i64::from(other) - i64::from(begin) - along) / i64::from(next / row - first / row);
            let place = |lane: u32| {
                i64::from(lane / row - first / row) * apart + (i64::from(lane % row) - i64::from(first % row)) * bytes
            };
            let fits = lanes.iter().all(|(lane, address)| i64::from(begin) + place(*lane) == i64::from(*address));
            (fits && apart != i64::from(row) * bytes).then_some((row, apart))
        };
        let dense = lanes.windows(2).filter(|pair| pair[1].0 == pair[0].0 + 1).count();
        (2 * dense >= self.0.width as usize).then(|| (2..=self.0.width / 2).find_map(rows)).flatten()
    }

    /// The distance, in bytes, between the addresses of invocations that are neighbours along y in a workgroup of rows of
    /// `x` invocations, where neighbours along x lie `along_x` apart; `None` where the first requests do not show it. At
    /// the edge of a launch any lane may be the first.
    pub fn step_of_rows(&self, x: u32, along_x: i64) -> Option<i64> {
        let place = |subgroup: u32, (lane, address): (u32, u32)| (subgroup * self.0.width + lane, i64::from(address));
        let (first, from) = place(self.0.subgroup, *self.0.lanes.first()?);
        let own = self.0.lanes.iter().map(|lane| place(self.0.subgroup, *lane));
        let beside = self.0.beside.map(|(subgroup, lane, address)| place(subgroup, (lane, address)));
        let (other, to) = own.chain(beside).find(|(other, _)| other / x != first / x)?;
        let along = (i64::from(other % x) - i64::from(first % x)) * along_x;
        Some((to - from - along) / (i64::from(other / x) - i64::from(first / x)))
    }
}
