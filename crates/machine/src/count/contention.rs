//! The contention of a launch's atomic operations on storage memory: how many meet at the most popular place.

use std::ops::Add;

/// Buckets into which lines are hashed: so many that chance collisions matter little beside the bandwidth of L2.
const PLACES: usize = 1 << 12;

/// The atomic operations of requests on a line, or on several lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AtomicContention {
    /// Serialized operations: those on one address come one after the other.
    pub turns: u64,
    /// Different words of the line, counted per request.
    pub words: u64,
}

impl AtomicContention {
    fn each(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self { turns: of(self.turns, other.turns), words: of(self.words, other.words) }
    }
}

impl Add for AtomicContention {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }
}

/// What was counted in the lines of one place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Bucket {
    met: AtomicContention,
    /// The same, scaled by the workgroups that each stands for.
    scaled: AtomicContention,
    /// Workgroups that came here.
    workgroups: u64,
}

/// Atomic operations by the bucket of their line. Sums only; empty where there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contention {
    places: Vec<Bucket>,
}

/// The buckets that each workgroup has visited.
#[derive(Debug, Clone, Default)]
pub struct Visits {
    /// Workgroups that have begun.
    begun: u64,
    /// By place: which of them was there last.
    last: Vec<u64>,
}

impl Visits {
    /// A workgroup begins.
    pub fn begin(&mut self) {
        self.begun += 1;
    }

    /// Whether the workgroup has not been at a place before.
    fn is_first(&mut self, place: usize) -> bool {
        self.last.resize(PLACES, 0);
        std::mem::replace(&mut self.last[place], self.begun) != self.begun
    }
}

impl Contention {
    /// Counts the operations of a request of the current workgroup on a line.
    pub fn count(&mut self, line: u64, met: AtomicContention, visits: &mut Visits) {
        self.places.resize(PLACES, Bucket::default());
        // Adjacent and equidistant lines are spread evenly (Knuth, multiplicative hashing).
        let at = (line.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PLACES.trailing_zeros())) as usize;
        let place = &mut self.places[at];
        place.met = place.met + met;
        place.scaled = place.scaled + met;
        place.workgroups += u64::from(visits.is_first(at));
    }

    /// Adds workgroups, each of which stands for some of the launch.
    pub fn add(&mut self, other: &Self, scale: impl Fn(u64) -> u64) {
        self.places.resize(self.places.len().max(other.places.len()), Bucket::default());
        for (sum, part) in self.places.iter_mut().zip(&other.places) {
            sum.met = sum.met + part.met;
            sum.scaled = sum.scaled.each(part.scaled, |a, b| a + scale(b));
            sum.workgroups += part.workgroups;
        }
    }

    /// The operations on the most popular line of a launch of which `sampled` workgroups were run. Workgroups that were not
    /// run access a line as often as two of those that were run meet there: a line that only one of them touched is its
    /// own.
    pub fn hottest(&self, sampled: u64) -> AtomicContention {
        let all = self.places.iter().map(|place| {
            let others = (place.workgroups.saturating_sub(1) as f64 / sampled.saturating_sub(1).max(1) as f64)
                * (sampled as f64 / place.workgroups.max(1) as f64);
            let others = if sampled <= 1 { 1.0 } else { others.min(1.0) };
            let whole = |run: u64, scaled: u64| run + (scaled.saturating_sub(run) as f64 * others).round() as u64;
            place.met.each(place.scaled, whole)
        });
        all.fold(AtomicContention::default(), |most, place| most.each(place, u64::max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: AtomicContention = AtomicContention { turns: 10, words: 30 };

    /// `sampled` workgroups of 16 times as many, each with 10 turns at the line that `line` names.
    fn launch(sampled: u64, line: impl Fn(u64) -> u64) -> u64 {
        let (mut spread, mut visits) = (Contention::default(), Visits::default());
        for workgroup in 0..sampled {
            visits.begin();
            spread.count(line(workgroup), TEN, &mut visits);
        }
        let mut all = Contention::default();
        all.add(&spread, |turns| 16 * turns);
        let met = all.hottest(sampled);
        assert!(met.words.abs_diff(3 * met.turns) <= 3, "{met:?}");
        met.turns
    }

    #[test]
    fn workgroups_that_meet_wait_for_those_too_that_were_not_run() {
        assert_eq!(launch(64, |_| 7), 64 * 16 * 10);
        assert_eq!(launch(1, |_| 7), 16 * 10);
        let every_fourth = launch(64, |workgroup| workgroup % 4);
        assert!((2400..=2560).contains(&every_fourth), "{every_fourth}");
    }

    #[test]
    fn a_line_of_each_workgroups_own_stays_its_own_in_a_sample() {
        assert_eq!(launch(64, |workgroup| workgroup), 10);
        assert_eq!(launch(64, |workgroup| workgroup << 20), 10);
    }

    #[test]
    fn neighbouring_lines_share_no_place() {
        let (mut spread, mut visits) = (Contention::default(), Visits::default());
        visits.begin();
        for line in 0..1024 {
            spread.count(line, TEN, &mut visits);
        }
        assert_eq!(spread.hottest(1), TEN);
    }
}
