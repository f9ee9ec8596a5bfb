//! Pitches of arrays in workgroup memory: distances from row to row at which no access meets itself in a bank.

use super::request::Request;
use crate::config::Config;
use crate::count::wavefronts;

/// Rows shorter than this share of the banks are no rows to pad: their lanes should take neighbouring words instead.
const ROW: u32 = 4;

/// Whether words so far apart are rows that can be padded.
pub(super) fn is_row(pitch: u32, config: &Config) -> bool {
    pitch >= config.banks / ROW
}

/// The least pitch above `pitch`, in words, at which every one of these accesses is free of conflicts; `None` where there
/// is none with less than a row of banks more.
pub(super) fn free_pitch(accesses: &[Request<'_>], pitch: u32, config: &Config) -> Option<u32> {
    (pitch + 1..pitch + config.banks).find(|wider| accesses.iter().all(|access| is_free(access, pitch, *wider, config)))
}

/// Whether a free word after each row of banks frees every one of these accesses.
pub(super) fn free_by_words(accesses: &[Request<'_>], config: &Config) -> bool {
    let row = config.banks;
    accesses.iter().all(|access| access.0.bytes == config.bank_bytes && is_free(access, row, row + 1, config))
}

fn is_free(access: &Request<'_>, pitch: u32, wider: u32, config: &Config) -> bool {
    let row = pitch * config.bank_bytes;
    // An array may begin anywhere: only distances count.
    let first = access.0.lanes.iter().map(|(_, address)| *address).min().unwrap_or(0) / row * row;
    let moved = |address: u32| {
        let at = address - first;
        at / row * wider * config.bank_bytes + at % row
    };
    let lanes: Vec<(u32, u32)> = access.0.lanes.iter().map(|(lane, address)| (*lane, moved(*address))).collect();
    let (total, ideal) = wavefronts(&lanes, access.0.bytes, config);
    total == ideal
}
