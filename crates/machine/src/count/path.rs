//! What of a workgroup's work must happen one after the other.

use crate::ir::{SegmentSchedule, SiteSchedule};

/// Steps that follow each other: those of one subgroup, or the longest through a workgroup.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Path {
    /// Instructions of one subgroup.
    pub instructions: u64,
    /// Of these, the ones that wait for each other.
    pub chain: u64,
    /// Waits for workgroup memory.
    pub shared_waits: u64,
    /// Waits for storage memory.
    pub global_waits: u64,
    /// Of these, the ones beside which the rest of a pass goes on.
    pub ahead_waits: u64,
    /// Loads of storage memory.
    pub loads: u64,
    /// Waits for private arrays that registers cannot hold.
    pub local_waits: u64,
    /// Turns that lanes take at one bank or one address beyond the first.
    pub turns: u64,
}

impl Path {
    /// What a run of a segment adds to that of its subgroup.
    pub fn of(segment: &SegmentSchedule) -> Self {
        Self {
            instructions: segment.issued.into(),
            chain: segment.chain.into(),
            shared_waits: segment.shared_waits.into(),
            global_waits: segment.global_waits.into(),
            ahead_waits: segment.prefetch_waits.into(),
            ..Self::default()
        }
    }

    /// Takes in a request to storage memory, which may be a load.
    pub fn request(&mut self, site: &SiteSchedule, loads: bool) {
        self.global_waits += u64::from(site.waits);
        self.ahead_waits += u64::from(site.waits && site.prefetches);
        self.loads += u64::from(loads);
    }

    fn with(self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            instructions: each(self.instructions, other.instructions),
            chain: each(self.chain, other.chain),
            shared_waits: each(self.shared_waits, other.shared_waits),
            global_waits: each(self.global_waits, other.global_waits),
            ahead_waits: each(self.ahead_waits, other.ahead_waits),
            loads: each(self.loads, other.loads),
            local_waits: each(self.local_waits, other.local_waits),
            turns: each(self.turns, other.turns),
        }
    }

    /// This, and then the other.
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }

    /// Of two that run side by side the longer one, step by step.
    #[must_use]
    pub fn beside(self, other: Self) -> Self {
        self.with(other, u64::max)
    }

    /// So many of this, to the nearest step.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        self.with(self, |a, _| (a as f64 * factor).round() as u64)
    }
}

/// How long workgroups take, whatever runs beside them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lengths {
    /// The paths of all workgroups: in each phase between two barriers that of its longest subgroup.
    pub paths: Path,
    /// The longest of them.
    pub longest: Path,
    /// Instructions of the workgroup that has most, over all its subgroups.
    pub heaviest: u64,
    /// Which one that is, in the order of the launch: so many are begun before it.
    pub heaviest_at: u64,
}

impl Lengths {
    /// The same with these shares of the waits for storage and for workgroup memory.
    #[must_use]
    pub fn waiting(self, [global, shared]: [f64; 2]) -> Self {
        let of = |waits: u64, share: f64| (waits as f64 * share).round() as u64;
        let [paths, longest] = [self.paths, self.longest].map(|path| Path {
            global_waits: of(path.global_waits, global),
            ahead_waits: of(path.ahead_waits, global),
            shared_waits: of(path.shared_waits, shared),
            ..path
        });
        Self { paths, longest, ..self }
    }

    /// The same with this share of the instructions.
    #[must_use]
    pub fn issuing(self, share: f64) -> Self {
        let of = |instructions: u64| (instructions as f64 * share).round() as u64;
        let [paths, longest] =
            [self.paths, self.longest].map(|path| Path { instructions: of(path.instructions), ..path });
        Self { paths, longest, heaviest: of(self.heaviest), ..self }
    }

    /// Adds workgroups that stand for `factor` times as many.
    pub fn add(&mut self, other: &Self, factor: f64) {
        let paths = if factor == 1.0 { other.paths } else { other.paths.times(factor) };
        self.paths = self.paths.then(paths);
        self.longest = self.longest.beside(other.longest);
        // Of equals the first, whichever thread met it.
        let rank = |lengths: &Self| (lengths.heaviest, std::cmp::Reverse(lengths.heaviest_at));
        if rank(other) > rank(self) {
            (self.heaviest, self.heaviest_at) = (other.heaviest, other.heaviest_at);
        }
    }
}

/// Follows the workgroups of one worker.
#[derive(Debug, Clone)]
pub struct Follower {
    /// What all subgroups did that run now, since the last barrier.
    pub all: Path,
    /// What each of them did besides.
    pub each: Vec<Path>,
    /// The longest subgroup since then.
    phase: Path,
    /// Up to then.
    workgroup: Path,
    /// The number of the workgroup in its launch.
    at: u64,
    instructions: u64,
}

impl Follower {
    /// For so many subgroups that run abreast.
    pub fn new(abreast: usize) -> Self {
        let [all, phase, workgroup] = [Path::default(); 3];
        Self { all, each: vec![Path::default(); abreast], phase, workgroup, at: 0, instructions: 0 }
    }

    /// A workgroup begins.
    pub fn begin(&mut self, at: u64) {
        self.at = at;
    }

    /// The subgroups that run have come to a barrier or to their end.
    pub fn stop(&mut self) {
        let all = std::mem::take(&mut self.all);
        for each in &mut self.each {
            let path = all.then(std::mem::take(each));
            self.instructions += path.instructions;
            self.phase = self.phase.beside(path);
        }
    }

    /// All have.
    pub fn meet(&mut self) {
        self.workgroup = self.workgroup.then(std::mem::take(&mut self.phase));
    }

    /// The workgroup ends.
    pub fn end(&mut self, lengths: &mut Lengths) {
        self.stop();
        self.meet();
        let path = std::mem::take(&mut self.workgroup);
        let heaviest = std::mem::take(&mut self.instructions);
        lengths.add(&Lengths { paths: path, longest: path, heaviest, heaviest_at: self.at }, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workgroup_takes_as_long_as_its_longest_subgroup_in_each_phase() {
        let mut follower = Follower::new(1);
        let mut lengths = Lengths::default();
        for phase in [[10, 1], [2, 20]] {
            for instructions in phase {
                follower.all = Path { instructions, ..Path::default() };
                follower.stop();
            }
            follower.meet();
        }
        follower.end(&mut lengths);
        assert_eq!((lengths.paths.instructions, lengths.longest.instructions, lengths.heaviest), (30, 30, 33));
    }

    #[test]
    fn of_the_heaviest_workgroups_the_first_is_told_whoever_met_it() {
        let of = |heaviest, heaviest_at| Lengths { heaviest, heaviest_at, ..Lengths::default() };
        for order in [[of(9, 4), of(9, 2), of(3, 0)], [of(3, 0), of(9, 2), of(9, 4)]] {
            let mut all = Lengths::default();
            order.iter().for_each(|lengths| all.add(lengths, 7.0));
            assert_eq!((all.heaviest, all.heaviest_at), (9, 2));
        }
    }
}
