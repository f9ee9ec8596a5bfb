//! A cache of sets, over which a hash spreads the lines; least recently used line of a set out.
//!
//! Some sets have more of a footprint's lines than they hold while others have room, so that what is used again after
//! nearly as many lines as the cache has is often gone, and after some more often still there.

use super::lru::Line;

/// Lines of a set: AMD's level 2 has 16 (white papers on CDNA and RDNA), and so has NVIDIA's (GPGPU-Sim configuration
/// SM86_RTX3070).
const WAYS: usize = 16;

/// A cache of fewer sets is taken for one set: too few lines for a share of them to mean anything.
const FEWEST_SETS: usize = 16;

/// The cache. Each set's lines are the newest first.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    lines: Vec<Line>,
    /// Lines of each set that are in use.
    used: Vec<usize>,
    ways: usize,
    /// Lines in use.
    all: usize,
}

impl Sets {
    /// An empty cache of `capacity` lines, at least one, or of up to 15 fewer.
    pub fn new(capacity: usize) -> Self {
        let sets = capacity / WAYS;
        let (sets, ways) = if sets < FEWEST_SETS { (1, capacity.max(1)) } else { (sets, WAYS) };
        Self { lines: vec![Line::new(0); sets * ways], used: vec![0; sets], ways, all: 0 }
    }

    /// Whether new lines take others' places. Sets fill unevenly: the last eighth takes long.
    pub fn is_full(&self) -> bool {
        match self.used.len() {
            1 => self.all == self.ways,
            _ => self.all >= self.lines.len() / 8 * 7,
        }
    }

    /// Empties the cache without writing anything back.
    pub fn clear(&mut self) {
        self.used.fill(0);
        self.all = 0;
    }

    /// Uses the line of this tag, making room for it if it is not there; also the line that had to go.
    #[inline]
    pub fn touch(&mut self, tag: u64) -> (&mut Line, Option<Line>) {
        let set = place(tag, self.used.len());
        let (lines, used) = (&mut self.lines[set * self.ways..][..self.ways], &mut self.used[set]);
        if let Some(at) = lines[..*used].iter().position(|line| line.tag == tag) {
            lines[..=at].rotate_right(1);
            return (&mut lines[0], None);
        }
        let evicted = (*used == self.ways).then(|| lines[self.ways - 1]);
        if evicted.is_none() {
            *used += 1;
            self.all += 1;
        }
        lines[..*used].rotate_right(1);
        lines[0] = Line::new(tag);
        (&mut lines[0], evicted)
    }

    /// All lines, each set's oldest first, leaving the cache empty.
    pub fn drain(&mut self) -> Vec<Line> {
        let sets = self.lines.chunks(self.ways).zip(&self.used);
        let lines = sets.flat_map(|(lines, used)| lines[..*used].iter().rev()).copied().collect();
        self.clear();
        lines
    }
}

/// The set of a line. Two rounds, since the lines of a spatial sample have part of one product in common.
fn place(tag: u64, sets: usize) -> usize {
    const MIX: u64 = 0xD6E8_FEB8_6659_FD93;
    let once = (tag ^ (tag >> 32)).wrapping_mul(MIX);
    let twice = (once ^ (once >> 32)).wrapping_mul(MIX);
    ((u128::from(twice) * sets as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of lines found again by walks over so many lines, the first left out.
    fn found(cache: &mut Sets, lines: u64) -> f64 {
        let mut walk = || (0..lines).filter(|line| std::mem::replace(&mut cache.touch(*line).0.valid, 1) == 1).count();
        walk();
        (0..4).map(|_| walk()).sum::<usize>() as f64 / (4 * lines) as f64
    }

    #[test]
    fn a_small_cache_is_one_set() {
        let mut cache = Sets::new(100);
        assert_eq!(found(&mut cache, 100), 1.0);
        assert!(cache.is_full());
        assert_eq!(found(&mut cache, 101), 0.0);
    }

    #[test]
    fn sets_overflow_one_by_one() {
        // Of a set with a mean of m lines, all are found again where they are no more than 16, by Poisson's distribution.
        for (share, least, most) in
            [(0.5, 0.98, 1.0), (0.75, 0.78, 0.88), (1.0, 0.4, 0.53), (1.25, 0.08, 0.22), (2.0, 0.0, 0.01)]
        {
            let found = found(&mut Sets::new(1 << 16), (65536.0 * share) as u64);
            assert!((least..=most).contains(&found), "{share}: {found}");
        }
    }

    #[test]
    fn an_emptied_cache_knows_nothing() {
        let mut cache = Sets::new(1 << 12);
        cache.touch(3).0.dirty = 1;
        assert_eq!(cache.drain().iter().map(|line| (line.tag, line.dirty)).collect::<Vec<_>>(), [(3, 1)]);
        assert_eq!(cache.touch(3), (&mut Line::new(3), None));
    }
}
