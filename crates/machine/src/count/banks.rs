//! Wavefronts of workgroup memory: how often its banks must be accessed for one request.

use crate::machine::{MAX_WIDTH, MOST_BANKS, Target};

/// The wavefronts of one request and the fewest that it could take.
///
/// `lanes` holds each active lane and the byte address of its access of `bytes` bytes. In each pass a bank delivers
/// one word, to any number of lanes; 64-bit accesses take two passes (half subgroups), wider ones four (quarters). Of what
/// `loads`, two passes are one where `in_pairs` finds that and the machine can.
pub fn wavefronts(lanes: &[(u32, u32)], bytes: u32, loads: bool, target: &Target) -> (u64, u64) {
    let passes = match bytes.div_ceil(target.bank_bytes) {
        0 | 1 => 1,
        2 => 2,
        _ => 4,
    };
    let two_at_once = passes > 1 && loads && target.paired_loads && in_pairs(lanes);
    let passes = if two_at_once { passes / 2 } else { passes };
    let lanes_per_pass = (target.subgroup_width / passes).max(1);
    let (mut total, mut ideal) = (0, 0);
    let mut rest = lanes;
    while let Some(&(first, _)) = rest.first() {
        let pass = first / lanes_per_pass;
        let len = rest.iter().take_while(|(lane, _)| lane / lanes_per_pass == pass).count();
        let (this, after) = rest.split_at(len);
        let (conflicts, best) = one_pass(this, bytes, target);
        total += conflicts;
        ideal += best;
        rest = after;
    }
    (total, ideal)
}

/// Whether each active lane has the address of its neighbour, or each that of the lane after that, as far as these are active.
fn in_pairs(lanes: &[(u32, u32)]) -> bool {
    let mut by_lane = [None; MAX_WIDTH];
    lanes.iter().for_each(|&(lane, address)| by_lane[lane as usize] = Some(address));
    let shares = |other: u32| {
        lanes.iter().all(|&(lane, address)| by_lane[(lane ^ other) as usize].is_none_or(|its| its == address))
    };
    shares(1) || shares(2)
}

fn one_pass(lanes: &[(u32, u32)], bytes: u32, target: &Target) -> (u64, u64) {
    let shift = target.bank_bytes.trailing_zeros();
    let banks = target.banks;
    let of = |address: u32| address >> shift..=address.saturating_add(bytes - 1) >> shift;
    let free = match banks {
        ..=64 => without_conflict::<64>(lanes, of, banks),
        _ => without_conflict::<MOST_BANKS>(lanes, of, banks),
    };
    if let Some(distinct) = free {
        return (1, u64::from(distinct.div_ceil(banks)));
    }
    let mut words = [0u32; 5 * MAX_WIDTH];
    let mut len = 0;
    for word in lanes.iter().flat_map(|&(_, address)| of(address)) {
        words[len] = word;
        len += 1;
    }
    let words = &mut words[..len];
    if !words.is_sorted() {
        words.sort_unstable();
    }
    let mut per_bank = [0u16; MOST_BANKS];
    let (mut last, mut most, mut distinct) = (None, 0, 0u32);
    for &word in words.iter() {
        if last != Some(word) {
            last = Some(word);
            distinct += 1;
            let bank = &mut per_bank[(word & (banks - 1)) as usize];
            *bank += 1;
            most = most.max(*bank);
        }
    }
    (u64::from(most), u64::from(distinct.div_ceil(banks)))
}

/// How many different words `lanes` access, each lane those of its address; `None` where two of them lie in one of the `banks`, of
/// which there are at most `MOST`.
fn without_conflict<const MOST: usize>(
    lanes: &[(u32, u32)],
    of: impl Fn(u32) -> std::ops::RangeInclusive<u32>,
    banks: u32,
) -> Option<u32> {
    // The word that each bank delivers, plus one.
    let mut delivered = [0u32; MOST];
    let mut distinct = 0;
    let mut before = None;
    for &(_, address) in lanes {
        // Neighbours often share an address.
        if before.replace(address) == Some(address) {
            continue;
        }
        let (first, last) = of(address).into_inner();
        for word in first..=last {
            let bank = &mut delivered[(word & (banks - 1)) as usize % MOST];
            if *bank == 0 {
                (*bank, distinct) = (word + 1, distinct + 1);
            } else if *bank != word + 1 {
                return None;
            }
        }
    }
    Some(distinct)
}

