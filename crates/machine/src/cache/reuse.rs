//! What the L1 cache of a unit still has of the workgroups that ran on it before.
//!
//! [`L1`](super::L1) is empty when a workgroup begins. Data that workgroups from all over a launch read, such as a
//! table or a vector, was read on every unit before: where it stays in L1, only the first workgroup of a unit waits for it.

use naga::{FastHashMap, FastHashSet};

use super::l1::{AddressTrace, Asks};
use super::lru::bits;

/// Some workgroups from all over a launch, by what their L1 passed on.
#[derive(Debug, Default)]
pub struct Reuse {
    workgroups: Vec<FastHashMap<u64, LineUse>>,
    /// Lines that are written.
    written: FastHashSet<u64>,
    /// Whether the end of a trace is missing.
    truncated: bool,
}

/// What one workgroup waited for of a line.
#[derive(Debug, Default, Clone, Copy)]
struct LineUse {
    sectors: u64,
    /// Requests that waited for this line first.
    requests: u64,
}

/// The shares of what workgroups read from L2 that L1 has of those before them.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Share {
    /// Of the sectors.
    pub sectors: f64,
    /// Of the requests that wait.
    pub requests: f64,
}

impl Reuse {
    /// Adds a workgroup that is no neighbour of the ones before.
    pub fn push(&mut self, trace: &AddressTrace) {
        let mut lines: FastHashMap<u64, LineUse> = FastHashMap::default();
        for (does, line, sectors, leads) in trace.slice(0, trace.len()) {
            // L1 keeps nothing that is written, or fetched past it.
            if does != Asks::Reads {
                self.written.insert(line);
            }
            if does.writes() {
                continue;
            }
            let line = lines.entry(line).or_default();
            line.sectors += bits(sectors);
            line.requests += u64::from(leads);
        }
        self.truncated |= trace.unrecorded_sectors > 0;
        self.workgroups.push(lines);
    }

    /// What L1, with so many lines, has of earlier workgroups: the lines that several read, if they fit beside those that
    /// one workgroup alone reads. Those who share a unit are at different places of their work, so that about as many of such
    /// lines pass between two of them that ask for the same.
    pub fn share(&self, l1_lines: usize) -> Share {
        let mut readers: FastHashMap<u64, usize> = FastHashMap::default();
        for line in self.workgroups.iter().flat_map(FastHashMap::keys) {
            *readers.entry(*line).or_default() += 1;
        }
        readers.retain(|line, _| !self.written.contains(line));
        let shared = readers.values().filter(|readers| **readers > 1).count();
        let own = (readers.len() - shared).div_ceil(self.workgroups.len().max(1));
        if shared == 0 || shared + own > l1_lines || self.truncated {
            return Share::default();
        }
        let (mut again, mut all) = (LineUse::default(), LineUse::default());
        for (line, waited) in self.workgroups.iter().flatten() {
            all = all.and(*waited);
            if readers.get(line).is_some_and(|readers| *readers > 1) {
                again = again.and(*waited);
            }
        }
        let of = |part: u64, all: u64| part as f64 / all.max(1) as f64;
        Share { sectors: of(again.sectors, all.sectors), requests: of(again.requests, all.requests) }
    }
}

impl Share {
    /// A part of it.
    pub fn times(self, part: f64) -> Self {
        Self { sectors: self.sectors * part, requests: self.requests * part }
    }
}

impl LineUse {
    fn and(self, other: Self) -> Self {
        Self { sectors: self.sectors + other.sectors, requests: self.requests + other.requests }
    }
}
