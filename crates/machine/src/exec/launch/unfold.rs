//! Launches whose kernels fold two axes into one number (`row = i / n`, `column = i % n`), and launches along several axes
//! whose workgroups move by parts of a sector.
//!
//! The distance between the accesses of neighbours is not constant in such a launch: after the end of a row comes the start
//! of the next. So the rows are found by running a few workgroups: the first one that is not where the steps of its
//! neighbours lead begins a row. Unfolded row by row, the launch has two axes, and neighbours along each stand for all, if
//! some others are where these predict.

use super::dispatch::{Asking, Dispatch};
use super::portion::{AddressTraces, run_one};
use super::sample::{Neighbours, all_of};
use crate::cache::{Passed, Stream, distances};
use crate::exec::interpreter::Runner;
use crate::exec::options::{Launch, LaunchError};

/// About the most workgroups that are run for it: the end of a row is found by doubling and halving, three times.
const MOST: usize = 128;

/// Workgroups that must be where the steps predict.
const CHECKS: usize = 6;

impl Dispatch<'_> {
    /// The traffic behind the L2 cache of a launch whose workgroups move by rows, or by parts of a sector; `None` where
    /// they do not, or where `afforded` workgroups are fewer than it needs.
    pub fn unfolded(&self, launch: &Launch<'_>, afforded: u64) -> Result<Option<Passed>, LaunchError> {
        let Some(caches) = self.caches.filter(|_| !self.program.ordered && afforded >= MOST as u64) else {
            return Ok(None);
        };
        let asking = Asking::of(self);
        let quiet = asking.dispatch(self);
        let context = quiet.prepare(quiet.program, launch, 1, false)?;
        let total = all_of(launch.workgroups);
        let runner = Runner::new(&context);
        let mut rows = Rows { dispatch: &quiet, launch, runner, traces: AddressTraces::new(), total };
        let stream = match launch.workgroups.iter().filter(|n| **n > 1).count() {
            0 | 1 => rows.stream(),
            // It has several axes already, but moves by parts of a sector; or the kernel folds two axes into one number.
            _ => rows.exact(launch.workgroups).or_else(|| rows.stream()),
        };
        let passed = stream.map(|(stream, grid)| stream.passed(caches, grid));
        Ok(passed.filter(|(_, stands)| *stands).map(|(passed, _)| passed))
    }
}

/// A launch whose rows are sought.
struct Rows<'a, 'b> {
    dispatch: &'a Dispatch<'a>,
    launch: &'a Launch<'b>,
    runner: Runner<'a>,
    /// The address traces of workgroups.
    traces: AddressTraces,
    total: u64,
}

impl Rows<'_, '_> {
    /// The launch's stream along two axes, and their lengths.
    fn stream(&mut self) -> Option<(Stream, [u64; 3])> {
        let row = self.row()?;
        let grid = [row, self.total.div_ceil(row), 1];
        let folded = [u32::try_from(row).ok()?, u32::try_from(self.total / row).ok()?, 1];
        let neighbours = Neighbours::of_launch(folded, self.dispatch.words());
        // Where all may be examined, accesses that move by parts of a sector are known to be where the steps predict.
        if let Some((stream, _)) = self.exact(folded) {
            return Some((stream, grid));
        }
        let stands = self.follow(&neighbours, folded, apart(&neighbours));
        Some((stands.then(|| self.dispatch.along(&neighbours, &self.traces)).flatten()?, grid))
    }

    /// The stream of a launch along its axes, and their lengths, where workgroups from all over the launch make the
    /// requests that it predicts.
    fn exact(&mut self, grid: [u32; 3]) -> Option<(Stream, [u64; 3])> {
        let neighbours = Neighbours::of_launch(grid, self.dispatch.words());
        let exact = self.follow(&neighbours, grid, [1; 3]);
        let stream = exact.then(|| self.dispatch.along(&neighbours, &self.traces)).flatten()?;
        Some((stream.exact(), grid.map(u64::from)))
    }

    /// The workgroups of a row; `None` where there are no rows.
    fn row(&mut self) -> Option<u64> {
        // The first step may lead from one row to the next: then the row that is found from there is too short.
        let start = self.next_row(self.total / 4)?;
        let start = self.next_row(start)?;
        let row = self.next_row(start)? - start;
        (1 < row && 2 * row <= self.total).then_some(row)
    }

