//! Wavefronts of workgroup memory: how often its banks must be read for one request.

use crate::sim::config::{Config, MAX_WIDTH};

/// The wavefronts of one request and the fewest that it could take.
///
/// `lanes` holds each active lane and the byte address of its access of `bytes` bytes. In each pass a bank delivers
/// one word, to any number of lanes; 64-bit accesses take two passes (half subgroups), wider ones four (quarters).
pub fn wavefronts(lanes: &[(u32, u32)], bytes: u32, config: &Config) -> (u64, u64) {
    let passes = match bytes.div_ceil(config.bank_bytes) {
        0 | 1 => 1,
        2 => 2,
        _ => 4,
    };
    let lanes_per_pass = (config.subgroup_width / passes).max(1);
    let (mut total, mut ideal) = (0, 0);
    let mut rest = lanes;
    while let Some(&(first, _)) = rest.first() {
        let pass = first / lanes_per_pass;
        let len = rest
            .iter()
            .take_while(|(lane, _)| lane / lanes_per_pass == pass)
            .count();
        let (this, after) = rest.split_at(len);
        let (conflicts, best) = one_pass(this, bytes, config);
        total += conflicts;
        ideal += best;
        rest = after;
    }
    (total, ideal)
}

fn one_pass(lanes: &[(u32, u32)], bytes: u32, config: &Config) -> (u64, u64) {
    let mut words = [0u32; 5 * MAX_WIDTH];
    let mut len = 0;
    for &(_, address) in lanes {
        let (first, last) = (
            address / config.bank_bytes,
            address.saturating_add(bytes - 1) / config.bank_bytes,
        );
        for word in first..=last {
            words[len] = word;
            len += 1;
        }
    }
    let words = &mut words[..len];
    if !words.is_sorted() {
        words.sort_unstable();
    }
    let mut per_bank = [0u16; 256];
    let banks = config.banks.min(256);
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
