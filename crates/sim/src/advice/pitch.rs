//! Pitches of arrays in workgroup memory: distances from row to row at which no access meets itself in a bank.

use super::request::Request;
use crate::config::Config;
use crate::count::wavefronts;

/// Rows shorter than this share of the banks are no rows to pad: their lanes should take neighbouring words instead.
const ROW: u32 = 4;

/// Passes worth another pitch, as a share of those that the accesses take.
const FEWER: f64 = 0.75;

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

/// A pitch that frees some accesses.
pub(super) struct Best {
    /// In words.
    pub pitch: u32,
    /// Passes of a request over the banks at the pitch that is, on average.
    pub now: f64,
    /// And at the better one.
    pub then: f64,
}

/// The wider pitch at which these accesses take fewest passes together, where these are at most [`FEWER`] of those that they take.
pub(super) fn best_pitch(accesses: &[Request<'_>], pitch: u32, config: &Config) -> Option<Best> {
    let requests: u64 = accesses.iter().map(|access| access.0.all.requests).sum();
    let at = |wider: u32| {
        let all = accesses.iter().map(|access| passes(access, pitch, wider, config).0 * access.0.all.requests);
        all.sum::<u64>() as f64 / requests.max(1) as f64
    };
    let wider = (pitch + 1..pitch + config.banks).map(|wider| (wider, at(wider)));
    let (best, then) = wider.reduce(|best, other| if other.1 < best.1 { other } else { best })?;
    let now = at(pitch);
    (then <= FEWER * now).then_some(Best { pitch: best, now, then })
}

/// Whether lanes so many words apart come to the same bank before all banks had their turn.
pub(super) fn meets_itself(words: u32, banks: u32) -> bool {
    let (mut a, mut b) = (words, banks);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a > 1
}

fn is_free(access: &Request<'_>, pitch: u32, wider: u32, config: &Config) -> bool {
    let (total, ideal) = passes(access, pitch, wider, config);
    total == ideal
}

/// Passes over the banks that a request takes with its rows so much wider, and the fewest that it could.
fn passes(access: &Request<'_>, pitch: u32, wider: u32, config: &Config) -> (u64, u64) {
    let row = pitch * config.bank_bytes;
    // An array may begin anywhere: only distances count.
    let first = access.0.lanes.iter().map(|(_, address)| *address).min().unwrap_or(0) / row * row;
    let moved = |address: u32| {
        let at = address - first;
        at / row * wider * config.bank_bytes + at % row
    };
    let lanes: Vec<(u32, u32)> = access.0.lanes.iter().map(|(lane, address)| (*lane, moved(*address))).collect();
    wavefronts(&lanes, access.0.bytes, config)
}
