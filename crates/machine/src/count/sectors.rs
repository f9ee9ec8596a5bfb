//! Sectors of global memory that one request touches.

use crate::machine::{MAX_WIDTH, MOST_BANKS, Target};

/// The sectors that one request of one subgroup touches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Distinct sectors in the union of all lanes' accesses.
    pub sectors: u64,
    /// The fewest sectors that could hold the distinct bytes.
    pub ideal: u64,
}

/// The ranges of bytes that one request covers.
#[derive(Debug, Clone)]
pub struct Ranges {
    /// Start and end.
    ranges: [(u32, u32); MAX_WIDTH / 4],
    len: usize,
}

impl Default for Ranges {
    fn default() -> Self {
        Self { ranges: [(0, 0); MAX_WIDTH / 4], len: 0 }
    }
}

impl Ranges {
    /// Forgets them.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The ranges of `len` bytes that begin at `starts`, united.
    pub fn set_blocks(&mut self, starts: &[u32], len: u32) {
        self.clear();
        for &start in starts {
            self.push(start, len);
        }
        self.unite();
    }

    /// Measures them by sectors and by the banks of L1. One or two ranges, as in most requests, are measured in registers,
    /// and set only if they are kept.
    #[inline(always)]
    pub fn measure_blocks(
        &mut self,
        starts: &[u32],
        len: u32,
        (sector, banks): (u32, Option<&Target>),
        keep: bool,
    ) -> Measured {
        if keep || starts.len() > 2 {
            self.set_blocks(starts, len);
        }
        let end = |start: u32| start.saturating_add(len);
        match *starts {
            [start] => Measured::of(&[(start, end(start))], sector, banks),
            [a, b] => {
                let (a, b) = (a.min(b), a.max(b));
                match b <= end(a) {
                    true => Measured::of(&[(a, end(b))], sector, banks),
                    false => Measured::of(&[(a, end(a)), (b, end(b))], sector, banks),
                }
            }
            _ => Measured::of(self.as_slice(), sector, banks),
        }
    }

    /// Adds a range. There is room for one for each four lanes.
    #[inline(always)]
    pub fn push(&mut self, start: u32, bytes: u32) {
        self.ranges[self.len] = (start, start.saturating_add(bytes));
        self.len += 1;
    }

    /// Sorts the ranges and joins those that touch.
    pub fn unite(&mut self) {
        let ranges = &mut self.ranges[..self.len];
        if ranges.len() < 2 {
            return;
        }
        if !ranges.is_sorted() {
            ranges.sort_unstable();
        }
        let mut last = 0;
        for at in 1..ranges.len() {
            if ranges[at].0 <= ranges[last].1 {
                ranges[last].1 = ranges[last].1.max(ranges[at].1);
            } else {
                last += 1;
                ranges[last] = ranges[at];
            }
        }
        self.len = last + 1;
    }

    /// Start and end of each united range, ascending.
    pub fn as_slice(&self) -> &[(u32, u32)] {
        &self.ranges[..self.len]
    }

    /// The same, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.as_slice().iter().copied()
    }

    /// The sectors of united ranges.
    pub fn footprint(&self, sector: u32) -> Footprint {
        footprint_of(self.as_slice(), sector)
    }

    /// The wavefronts of united ranges whose accesses are one word of a bank each, and the fewest possible.
    pub fn wavefronts(&self, target: &Target) -> (u64, u64) {
        wavefronts_of(self.as_slice(), target)
    }
}

/// The cost of one request.
#[derive(Debug, Clone, Copy, Default)]
pub struct Measured {
    /// What it touches.
    pub footprint: Footprint,
    /// Wavefronts of the L1 cache; 0 without its banks.
    pub wavefronts: u64,
    /// A number that is the same for the same addresses.
    pub checksum: u64,
}

impl Measured {
    /// Of ranges that are united: by sectors of so many bytes, and by the banks of L1 where it has some.
    #[inline(always)]
    pub fn of(ranges: &[(u32, u32)], sector: u32, banks: Option<&Target>) -> Self {
        Self {
            footprint: footprint_of(ranges, sector),
            wavefronts: match banks {
                Some(banks) => wavefronts_of(ranges, banks).0,
                None => 0,
            },
            checksum: checksum(ranges.iter().copied()),
        }
    }
}

#[inline(always)]
fn footprint_of(ranges: &[(u32, u32)], sector: u32) -> Footprint {
    let shift = sector.trailing_zeros();
    let (mut sectors, mut bytes, mut next) = (0, 0, 0);
    for &(start, end) in ranges {
        let (first, last) = ((start >> shift).max(next), end.saturating_sub(1) >> shift);
        sectors += u64::from((last + 1).saturating_sub(first));
        next = last + 1;
        bytes += u64::from(end - start);
    }
    Footprint { sectors, ideal: (bytes + u64::from(sector) - 1) >> shift }
}

#[inline(always)]
fn wavefronts_of(ranges: &[(u32, u32)], target: &Target) -> (u64, u64) {
    let (shift, banks) = (target.bank_bytes.trailing_zeros(), target.banks);
    let passes = |words: u32| u64::from((words + banks - 1) >> banks.trailing_zeros());
    match *ranges {
        [(start, end)] => return (passes((end - start) >> shift), passes((end - start) >> shift)),
        [(start, end), (other, last)] => {
            let (words, others) = ((end - start) >> shift, (last - other) >> shift);
            let apart = ((other - start) >> shift) & (banks - 1);
            if words.max(others) <= banks {
                let meet = apart < words || banks - apart < others;
                return (1 + u64::from(meet), passes(words + others));
            }
        }
        _ => {}
    }
    wavefronts_by_word(ranges, target)
}

