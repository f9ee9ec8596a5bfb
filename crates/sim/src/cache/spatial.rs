//! Which entries of a stream a spatial sample of lines holds, for workgroups that ask for the same further on.

use super::level1::Does;
use std::ops::Range;

/// Spreads neighbouring lines over all hashes (Knuth's multiplicative hashing: 2^64 over the golden ratio).
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The bits of a product with [`FACTOR`] from which a hash is taken: high ones, which all of a line's bits reach.
const HASH_SHIFT: u32 = 40;

/// What a workgroup asks level 2 for.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub does: Does,
    pub line: u64,
    /// Bit i: sector i of the line.
    pub sectors: u16,
    /// A request waits for it first.
    pub leads: bool,
    pub binding: usize,
}

/// An entry's part in one line, so far on as a workgroup's lie.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The entry's place in the stream.
    pub at: usize,
    pub line: u64,
    pub sectors: u16,
}

/// The entries of a stream by the hashes of their lines. The product of a line further on is its own and that of the distance:
/// so those that are in the sample are looked up, and the others never looked at.
pub struct Spatial<'a> {
    entries: &'a [Entry],
    /// One line in so many is in the sample, a power of two.
    share: u64,
    /// Sectors of a line, a power of two: their logarithm.
    per_line: u32,
    /// Entries by binding and by hash.
    places: Vec<Vec<Vec<usize>>>,
}

impl<'a> Spatial<'a> {
    pub fn new(entries: &'a [Entry], bindings: usize, share: u64, per_line: u32) -> Self {
        let mut places = vec![vec![Vec::new(); share as usize]; bindings];
        for (at, entry) in entries.iter().enumerate() {
            places[entry.binding][hash(entry.line.wrapping_mul(FACTOR), share)].push(at);
        }
        Self { entries, share, per_line, places }
    }

    /// One line in so many is in the sample.
    pub fn share(&self) -> u64 {
        self.share
    }

    /// What a workgroup asks for in lines of the sample, in order, by its entries at `places`; they lie so many sectors further
    /// on, by binding.
    pub fn of(&self, places: &Range<usize>, away: impl Iterator<Item = i64>) -> Vec<Held> {
        let mut found = Vec::new();
        let in_line = 1 << self.per_line;
        for (binding, sectors) in away.enumerate() {
            // Towards minus infinity, as lines before the first one lie.
            let (lines, rest) = (sectors >> self.per_line, sectors & (in_line - 1));
            // Between two lines, an entry may reach into the next one.
            for beyond in 0..=i64::from(rest != 0) {
                self.each(places, binding, (lines + beyond) as u64, |at, line, sectors| {
                    let wide = u32::from(sectors) << rest >> (beyond * in_line);
                    found.push(Held { at, line, sectors: (wide & ((1 << in_line) - 1)) as u16 });
                });
            }
        }
        found.retain(|held| held.sectors != 0);
        found.sort_by_key(|held| held.at);
        found
    }

    /// Calls `each` for the entries to a binding that are in the sample so many lines further on: place, line, sectors.
    fn each(&self, places: &Range<usize>, binding: usize, further: u64, mut each: impl FnMut(usize, u64, u16)) {
        // A sum's hash is the sum of both, or one more by what the lower bits carry.
        let least = hash(further.wrapping_mul(FACTOR).wrapping_neg(), self.share);
        let next = (least + 1) % self.share as usize;
        let both = [Some(least), (next != least).then_some(next)];
        let of = |hash: usize| {
            let all = &self.places[binding][hash];
            all[all.partition_point(|at| *at < places.start)..].iter().take_while(|at| **at < places.end)
        };
        for &at in both.into_iter().flatten().flat_map(of) {
            let Entry { line, sectors, .. } = self.entries[at];
            let line = line.wrapping_add(further);
            if hash(line.wrapping_mul(FACTOR), self.share) == 0 {
                each(at, line, sectors);
            }
        }
    }
}

fn hash(product: u64, share: u64) -> usize {
    (product >> HASH_SHIFT & (share - 1)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the sample holds, found by looking at every entry.
    fn looked_through(entries: &[Entry], share: u64, per_line: u32, away: &[i64]) -> Vec<(usize, u64, u16)> {
        let each_sector = |(at, entry): (usize, &Entry)| {
            let set: Vec<i64> = (0..16).filter(|sector| entry.sectors >> sector & 1 == 1).collect();
            let first = ((entry.line as i64) << per_line) + away[entry.binding];
            set.into_iter().map(move |sector| (at, (first + sector) >> per_line, (first + sector) % (1 << per_line)))
        };
        let mut all = Vec::<(usize, u64, u16)>::new();
        for (at, line, sector) in entries.iter().enumerate().flat_map(each_sector) {
            match all.last_mut().filter(|last| (last.0, last.1) == (at, line as u64)) {
                Some((.., sectors)) => *sectors |= 1 << sector,
                None => all.push((at, line as u64, 1 << sector)),
            }
        }
        all.retain(|(_, line, _)| (line.wrapping_mul(FACTOR) >> HASH_SHIFT).is_multiple_of(share));
        all
    }

    #[test]
    fn a_sample_holds_what_looking_at_every_line_finds() {
        let mut random = fastrand::Rng::with_seed(7);
        for per_line in [0, 2, 3] {
            let entries: Vec<Entry> = std::iter::repeat_with(|| Entry {
                does: Does::Reads,
                line: random.u64(1 << 20..1 << 30),
                sectors: random.u16(1..=((1 << (1 << per_line)) - 1) as u16),
                leads: false,
                binding: random.usize(0..3),
            })
            .take(300)
            .collect();
            for share in [1, 2, 8, 64] {
                let sample = Spatial::new(&entries, 3, share, per_line);
                for away in [[0, 0, 0], [1, -1, 17], [-4096, 123_457, 1 << 20], [8, 3, -5]] {
                    let parts = [0..100, 100..300];
                    let held = parts.iter().flat_map(|places| sample.of(places, away.into_iter()));
                    let held: Vec<_> = held.map(|held| (held.at, held.line, held.sectors)).collect();
                    assert_eq!(held, looked_through(&entries, share, per_line, &away), "{per_line} {share} {away:?}");
                }
            }
        }
    }
}
