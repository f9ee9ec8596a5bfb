//! Pitches of arrays in workgroup memory: distances from row to row at which no two lanes of an access wait for one bank.

use super::coalescing_remedies::{takes_some, vector};
use super::evidence::Evidence;
use super::request::Request;
use super::suggestion::Suggestion;
use crate::cache::AccessKind;
use crate::count::wavefronts;
use crate::estimate::Limit;
use crate::machine::Target;
use crate::si_units::{digits3, gcd};

/// Rows shorter than this share of the banks are no rows to pad: their lanes should take neighbouring words instead.
const ROW: u32 = 4;

/// Passes worth another pitch, as a share of those that the accesses take.
const FEWER: f64 = 0.75;

/// How neighbouring lanes get neighbouring words of a row.
const OWN_WORDS: &str = ": where each lane accesses several words of a row, let lane i take word i and step by the number of lanes that share the row";

/// Wavefronts of a request at which a pitch is practically conflict-free.
const NEARLY: f64 = 1.5;

/// Why the words of a request meet in one bank, and what to try: a pitch that suits all accesses of the array, if any. `None`
/// where neighbouring lanes take neighbouring words already and no pitch does better.
pub(super) fn spread(evidence: &Evidence<'_>, request: Option<Request<'_>>) -> Option<(String, (Suggestion, String))> {
    let neighbours = |more: &str| (Suggestion::NeighbouringWords, more.to_owned());
    let Some(request) = request else {
        return Some(("its lanes ask one bank for different words".to_owned(), neighbours("")));
    };
    let target = evidence.machine.target();
    let words = |bytes: i64| words(bytes, &target);
    let Some((why, pitch)) = conflict(&request, &target) else {
        return Some((
            "its lanes ask one bank for different words, without a constant stride".to_owned(),
            neighbours(""),
        ));
    };
    // Lanes may step over rows: it is the array's own row that is padded.
    let pitch = match request.0.row_bytes / target.bank_bytes.max(1) {
        0 => pitch,
        row => row,
    };
    if !is_row(pitch, &target) {
        return Some((why, neighbours(": use one array per field, or let lane i take word i")));
    }
    let accesses = evidence.accesses(&request.0.name);
    // Padding does not change a row that several lanes access.
    let inside = request
        .step()
        .is_some_and(|step| words(step) > 1 && 2 * words(step) * target.bank_bytes <= request.0.row_bytes);
    // Several words of a lane side by side are one request for a vec, whose lanes then lie side by side.
    if let Some(elements) = vector(&request).filter(|_| free_pitch(&accesses, pitch, &target).is_none()) {
        return Some((why, (Suggestion::Vector, takes_some(elements))));
    }
    if inside {
        return Some((why, neighbours(OWN_WORDS)));
    }
    let next = match padding(&accesses, pitch, &target, &request.0.name, !evidence.limited_by(&[Limit::Issue])) {
        Ok(how) => (Suggestion::Pad, how),
        Err(_) if request.step() == Some(i64::from(request.0.bytes)) => return None,
        Err(why) => neighbours(&why),
    };
    Some((why, next))
}

/// The words of a bank in so many bytes.
fn words(bytes: i64, target: &Target) -> u32 {
    bytes.unsigned_abs().div_ceil(u64::from(target.bank_bytes)) as u32
}

/// Why the words of a request share banks, and how many words apart they are; `None` where they are at no one distance.
fn conflict(request: &Request<'_>, target: &Target) -> Option<(String, u32)> {
    let words = |bytes: i64| words(bytes, target);
    if let Some((lanes, apart)) = request.rows().or_else(|| request.rows_by(0)) {
        let pitch = words(apart);
        let why = match request.step() {
            Some(0) => {
                format!("rows of {lanes} lanes share a word each, {pitch} words apart, some of which share a bank")
            }
            _ => format!("rows of {lanes} lanes ask for words {pitch} apart, some of which share a bank"),
        };
        return Some((why, pitch));
    }
    let pitch = words(request.step()?);
    let why = match gcd(u64::from(pitch), u64::from(target.banks)) {
        _ if pitch <= 1 => return None,
        1 => format!("neighbouring lanes ask for words {pitch} apart, and some share a bank with lanes of another row"),
        _ => format!("neighbouring lanes ask for words {pitch} apart, which fall into few of the banks"),
    };
    Some((why, pitch))
}

