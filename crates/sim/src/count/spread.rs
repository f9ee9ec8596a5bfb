//! How the atomic operations of a launch spread over storage memory: how many meet where most do.

/// Places that sectors are put into by their hash: so many that what shares one by chance is little beside what the
/// bandwidth of level 2 allows anyway.
const PLACES: usize = 1 << 12;

/// What was counted in the sectors of one place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    /// Turns: a sector takes one operation on an address after the other.
    turns: u64,
    /// The same, each for what its workgroup stands for.
    scaled: u64,
    /// Workgroups that came here.
    workgroups: u64,
}

/// Turns at atomic operations, by the place of their sector. Sums only; empty where there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spread {
    places: Vec<Place>,
}

/// Where one workgroup after the other has been.
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

impl Spread {
    /// Counts turns of the present workgroup at a sector.
    pub fn count(&mut self, sector: u64, turns: u64, visits: &mut Visits) {
        self.places.resize(PLACES, Place::default());
        // Neighbours and what lies at equal distances are spread evenly (Knuth, multiplicative hashing).
        let at = (sector.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PLACES.trailing_zeros())) as usize;
        let place = &mut self.places[at];
        place.turns += turns;
        place.scaled += turns;
        place.workgroups += u64::from(visits.is_first(at));
    }

    /// Adds workgroups, each of which stands for some of the launch.
    pub fn add(&mut self, other: &Self, scale: impl Fn(u64) -> u64) {
        self.places.resize(self.places.len().max(other.places.len()), Place::default());
        for (sum, part) in self.places.iter_mut().zip(&other.places) {
            sum.turns += part.turns;
            sum.scaled += scale(part.scaled);
            sum.workgroups += part.workgroups;
        }
    }

    /// Turns at the sector where most meet, of a launch of which `sampled` workgroups were run. Those that were not run
    /// come to a sector as often as two of those that were meet there: what only one of them touched is its own.
    pub fn hottest(&self, sampled: u64) -> u64 {
        let turns = |place: &Place| {
            let others = (place.workgroups.saturating_sub(1) as f64 / sampled.saturating_sub(1).max(1) as f64)
                * (sampled as f64 / place.workgroups.max(1) as f64);
            let others = if sampled <= 1 { 1.0 } else { others.min(1.0) };
            place.turns + (place.scaled.saturating_sub(place.turns) as f64 * others).round() as u64
        };
        self.places.iter().map(turns).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `sampled` workgroups of 16 times as many, each with 10 turns at the sector that `sector` names.
    fn launch(sampled: u64, sector: impl Fn(u64) -> u64) -> u64 {
        let (mut spread, mut visits) = (Spread::default(), Visits::default());
        for workgroup in 0..sampled {
            visits.begin();
            spread.count(sector(workgroup), 10, &mut visits);
        }
        let mut all = Spread::default();
        all.add(&spread, |turns| 16 * turns);
        all.hottest(sampled)
    }

    #[test]
    fn workgroups_that_meet_wait_for_those_too_that_were_not_run() {
        assert_eq!(launch(64, |_| 7), 64 * 16 * 10);
        assert_eq!(launch(1, |_| 7), 16 * 10);
        let every_fourth = launch(64, |workgroup| workgroup % 4);
        assert!((2400..=2560).contains(&every_fourth), "{every_fourth}");
    }

    #[test]
    fn a_sector_of_each_workgroups_own_stays_its_own_in_a_sample() {
        assert_eq!(launch(64, |workgroup| workgroup), 10);
        assert_eq!(launch(64, |workgroup| workgroup << 20), 10);
    }

    #[test]
    fn neighbouring_sectors_share_no_place() {
        let (mut spread, mut visits) = (Spread::default(), Visits::default());
        visits.begin();
        for sector in 0..1024 {
            spread.count(sector, 1, &mut visits);
        }
        assert_eq!(spread.hottest(1), 1);
    }
}
