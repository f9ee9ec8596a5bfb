//! Counts while running: by instruction site and by segment.

use super::{Contention, Lengths, SiteTally};

/// How often a straight line ran, and with how many active lanes in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SegmentTally {
    /// Runs.
    pub runs: u64,
    /// Active lanes, added up over the runs.
    pub lanes: u64,
}

/// The counts of some workgroups. Sums only, so that the order of workgroups does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// By instruction site.
    pub sites: Vec<SiteTally>,
    /// By straight line.
    pub segments: Vec<SegmentTally>,
    /// How long the workgroups take.
    pub lengths: Lengths,
    /// Atomic operations on storage memory.
    pub contention: Contention,
}

impl Tally {
    /// Nothing counted yet, for a program with so many sites and segments.
    pub fn new(sites: usize, segments: usize) -> Self {
        Self {
            sites: vec![SiteTally::default(); sites],
            segments: vec![SegmentTally::default(); segments],
            lengths: Lengths::default(),
            contention: Contention::default(),
        }
    }

    /// Adds `factor` times the counts of `other`, rounded.
    pub fn add(&mut self, other: &Self, factor: f64) {
        let scale = |value: u64| {
            if factor == 1.0 { value } else { (value as f64 * factor).round() as u64 }
        };
        for (sum, part) in self.sites.iter_mut().zip(&other.sites) {
            sum.add(part, scale);
        }
        for (sum, part) in self.segments.iter_mut().zip(&other.segments) {
            sum.runs += scale(part.runs);
            sum.lanes += scale(part.lanes);
        }
        self.lengths.add(&other.lengths, factor);
        self.contention.add(&other.contention, scale);
    }
}