/// How to pad the rows of an array for all accesses to it, where each may compute a word's place if need be; or that no pitch
/// helps them.
fn padding(
    accesses: &[Request<'_>],
    pitch: u32,
    target: &Target,
    name: &str,
    may_compute: bool,
) -> Result<String, String> {
    if let Some(free) = free_pitch(accesses, pitch, target) {
        return Ok(format!(
            " (a pitch of {free} words instead of {pitch}): no two lanes that access `{name}` together then wait for one bank"
        ));
    }
    let best = best_pitch(accesses, pitch, target);
    // A word's new place is computed at each access: a pitch costs nothing.
    if may_compute && free_by_words(accesses, target) && best.as_ref().is_none_or(|best| best.then > NEARLY) {
        return Ok(format!(
            " (an unused word after every {banks}, since no pitch avoids all conflicts: store and load word w at w + w / \
             {banks}u): no two lanes that access `{name}` together then wait for one bank",
            banks = target.banks,
        ));
    }
    if let Some(best) = best {
        return Ok(format!(
            " (a pitch of {} words instead of {pitch}): no pitch avoids all conflicts on `{name}`, but with this one a request \
             takes {} passes instead of {}",
            best.pitch,
            digits3(best.then),
            digits3(best.now),
        ));
    }
    if !may_compute {
        return Err(OWN_WORDS.to_owned());
    }
    Err(match accesses.len() {
        2 => format!(": no pitch of `{name}` makes both accesses to it conflict-free"),
        count => format!(": no pitch of `{name}` makes all {count} accesses to it conflict-free"),
    })
}

/// Whether words so far apart are rows that can be padded.
fn is_row(pitch: u32, target: &Target) -> bool {
    pitch >= target.banks / ROW
}

/// The least pitch above `pitch`, in words, at which every one of these accesses is free of conflicts; `None` where there
/// is none with less than a row of banks more.
fn free_pitch(accesses: &[Request<'_>], pitch: u32, target: &Target) -> Option<u32> {
    (pitch + 1..pitch + target.banks).find(|wider| accesses.iter().all(|access| is_free(access, pitch, *wider, target)))
}

/// Whether a free word after each row of banks frees every one of these accesses.
fn free_by_words(accesses: &[Request<'_>], target: &Target) -> bool {
    let row = target.banks;
    accesses.iter().all(|access| access.0.bytes == target.bank_bytes && is_free(access, row, row + 1, target))
}

/// A pitch that avoids some conflicts.
struct Best {
    /// In words.
    pitch: u32,
    /// Passes of a request over the banks at the pitch that is, on average.
    now: f64,
    /// And at the better one.
    then: f64,
}

/// The wider pitch at which these accesses take fewest passes together, where these are at most [`FEWER`] of those that they take.
fn best_pitch(accesses: &[Request<'_>], pitch: u32, target: &Target) -> Option<Best> {
    let requests: u64 = accesses.iter().map(|access| access.0.all.requests).sum();
    let at = |wider: u32| {
        let all = accesses.iter().map(|access| passes(access, pitch, wider, target).0 * access.0.all.requests);
        all.sum::<u64>() as f64 / requests.max(1) as f64
    };
    let wider = (pitch + 1..pitch + target.banks).map(|wider| (wider, at(wider)));
    let (best, then) = wider.reduce(|best, other| if other.1 < best.1 { other } else { best })?;
    let now = at(pitch);
    (then <= FEWER * now).then_some(Best { pitch: best, now, then })
}

fn is_free(access: &Request<'_>, pitch: u32, wider: u32, target: &Target) -> bool {
    let (total, ideal) = passes(access, pitch, wider, target);
    total == ideal
}

/// Passes over the banks that a request takes with its rows so much wider, and the fewest that it could.
fn passes(access: &Request<'_>, pitch: u32, wider: u32, target: &Target) -> (u64, u64) {
    let row = pitch * target.bank_bytes;
    // An array may begin anywhere: only distances count.
    let first = access.0.lanes.iter().map(|(_, address)| *address).min().unwrap_or(0) / row * row;
    let moved = |address: u32| {
        let at = address - first;
        at / row * wider * target.bank_bytes + at % row
    };
    let lanes: Vec<(u32, u32)> = access.0.lanes.iter().map(|(lane, address)| (*lane, moved(*address))).collect();
    wavefronts(&lanes, access.0.bytes, access.0.does == AccessKind::Reads, target)
}