/// The wavefronts of one request in the banks of L1: the largest number of different words of one bank. `addresses`
/// are those of the active lanes, ascending.
pub fn l1_wavefronts(addresses: &[u32], bytes: u32, target: &Target) -> u64 {
    if let Some(wavefronts) = strided(addresses, bytes, target) {
        return wavefronts;
    }
    let mut per_bank = [0u16; MOST_BANKS];
    let banks = target.banks;
    let (mut most, mut next) = (0, 0);
    for &address in addresses {
        let first = (address / target.bank_bytes).max(next);
        let last = address.saturating_add(bytes - 1) / target.bank_bytes;
        for word in first..=last {
            let bank = &mut per_bank[(word & (banks - 1)) as usize];
            *bank += 1;
            most = most.max(*bank);
        }
        next = next.max(last + 1);
    }
    u64::from(most)
}

/// The same for words at even distances.
fn strided(addresses: &[u32], bytes: u32, target: &Target) -> Option<u64> {
    let &[first, second, ..] = addresses else {
        return None;
    };
    let step = second.wrapping_sub(first);
    let even = |pair: &[u32]| pair[1].wrapping_sub(pair[0]) == step;
    if bytes != target.bank_bytes || step == 0 || step % bytes != 0 || !addresses.windows(2).all(even) {
        return None;
    }
    let shared = (step / bytes).trailing_zeros().min(target.banks.trailing_zeros());
    Some((addresses.len() as u64).div_ceil(u64::from(target.banks >> shared)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn a_pass_takes_as_many_wavefronts_as_its_busiest_bank_has_words() {
        let target = Target::default();
        let mut random = fastrand::Rng::with_seed(1);
        for lanes in 1..33 {
            for reach in [1, 4, 40, 400] {
                let lanes: Vec<(u32, u32)> = (0..lanes).map(|lane| (lane, 4 * random.u32(..reach))).collect();
                let words: BTreeSet<u32> = lanes.iter().map(|(_, address)| address / 4).collect();
                let mut banks = BTreeMap::new();
                words.iter().for_each(|word| *banks.entry(word % 32).or_insert(0) += 1);
                let most = banks.into_values().max().unwrap_or(0);
                assert_eq!(one_pass(&lanes, 4, &target), (most, words.len().div_ceil(32) as u64), "{lanes:?}");
            }
        }
    }

    #[test]
    fn wide_loads_of_pairs_of_lanes_take_half_the_passes() {
        let target = Target { paired_loads: true, ..Target::default() };
        let lanes = |of: fn(u32) -> Option<u32>| (0..32).filter_map(|lane| Some((lane, of(lane)?))).collect::<Vec<_>>();
        // As Nsight Compute counts them on an H200: a name, the lanes' addresses, wavefronts of a load and of a store.
        type Probe = (&'static str, fn(u32) -> Option<u32>, u64, u64);
        let cases: [Probe; 9] = [
            ("side by side", |lane| Some(16 * lane), 4, 4),
            ("one address", |_| Some(0), 2, 4),
            ("pairs", |lane| Some(lane / 2 * 16), 2, 4),
            ("every eighth lane alike", |lane| Some(lane % 8 * 16), 4, 4),
            ("two rows in turns", |lane| Some((lane % 2 * 8 + lane / 16) * 16), 4, 8),
            ("half of the lanes", |lane| (lane < 16).then_some(16 * lane), 2, 2),
            ("odd lanes", |lane| (lane % 2 == 1).then_some(16 * lane), 4, 4),
            ("two words apart", |lane| Some(32 * lane), 8, 8),
            ("turned", |lane| Some((lane * 8 % 32 + lane / 4) * 16), 16, 16),
        ];
        for (name, of, loads, stores) in cases {
            let lanes = lanes(of);
            assert_eq!(wavefronts(&lanes, 16, true, &target).0, loads, "{name}");
            assert_eq!(wavefronts(&lanes, 16, false, &target).0, stores, "{name}, stored");
            assert_eq!(wavefronts(&lanes, 16, true, &Target::default()).0, stores, "{name}, elsewhere");
        }
        let pairs: Vec<_> = (0..32).map(|lane| (lane, lane / 2 * 8)).collect();
        assert_eq!(wavefronts(&pairs, 8, true, &target), (1, 1));
    }

    #[test]
    fn even_distances_take_as_many_wavefronts_of_level_1_as_counting_finds() {
        let target = Target::default();
        for stride in 1..70u32 {
            let addresses: Vec<u32> = (0..32).map(|lane| 64 + lane * stride * 4).collect();
            let mut apart = addresses.clone();
            // A word that is there already: no longer even, and no more words.
            apart.push(addresses[31]);
            assert_eq!(strided(&addresses, 4, &target), Some(l1_wavefronts(&apart, 4, &target)), "stride {stride}");
        }
        let vectors: Vec<u32> = (0..32).map(|lane| lane * 16).collect();
        assert_eq!(l1_wavefronts(&vectors, 16, &target), 4);
        assert_eq!(l1_wavefronts(&[8; 32], 4, &target), 1);
    }
}
