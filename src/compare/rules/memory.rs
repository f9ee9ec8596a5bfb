//! What is moved, how densely, and how often.

use super::words::{Found, NOTABLE, at, count, counters, factor, found, moved, moved_bytes, per, times};
use crate::compare::kind::IdeaKind;
use crate::compare::pair::Side;
use crate::sim::{Counters, LineCounters};
use crate::units::{Bytes, digits3};

/// A factor of wasted sectors worth telling: a subgroup of 32 that lies across one sector more has 5 in place of 4.
const MISALIGNED: f64 = 1.2;

/// Loads under way that differ by less are not what makes the difference.
const FAR: f64 = 1.4;

/// Where the active lanes of two kernels differ by this, requests differ for that alone.
const IDLE: f64 = 1.3;

pub(in crate::compare) fn workgroup_memory(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let effects = format!(
        "requests to memory {}, sectors {}",
        moved(x.global_requests, y.global_requests),
        moved(x.global_sectors, y.global_sectors)
    );
    let sentence = match (x.shared_requests, y.shared_requests) {
        // Without a barrier nothing passes from one invocation to another: other rules report what else changed.
        (0, 1..) if y.barriers == 0 => {
            let sentence = format!("{} uses workgroup memory{}, with no barrier", b.name, staged(b));
            return found(IdeaKind::WorkgroupMemoryAlone, 1.0, sentence);
        }
        (0, 1..) => format!(
            "B_ stages data in workgroup memory{}: {effects}; the price is {} requests to workgroup memory and {} barriers of subgroups",
            staged(b),
            count(y.shared_requests),
            count(y.barriers)
        ),
        (1.., 0) => format!(
            "B_ does without the workgroup memory of A_{}: {effects}; gone are {} requests to workgroup memory and {} barriers of subgroups",
            staged(a),
            count(x.shared_requests),
            count(x.barriers)
        ),
        _ => kept(a, b, x, y)?,
    };
    let sentence = sentence.replace("B_", b.name).replace("A_", a.name);
    let gain = |x: u64, y: u64| x.max(y).max(1) as f64 / x.min(y).max(1) as f64;
    let gain = gain(x.global_sectors, y.global_sectors).max(gain(x.global_bytes, y.global_bytes));
    found(IdeaKind::WorkgroupMemory, 5.0 + libm::log(gain), sentence)
}

/// Both use workgroup memory, and the second holds in it what the first loads again.
pub(in crate::compare) fn kept(a: &Side<'_>, b: &Side<'_>, x: &Counters, y: &Counters) -> Option<String> {
    let (from, to) = (a.workgroup_bytes(), b.workgroup_bytes());
    let grows = to > from && y.shared_requests as f64 > NOTABLE * x.shared_requests as f64;
    let saves = x.global_bytes as f64 > NOTABLE * y.global_bytes as f64;
    // What is no longer loaded from memory is loaded from there.
    let gone = x.global_requests.saturating_sub(y.global_requests);
    let saves = saves && y.shared_requests.saturating_sub(x.shared_requests) >= gone;
    (grows && saves && a.passes.len() == b.passes.len()).then(|| {
        format!(
            "B_ keeps in workgroup memory{} what A_ loads again: bytes requested of memory {}; the price is {} of it for a \
             workgroup, before {}, and requests to it {}",
            staged(b),
            moved_bytes(x.global_bytes, y.global_bytes),
            Bytes(f64::from(to)),
            Bytes(f64::from(from)),
            moved(x.shared_requests, y.shared_requests)
        )
    })
}

/// ` (`tile_a`, `tile_b`, 2.05 kB), line 33`: what a kernel holds in workgroup memory, and where it is used.
pub(in crate::compare) fn staged(side: &Side<'_>) -> String {
    let names: Vec<String> = side.workgroup_variables().iter().map(|name| format!("`{name}`")).collect();
    let names = if names.is_empty() {
        String::new()
    } else {
        let bytes = Bytes(f64::from(side.workgroup_bytes()));
        format!(" ({}, {bytes})", names.join(", "))
    };
    let line = side.name_lines(&side.spenders(|line| line.shared_requests));
    names + &line.map_or(String::new(), |line| format!(", {line}"))
}