#[inline(never)]
fn wavefronts_by_word(ranges: &[(u32, u32)], target: &Target) -> (u64, u64) {
    let (shift, banks) = (target.bank_bytes.trailing_zeros(), target.banks);
    let mut per_bank = [0u8; MOST_BANKS];
    let (mut most, mut distinct) = (0, 0u32);
    for &(start, end) in ranges {
        for word in start >> shift..end >> shift {
            let bank = &mut per_bank[(word & (banks - 1)) as usize];
            *bank += 1;
            most = most.max(*bank);
            distinct += 1;
        }
    }
    (u64::from(most), u64::from(distinct.div_ceil(banks)))
}

/// The footprint of one access of `bytes` bytes at each address. Sorts the addresses where they are not ascending.
pub fn footprint(addresses: &mut [u32], bytes: u32, sector: u32) -> Footprint {
    if !addresses.is_sorted() {
        addresses.sort_unstable();
    }
    let shift = sector.trailing_zeros();
    let (mut sectors, mut distinct) = (0u64, 0u64);
    // The first sector and the first byte that have not been counted.
    let (mut next_sector, mut next_byte) = (0u64, 0u64);
    for &address in addresses.iter() {
        let (start, end) = (u64::from(address), u64::from(address) + u64::from(bytes));
        let (first, last) = ((start >> shift).max(next_sector), (end - 1) >> shift);
        if last + 1 > first {
            sectors += last + 1 - first;
            next_sector = last + 1;
        }
        distinct += end - start.max(next_byte).min(end);
        next_byte = next_byte.max(end);
    }
    Footprint { sectors, ideal: distinct.div_ceil(u64::from(sector)) }
}

/// A checksum of the addresses.
#[inline(always)]
pub fn checksum(ranges: impl Iterator<Item = (u32, u32)>) -> u64 {
    let of = |(start, end): (u32, u32)| (u64::from(start) << 32 | u64::from(end)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ranges.fold(0, |sum, range| (sum.rotate_left(32) ^ of(range)).wrapping_mul(FACTOR))
}

const FACTOR: u64 = 0xD6E8_FEB8_6659_FD93;

/// The same below 2^32, which another subgroup would make another one too.
#[inline(always)]
pub fn request_checksum(subgroup: usize, checksum: u64) -> u64 {
    (checksum ^ subgroup as u64).wrapping_mul(FACTOR) >> 32
}

/// The most lanes at one of these addresses, which ascend.
pub fn most_at_one(addresses: &[u32]) -> u64 {
    addresses.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap_or(0) as u64
}

/// The sectors that ranges of bytes cover whole.
pub fn whole_sectors(ranges: impl Iterator<Item = (u32, u32)>, sector: u32) -> u64 {
    let whole = |(start, end): (u32, u32)| (end / sector).saturating_sub(start.div_ceil(sector));
    ranges.map(|range| u64::from(whole(range))).sum()
}

/// The ranges of accesses of `bytes` bytes at ascending addresses, those that touch as one.
pub fn joined(addresses: &[u32], bytes: u32) -> impl Iterator<Item = (u32, u32)> {
    let runs = addresses.chunk_by(move |a, b| b - a <= bytes);
    runs.map(move |run| (run[0], run[run.len() - 1].saturating_add(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn blocks_measured_in_registers_are_measured_as_their_united_ranges() {
        let mut random = fastrand::Rng::with_seed(7);
        let target = Target::default();
        for _ in 0..20_000 {
            let starts: Vec<u32> = (0..random.usize(1..4)).map(|_| 4 * random.u32(..40)).collect();
            let len = 4 * random.u32(1..20);
            let mut ranges = Ranges::default();
            let measured = ranges.measure_blocks(&starts, len, (32, Some(&target)), random.bool());
            ranges.set_blocks(&starts, len);
            let bytes: BTreeSet<u32> = starts.iter().flat_map(|&start| start..start + len).collect();
            let sectors: BTreeSet<u32> = bytes.iter().map(|byte| byte / 32).collect();
            let footprint = Footprint { sectors: sectors.len() as u64, ideal: bytes.len().div_ceil(32) as u64 };
            assert_eq!(measured.footprint, footprint, "{starts:?}, {len} bytes");
            assert_eq!(measured.wavefronts, ranges.wavefronts(&target).0, "{starts:?}, {len} bytes");
            assert_eq!(measured.checksum, checksum(ranges.iter()), "{starts:?}, {len} bytes");
        }
    }

    #[test]
    fn two_ranges_take_the_wavefronts_that_counting_words_finds() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..20_000 {
            let target = Target { banks: 1 << random.u32(2..7), ..Target::default() };
            let mut ranges = Ranges::default();
            let len = 4 * random.u32(1..70);
            ranges.set_blocks(&[4 * random.u32(..300), 4 * random.u32(..300)], len);
            let mut per_bank = [0u64; 64];
            let mut words = 0u64;
            for word in ranges.iter().flat_map(|(start, end)| start / 4..end / 4) {
                per_bank[(word % target.banks) as usize] += 1;
                words += 1;
            }
            let most = per_bank.into_iter().max().unwrap_or(0);
            let fewest = u64::div_ceil(words, target.banks.into());
            assert_eq!(ranges.wavefronts(&target), (most, fewest), "{ranges:?}");
        }
    }
}