    /// The first workgroup that is not where the step from this one to the next predicts.
    fn next_row(&mut self, from: u64) -> Option<u64> {
        let last = self.total.checked_sub(1 + from).filter(|last| *last > 1)?;
        let step = self.ahead(from, from + 1)?;
        let (mut within, mut beyond) = (1, 2);
        while self.leads(from, &step, beyond)? {
            if beyond == last {
                return None;
            }
            (within, beyond) = (beyond, last.min(2 * beyond));
        }
        while beyond - within > 1 {
            let middle = within.midpoint(beyond);
            match self.leads(from, &step, middle)? {
                true => within = middle,
                false => beyond = middle,
            }
        }
        Some(from + beyond)
    }

    /// Whether the workgroup so many places further on is as many steps further on; `None` where there is none.
    fn leads(&mut self, from: u64, step: &[i64], away: u64) -> Option<bool> {
        let ahead = (from + away < self.total && self.traces.len() < MOST).then(|| self.ahead(from, from + away))?;
        Some(ahead.is_some_and(|ahead| step.iter().zip(ahead).all(|(step, ahead)| ahead == step * away as i64)))
    }

    /// Whether workgroups from all over the launch, so many places further on along each axis or a multiple of that, are
    /// where the steps to the neighbours lead.
    fn follow(&mut self, neighbours: &Neighbours, grid: [u32; 3], multiples: [u64; 3]) -> bool {
        let mut random = fastrand::Rng::with_seed(self.total);
        let checks: [[u64; 3]; CHECKS] = std::array::from_fn(|_| {
            std::array::from_fn(|axis| {
                let first = neighbours.place[axis] % multiples[axis];
                let times = (u64::from(grid[axis]) - first).div_ceil(multiples[axis]);
                first + if times > 1 { random.u64(..times) } else { 0 } * multiples[axis]
            })
        });
        let number = |[x, y, z]: [u64; 3]| x + u64::from(grid[0]) * (y + u64::from(grid[1]) * z);
        let own = neighbours.next.into_iter().flatten().map(|(_, number)| number).chain([neighbours.number]);
        self.fetch(own.chain(checks.map(number)));
        let mut steps = Vec::new();
        for (axis, next) in neighbours.next.into_iter().enumerate() {
            let Some((apart, number)) = next else { continue };
            let Some(ahead) = self.ahead(neighbours.number, number) else { return false };
            steps.push((axis, apart as i64, ahead));
        }
        let led = |to: [u64; 3], binding: usize| -> i64 {
            let along = steps.iter().map(|(axis, apart, step)| {
                ((to[*axis] as i64 - neighbours.place[*axis] as i64) * step[binding]).div_euclid(*apart)
            });
            along.sum()
        };
        checks.into_iter().all(|to| {
            let ahead = self.ahead(neighbours.number, number(to));
            ahead.is_some_and(|ahead| (0..ahead.len()).all(|binding| ahead[binding] == led(to, binding)))
        })
    }

    /// By how many sectors each binding's accesses of one workgroup are ahead of another's.
    fn ahead(&mut self, from: u64, to: u64) -> Option<Vec<i64>> {
        let (caches, regions) = (self.dispatch.caches?, self.dispatch.regions);
        self.run(from)?;
        self.run(to)?;
        distances(caches, regions, self.traces.get(&from)?, self.traces.get(&to)?)
    }

    /// Runs several workgroups at once, unless they have been run or do not end.
    fn fetch(&mut self, numbers: impl Iterator<Item = u64>) {
        let missing: Vec<u64> = numbers.filter(|number| !self.traces.contains_key(number)).collect();
        self.traces.extend(self.dispatch.traces(self.launch, &missing).unwrap_or_default());
    }

    /// Runs a workgroup, unless it has been run; `None` where it does not end.
    fn run(&mut self, number: u64) -> Option<()> {
        if !self.traces.contains_key(&number) {
            let trace = run_one(&mut self.runner, (number, 0))?;
            self.traces.insert(number, trace);
        }
        Some(())
    }
}

/// How far on the neighbours along each axis are.
fn apart(neighbours: &Neighbours) -> [u64; 3] {
    neighbours.next.map(|next| next.map_or(1, |(apart, _)| apart))
}