pub(in crate::compare) fn coalescing(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    if x.global_requests == 0 || y.global_requests == 0 {
        return None;
    }
    let excess = |c: &Counters| per(c.global_sectors, c.global_sectors_ideal);
    let factor = factor(excess(x), excess(y)).filter(|factor| *factor >= MISALIGNED)?;
    if self::factor(x.lane_efficiency, y.lane_efficiency).is_some_and(|f| f >= IDLE) {
        return None; // requests of few lanes are sparse, however they lie
    }
    let each = |c: &Counters| {
        let requests = c.global_requests;
        format!(
            "{} sectors ({} would do)",
            digits3(per(c.global_sectors, requests)),
            digits3(per(c.global_sectors_ideal, requests))
        )
    };
    let better = excess(y) < excess(x);
    let worse = if better { x } else { y };
    let why = match (better, excess(worse) < 1.5) {
        (true, false) if excess(y) < MISALIGNED => "what its lanes ask for at the same moment now fills whole sectors",
        (true, false) => "what its lanes ask for at the same moment now fills more of each sector",
        (false, false) => {
            "what its lanes ask for at the same moment lies further apart, and of each sector that is fetched less is used"
        }
        (true, true) => "the requests now begin where sectors begin",
        (false, true) => "the requests no longer begin where sectors begin, and touch one sector more than they fill",
    };
    // Where sectors are wasted, or, in a kernel that wastes none, where they are touched.
    let wasted = |line: &LineCounters| line.global_sectors.saturating_sub(line.global_sectors_ideal);
    let places: Vec<String> = [a, b]
        .into_iter()
        .filter_map(|side| {
            let mut lines = side.spenders(wasted);
            if lines.is_empty() {
                lines = side.spenders(|line| line.global_sectors);
            }
            Some(format!("{}: {}", side.name, side.name_lines(&lines)?))
        })
        .collect();
    let place = if places.is_empty() { String::new() } else { format!(" ({})", places.join("; ")) };
    let sentence = format!(
        "a request of {} touches {} where one of {} touches {}: {why}{place}",
        b.name,
        each(y),
        a.name,
        each(x)
    );
    found(IdeaKind::Coalescing, 4.0 + libm::log(factor), sentence)
}

/// Requests of as many bytes that touch more sectors, or fewer, without being packed any less.
pub(in crate::compare) fn spread(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.global_sectors as f64, y.global_sectors as f64).filter(|factor| *factor >= MISALIGNED)?;
    let alike = |x: u64, y: u64| self::factor(x as f64, y as f64).is_none();
    if !alike(x.global_requests, y.global_requests) || !alike(x.global_bytes, y.global_bytes) {
        return None;
    }
    let each = |c: &Counters| digits3(per(c.global_sectors, c.global_requests));
    let word = if y.global_sectors > x.global_sectors { "more" } else { "fewer" };
    let sentence = format!(
        "a request of {} touches {} sectors where one of {} touches {}: its lanes ask for {word} different addresses; sectors {}",
        b.name,
        each(y),
        a.name,
        each(x),
        moved(x.global_sectors, y.global_sectors)
    );
    found(IdeaKind::Spread, 2.3 + libm::log(factor), sentence)
}

/// How many loads wait together: they share one latency.
pub(in crate::compare) fn waits(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let (before, after) = x.requests_a_wait.zip(y.requests_a_wait)?;
    let factor = factor(before, after).filter(|factor| *factor >= FAR)?;
    // A quarter of the loads, each of four times the bytes, is as much under way.
    let under_way = |loads: f64, c: &Counters| loads * per(c.global_bytes, c.global_requests);
    let (was, is) = (under_way(before, x), under_way(after, y));
    if self::factor(was, is).is_none_or(|factor| factor < FAR) || (is > was) != (after > before) {
        return None;
    }
    let why =
        if after > before { "loads that wait together share one latency" } else { "fewer loads share one latency" };
    let sentence = format!(
        "{} has {} loads under way at each wait for memory where {} has {}: {why}",
        b.name,
        digits3(after),
        a.name,
        digits3(before)
    );
    found(IdeaKind::Waits, 2.0 + libm::log(factor), sentence)
}

pub(in crate::compare) fn bank_conflicts(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    if x.shared_requests == 0 || y.shared_requests == 0 {
        return None;
    }
    // Nothing is said of a machine whose banks are not known.
    x.shared_wavefronts.zip(y.shared_wavefronts)?;
    let spent = |c: &Counters| c.shared_wavefronts.unwrap_or(0);
    let ideal = |c: &Counters| c.shared_wavefronts_ideal.unwrap_or(0);
    let excess = |c: &Counters| per(spent(c), ideal(c));
    let factor = factor(excess(x), excess(y))?;
    let each = |c: &Counters| digits3(per(spent(c), c.shared_requests));
    let least = |c: &Counters| digits3(per(ideal(c), c.shared_requests));
    let why = match (excess(x) > NOTABLE, excess(y) > NOTABLE) {
        (true, false) => "the words that lanes ask for together now lie in different banks",
        (false, true) => "lanes ask for different words of one bank, which serves them one after the other",
        _ if excess(y) < excess(x) => "fewer lanes meet in one bank",
        _ => "more lanes meet in one bank",
    };
    let place = at(a, b, |line| line.shared_wavefronts.unwrap_or(0));
    let sentence = format!(
        "a request of {} to workgroup memory takes {} passes over the banks ({} would do) where one of {} takes {} ({} would do): {why}{place}",
        b.name,
        each(y),
        least(y),
        a.name,
        each(x),
        least(x)
    );
    found(IdeaKind::BankConflicts, 3.0 + libm::log(factor), sentence)
}

