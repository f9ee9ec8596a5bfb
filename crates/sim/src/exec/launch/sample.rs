//! Which workgroups stand for a launch.
//!
//! Workgroups at an edge of the dispatch do other work than those within: along each axis the first, the last and those
//! between are strata of their own, 27 in all at most. Each stratum is cut into equal pieces, in proportion to its
//! size, and from somewhere in each a run of neighbours is taken, so that what repeats in the launch does not fall in
//! with the distances; what they count is multiplied by what they stand for.

use std::ops::Range;

/// Neighbours that are taken together.
const RUN: u64 = 4;

/// The workgroups to run, and what each stratum's counts are multiplied by.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    pub len: u64,
    /// The first one, where neighbours are run.
    first: u64,
    /// Workgroup and stratum, ascending; empty where neighbours are run.
    chosen: Vec<(u64, usize)>,
    /// By stratum.
    pub factors: Vec<f64>,
}

impl Sample {
    pub fn full(total: u64) -> Self {
        Self::range(0..total)
    }

    /// Some neighbours, for themselves.
    pub fn range(workgroups: Range<u64>) -> Self {
        Self {
            len: workgroups.end.saturating_sub(workgroups.start),
            first: workgroups.start,
            chosen: Vec::new(),
            factors: vec![1.0],
        }
    }

    /// The workgroup to run in a place of the order, and its stratum.
    pub fn get(&self, at: u64) -> (u64, usize) {
        let known = self.chosen.get(at as usize).copied();
        known.unwrap_or((self.first + at, 0))
    }

    /// About `most` of the workgroups of a dispatch; at least one of each stratum.
    pub fn stratified(workgroups: [u32; 3], most: u64) -> Self {
        let sizes = workgroups.map(u64::from);
        let total = all_of(workgroups);
        if total <= most {
            return Self::full(total);
        }
        let mut sample = Self { len: 0, first: 0, chosen: Vec::new(), factors: Vec::new() };
        for z in sections(sizes[2]) {
            for y in sections(sizes[1]) {
                for x in sections(sizes[0]) {
                    sample.stratum(sizes, [x, y, z], total, most);
                }
            }
        }
        sample.chosen.sort_unstable();
        sample.len = sample.chosen.len() as u64;
        sample
    }

    fn stratum(&mut self, sizes: [u64; 3], sections: [(u64, u64); 3], total: u64, most: u64) {
        let members: u64 = sections.iter().map(|(_, len)| len).product();
        let wanted = (u128::from(members) * u128::from(most) / u128::from(total)) as u64;
        let wanted = wanted.clamp(1, members);
        let runs = wanted.div_ceil(RUN);
        let run = wanted.div_ceil(runs);
        let index = self.factors.len();
        let before = self.chosen.len();
        let mut random = fastrand::Rng::with_seed(index as u64);
        for at in 0..runs {
            let start = (u128::from(at) * u128::from(members) / u128::from(runs)) as u64;
            let end = (u128::from(at + 1) * u128::from(members) / u128::from(runs)) as u64;
            let run = run.min(end - start);
            let start = random.u64(start..=end - run);
            for member in start..start + run {
                let [(x, nx), (y, ny), (z, _)] = sections;
                let id = [x + member % nx, y + member / nx % ny, z + member / nx / ny];
                let number = id[0] + sizes[0] * (id[1] + sizes[1] * id[2]);
                self.chosen.push((number, index));
            }
        }
        let taken = (self.chosen.len() - before) as f64;
        self.factors.push(members as f64 / taken);
    }
}

/// The workgroups of a dispatch, or the most that can be counted.
pub fn all_of(workgroups: [u32; 3]) -> u64 {
    let sizes = workgroups.map(u64::from);
    sizes.into_iter().fold(1, u64::saturating_mul)
}

/// The first, the middle ones and the last of `n`, as start and length.
fn sections(n: u64) -> impl Iterator<Item = (u64, u64)> {
    let all = match n {
        0 | 1 => [(0, n), (0, 0), (0, 0)],
        _ => [(0, 1), (1, n - 2), (n - 1, 1)],
    };
    all.into_iter().filter(|(_, len)| *len > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stratum_is_there_and_stands_for_its_size() {
        for workgroups in [[1000, 1, 1], [64, 64, 1], [40, 30, 20], [2, 5000, 1]] {
            let sample = Sample::stratified(workgroups, 200);
            let total: u64 = workgroups.iter().map(|&n| u64::from(n)).product();
            let stood_for: f64 = sample.chosen.iter().map(|&(_, stratum)| sample.factors[stratum]).sum();
            assert!((stood_for - total as f64).abs() < 1e-6 * total as f64, "{workgroups:?}");
            assert!((100..=260).contains(&sample.len), "{workgroups:?}: {}", sample.len);
            assert!(sample.chosen.is_sorted());
            let numbers = sample.chosen.iter().map(|&(number, _)| number);
            assert!(numbers.clone().any(|number| number == 0) && numbers.clone().any(|number| number == total - 1));
            assert!(sample.chosen.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
    }

    #[test]
    fn small_launches_run_in_full() {
        assert_eq!(Sample::stratified([4, 4, 4], 64), Sample::full(64));
    }
}
