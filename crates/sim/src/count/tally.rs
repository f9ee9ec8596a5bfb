//! Counts while running: by instruction site and by segment.

/// What one memory access, branch or barrier of the program did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SiteTally {
    pub global_requests: u64,
    pub global_sectors: u64,
    pub global_sectors_ideal: u64,
    pub global_bytes: u64,
    /// In the banks of level 1, where they are known.
    pub global_wavefronts: u64,
    pub shared_requests: u64,
    pub shared_wavefronts: u64,
    pub shared_wavefronts_ideal: u64,
    pub atomic_requests: u64,
    pub atomic_serializations: u64,
    pub branches: u64,
    pub divergent_branches: u64,
    pub barriers: u64,
}

impl SiteTally {
    fn fields(&mut self) -> [&mut u64; 13] {
        [
            &mut self.global_requests,
            &mut self.global_sectors,
            &mut self.global_sectors_ideal,
            &mut self.global_bytes,
            &mut self.global_wavefronts,
            &mut self.shared_requests,
            &mut self.shared_wavefronts,
            &mut self.shared_wavefronts_ideal,
            &mut self.atomic_requests,
            &mut self.atomic_serializations,
            &mut self.branches,
            &mut self.divergent_branches,
            &mut self.barriers,
        ]
    }
}

/// How often a straight line ran, and with how many active lanes in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SegmentTally {
    pub runs: u64,
    pub lanes: u64,
}

/// The counts of some workgroups. Sums only, so that the order of workgroups does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    pub sites: Vec<SiteTally>,
    pub segments: Vec<SegmentTally>,
}

impl Tally {
    pub fn new(sites: usize, segments: usize) -> Self {
        Self {
            sites: vec![SiteTally::default(); sites],
            segments: vec![SegmentTally::default(); segments],
        }
    }

    /// Adds the counts of other workgroups of the same stratum.
    pub fn take(&mut self, other: &mut Self) {
        if self.sites.is_empty() {
            std::mem::swap(self, other);
        } else {
            self.add(other, 1.0);
        }
    }

    /// Adds `factor` times the counts of `other`, rounded.
    pub fn add(&mut self, other: &mut Self, factor: f64) {
        let scale = |value: u64| {
            if factor == 1.0 {
                value
            } else {
                (value as f64 * factor).round() as u64
            }
        };
        for (sum, part) in self.sites.iter_mut().zip(&mut other.sites) {
            for (sum, part) in sum.fields().into_iter().zip(part.fields()) {
                *sum += scale(*part);
            }
        }
        for (sum, part) in self.segments.iter_mut().zip(&other.segments) {
            sum.runs += scale(part.runs);
            sum.lanes += scale(part.lanes);
        }
    }
}