pub(in crate::compare) fn vectors(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.global_requests as f64, y.global_requests as f64)?;
    let width = |c: &Counters| per(c.global_bytes, c.global_requests);
    let wider = self::factor(width(x), width(y))?;
    // The same bytes in fewer, larger requests; lanes that idle make requests small too.
    if factor < 1.5 || wider < 1.4 || self::factor(x.lane_efficiency, y.lane_efficiency).is_some_and(|f| f > 1.3) {
        return None;
    }
    let place = at(a, b, |line| line.global_requests);
    let sentence = format!(
        "a request of {} moves {} where one of {} moves {}: requests to memory {}{place}",
        b.name,
        Bytes(width(y)),
        a.name,
        Bytes(width(x)),
        moved(x.global_requests, y.global_requests)
    );
    found(IdeaKind::VectorLoads, 3.5 + libm::log(wider), sentence)
}

/// By what factor requests of workgroup memory change more than the words that they ask for, where it is their width that changed.
const WIDER: f64 = 1.5;

pub(in crate::compare) fn reuse_of_shared(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    if x.shared_requests == 0 || y.shared_requests == 0 {
        return None;
    }
    let requests = moved(x.shared_requests, y.shared_requests);
    let place = at(a, b, |line| line.shared_requests);
    // The words asked for: an ideal wavefront is as many as the banks give at once, or twice that where lanes share them in pairs.
    let (before, after) = x.shared_wavefronts_ideal.zip(y.shared_wavefronts_ideal)?;
    let words = factor(before as f64, after as f64);
    let fewer = factor(x.shared_requests as f64, y.shared_requests as f64);
    if let Some(wider) = fewer.filter(|fewer| words.is_none_or(|words| words < WIDER && *fewer > WIDER * words)) {
        let each = match (words, y.shared_requests < x.shared_requests) {
            (Some(_), true) => "each of more words at once".to_owned(),
            (Some(_), false) => "each of fewer words at once".to_owned(),
            (None, less) => {
                let word = if less { "wider" } else { "narrower" };
                format!("each {} {word}: the same words by vectors", times(wider))
            }
        };
        let sentence = format!("requests to workgroup memory {requests}, {each}{place}");
        return found(IdeaKind::VectorLoads, 3.5 + libm::log(wider), sentence);
    }
    let factor = words?;
    let lanes = f64::from(y.subgroup_width.max(1));
    let arithmetic = |flop: u64, wavefronts: u64| flop as f64 / (wavefronts as f64 * lanes);
    let (was, is) = (arithmetic(x.flop, before), arithmetic(y.flop, after));
    let reused = after < before && is > was;
    let why = if reused && x.flop > 0 {
        format!(": a word, once in a register, serves more arithmetic ({} FLOP, before {})", digits3(is), digits3(was))
    } else {
        String::new()
    };
    let sentence = format!("requests to workgroup memory {requests}{why}{place}");
    found(IdeaKind::RegisterReuse, 3.6 + libm::log(factor), sentence)
}

pub(in crate::compare) fn traffic(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.global_bytes as f64, y.global_bytes as f64)?;
    let why = if y.global_bytes < x.global_bytes {
        "less is loaded or stored for the same result, because values stay in registers or workgroup memory, or are not needed"
    } else {
        "more is loaded or stored for the same result"
    };
    let place = at(a, b, |line| line.global_bytes);
    let sentence = format!("bytes requested of memory {}: {why}{place}", moved_bytes(x.global_bytes, y.global_bytes));
    found(IdeaKind::Reuse, 2.5 + libm::log(factor), sentence)
}

pub(in crate::compare) fn dram(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let (from, to) = x.dram_bytes.zip(y.dram_bytes)?;
    let factor = factor(from as f64, to as f64)?;
    let sentence = format!("bytes to and from DRAM {} (modelled caches)", moved_bytes(from, to));
    found(IdeaKind::Dram, 2.2 + libm::log(factor), sentence)
}
