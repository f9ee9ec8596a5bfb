//! Samples: the workgroups that stand for a launch.
//!
//! Workgroups at an edge of the dispatch do other work than those inside: along each axis the first, the last and those in
//! between are strata of their own, at most 27 in all. Each stratum is cut into equal pieces, in proportion to its size,
//! and a run of neighbours is taken from a random place in each, so that a period of the launch cannot match the spacing of
//! the samples. Their counts are multiplied by the workgroups that they stand for.

use std::ops::Range;

/// Neighbours that are taken together.
const RUN: u64 = 4;

/// So few workgroups are all run.
pub(super) const FEWEST: u64 = 6;

/// From so many workgroups on, each stratum has some.
const BY_STRATA: u64 = 48;

/// The workgroups to run, and the factor of each stratum's counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    pub len: u64,
    /// The first one, where neighbours are run.
    first: u64,
    /// Workgroup and stratum, ascending; empty where neighbours are run.
    chosen: Vec<(u64, usize)>,
    /// By stratum.
    pub factors: Vec<f64>,
    /// One from the inside and others further on along each axis, where these are among the workgroups.
    pub neighbours: Option<Neighbours>,
}

/// A workgroup and one further on along each axis that is longer than 1: how many, and its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbours {
    /// The first one's place.
    pub place: [u64; 3],
    pub number: u64,
    pub next: [Option<(u64, u64)>; 3],
    /// The next workgroup along each axis, where that is another one.
    pub beside: [Option<u64>; 3],
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
            neighbours: None,
        }
    }

    /// The first and the last of so many workgroups, for themselves.
    pub fn ends(total: u64, most: u64) -> Self {
        if total <= most {
            return Self::full(total);
        }
        let last = total - most / 2;
        let numbers = (0..most.div_ceil(2)).chain(last..total);
        Self { len: most, chosen: numbers.map(|number| (number, 0)).collect(), ..Self::full(total) }
    }

    /// The workgroup to run in a place of the order, and its stratum.
    pub fn get(&self, at: u64) -> (u64, usize) {
        let known = self.chosen.get(at as usize).copied();
        known.unwrap_or((self.first + at, 0))
    }

    /// The last of the workgroups and, where there are more, one that is neither in its row nor in the adjacent one: the
    /// one from the inside that stands for every launch of this size, or the nearest of the sample.
    pub fn scattered(&self, workgroups: [u32; 3], apart: u64) -> Option<[u64; 2]> {
        let last = self.get(self.len.checked_sub(1)?).0;
        let off = |number: &u64| {
            let places = workgroup_id(workgroups, *number).into_iter().zip(workgroup_id(workgroups, last));
            places.zip(workgroups).all(|((one, other), n)| one.abs_diff(other) >= u64::from(n - 1).min(2))
        };
        let within = Neighbours::of_launch(workgroups, apart).number;
        let chosen = self.chosen.iter().map(|(number, _)| *number).filter(off);
        let all = self.chosen.is_empty().then_some(within).filter(off);
        let other = all.or_else(|| chosen.min_by_key(|number| number.abs_diff(within)))?;
        Some([other, last])
    }

    /// About `most` of the workgroups of a dispatch; at least one of each stratum.
    pub fn stratified(workgroups: [u32; 3], most: u64) -> Self {
        let sizes = workgroups.map(u64::from);
        let total = all_of(workgroups);
        if total <= most {
            return Self::full(total);
        }
        let mut sample = Self::none();
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

    fn none() -> Self {
        Self { len: 0, first: 0, chosen: Vec::new(), factors: Vec::new(), neighbours: None }
    }

    /// About `most` workgroups: by strata, where there are many; otherwise neighbours from the inside, so far apart, and the last.
    pub fn few(workgroups: [u32; 3], most: u64, apart: u64) -> Self {
        let total = all_of(workgroups);
        if total <= most.max(FEWEST) {
            return Self::full(total);
        }
        if most >= BY_STRATA {
            return Self::spread(workgroups, most, apart);
        }
        let neighbours = Neighbours::of_launch(workgroups, apart);
        let within = neighbours.all().filter(|number| *number != total - 1).map(|number| (number, 1));
        let mut sample = Self::none();
        sample.chosen = within.chain([(total - 1, 0)]).collect();
        sample.factors = vec![1.0, (total - 1) as f64 / (sample.chosen.len() - 1) as f64];
        sample.with(neighbours)
    }

    /// About `most` workgroups by strata, and neighbours from the inside, so far apart, whose counts are not used.
    pub fn spread(workgroups: [u32; 3], most: u64, apart: u64) -> Self {
        let mut sample = Self::stratified(workgroups, most);
        if sample.chosen.is_empty() {
            return sample;
        }
        let neighbours = Neighbours::of_launch(workgroups, apart);
        let beside = sample.factors.len();
        for number in neighbours.all() {
            if sample.chosen.iter().all(|(chosen, _)| *chosen != number) {
                sample.chosen.push((number, beside));
            }
        }
        sample.factors.push(0.0);
        sample.with(neighbours)
    }

    /// Whether it consists of neighbours and the last one.
    pub fn is_of_neighbours(&self) -> bool {
        self.neighbours.is_some_and(|neighbours| self.chosen.len() <= neighbours.all().count() + 1)
    }

    /// The one from the inside that stands for all others, and the last.
    pub fn alike(workgroups: [u32; 3], neighbours: Neighbours) -> Self {
        let total = all_of(workgroups);
        let mut sample = Self::none();
        sample.chosen = vec![(neighbours.number, 1), (total - 1, 0)];
        sample.factors = vec![1.0, (total - 1) as f64];
        sample.with(neighbours)
    }

    fn with(mut self, neighbours: Neighbours) -> Self {
        self.chosen.sort_unstable();
        self.len = self.chosen.len() as u64;
        self.neighbours = Some(neighbours);
        self
    }

    /// About `parts` of a launch, of `each` workgroups: the first, two neighbours at random, the last.
    pub fn parts(workgroups: [u32; 3], parts: u64, each: u64) -> Self {
        let total = all_of(workgroups);
        let of = total.div_ceil(each.max(1));
        if parts.max(4) >= of {
            return Self::full(total);
        }
        let mut random = fastrand::Rng::with_seed(of);
        let mut chosen = vec![0, of - 1];
        while (chosen.len() as u64) < parts.max(4) {
            let first = random.u64(1..of - 2);
            chosen.extend([first, first + 1]);
        }
        chosen.sort_unstable();
        chosen.dedup();
        let start = |part: u64| (part * each).min(total);
        let numbers: Vec<u64> = chosen.iter().flat_map(|&part| start(part)..start(part + 1)).collect();
        let mut sample = Self::none();
        sample.chosen = numbers.iter().map(|&number| (number, 0)).collect();
        sample.len = numbers.len() as u64;
        sample.factors = vec![total as f64 / numbers.len() as f64];
        let has = |number: u64| numbers.binary_search(&number).is_ok();
        let middle =
            numbers.iter().filter(|number| **number >= start(1)).map(|&number| Neighbours::of(workgroups, number));
        let whole = |neighbours: &Neighbours| neighbours.all().all(has);
        sample.neighbours = middle.flatten().find(whole);
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

impl Neighbours {
    /// The neighbours that stand for a launch: a random workgroup, away from the edges where there is room, and others so
    /// far on, where that is away from the edges, too.
    pub fn of_launch(workgroups: [u32; 3], apart: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(all_of(workgroups));
        let axes = workgroups.map(|n| match u64::from(n) {
            0..4 => (0, 1),
            n => {
                let apart = (0..).map(|halved| (apart >> halved).max(1)).find(|apart| n >= 2 * apart + 2).unwrap_or(1);
                (apart * random.u64(1..=(n - 2 - apart) / apart), apart)
            }
        });
        Self::at(workgroups, axes)
    }

    /// A workgroup that has a next one along each axis, and these.
    fn of(workgroups: [u32; 3], number: u64) -> Option<Self> {
        let place = workgroup_id(workgroups, number);
        let inner = place.iter().zip(workgroups).all(|(at, n)| n == 1 || at + 1 < u64::from(n));
        inner.then(|| Self::at(workgroups, place.map(|at| (at, 1))))
    }

    fn at(workgroups: [u32; 3], axes: [(u64, u64); 3]) -> Self {
        let [nx, ny, nz] = workgroups.map(u64::from);
        let [x, y, z] = axes.map(|(at, _)| at);
        let number = x + nx * (y + ny * z);
        let next: [Option<(u64, u64)>; 3] = std::array::from_fn(|axis| {
            let (n, step) = [(nx, 1), (ny, nx), (nz, nx * ny)][axis];
            let apart = axes[axis].1;
            (n > 1).then_some((apart, number + apart * step))
        });
        let beside = std::array::from_fn(|axis| {
            let (n, step) = [(nx, 1), (ny, nx), (nz, nx * ny)][axis];
            (n > 1 && axes[axis].1 > 1).then_some(number + step)
        });
        Self { place: [x, y, z], number, next, beside }
    }

    pub fn all(&self) -> impl Iterator<Item = u64> + use<> {
        let next = self.next.into_iter().flatten().map(|(_, number)| number);
        std::iter::once(self.number).chain(next).chain(self.beside.into_iter().flatten())
    }
}

/// Where a workgroup stands.
fn workgroup_id(workgroups: [u32; 3], number: u64) -> [u64; 3] {
    let [nx, ny, _] = workgroups.map(u64::from);
    [number % nx, number / nx % ny, number / nx / ny]
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
