//! What a run of the lab shows.

use crate::facts::DeviceType;
use crate::lab::{Measured, Seen};
use crate::units::percent;

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Seen<'_>) -> Vec<String> {
    // Reuse first: it is the lab's question, and the first screen shows three.
    [top(seen), registers(seen), workgroup(seen), order(seen), caches(seen), matrix_units(seen)]
        .into_iter()
        .flatten()
        .collect()
}

fn on_cpu(seen: &Seen<'_>) -> bool {
    seen.device.kind == DeviceType::Cpu
}

/// The fastest rung, and how far it is from the roof.
fn top(seen: &Seen<'_>) -> Option<String> {
    let fastest = seen.fastest("matmul")?;
    let compared = seen.compare(fastest.name, "naive")?;
    if fastest.name == "naive" {
        return None;
    }
    Some(format!("The ladder's fastest: {compared}{}{}.", reaches(fastest), beside(seen, fastest)))
}

/// `; `a` and `b` are as fast`: the others that take the same time.
fn beside(seen: &Seen<'_>, fastest: &Measured) -> String {
    let names: Vec<String> = seen.as_fast(fastest).iter().map(|other| format!("`{}`", other.name)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => format!("; {one} is as fast"),
        [rest @ .., last] => format!("; {} and {last} are as fast", rest.join(", ")),
    }
}

fn reaches(variant: &Measured) -> String {
    variant
        .of_measured
        .map_or(String::new(), |ratio| format!(", and reaches {} of the measured f32 roof", percent(ratio)))
}

/// Whether the order of the invocations mattered.
fn order(seen: &Seen<'_>) -> Option<String> {
    let compared = seen.compare("coalesced", "naive")?;
    let (ratio, apart) = seen.ratio("coalesced", "naive")?;
    let why = match (apart && ratio > 1.2, on_cpu(seen)) {
        (true, _) => "the same loads, asked for by neighbours that need neighbouring addresses",
        (false, true) => "a CPU driver loads lane by lane, and gains little from lanes that read side by side",
        (false, false) => {
            return Some(match seen.cause("coalesced") {
                Some(cause) => format!("On coalescing: {compared}; {cause}."),
                None => format!("On coalescing: {compared}; here the order of the loads makes no difference."),
            });
        }
    };
    Some(format!("On coalescing: {compared}; {why}."))
}

/// What workgroup memory alone brought.
fn workgroup(seen: &Seen<'_>) -> Option<String> {
    let compared = seen.compare("tiled", "coalesced")?;
    let (ratio, apart) = seen.ratio("tiled", "coalesced")?;
    let why = match (apart, ratio > 1.0, on_cpu(seen)) {
        (true, false, true) => {
            "on a CPU workgroup memory is memory like any other, the caches held the data already, \
             and at each barrier the driver must store the state of every subgroup and load it again"
        }
        (true, false, false) => "the caches served `coalesced` better than its barriers serve it",
        (true, true, _) => "each float from memory serves a whole row or column of the tile",
        (false, ..) => "the caches already did what the tile does",
    };
    Some(format!("On workgroup memory: {compared}; {why}."))
}

/// What reuse in registers brought.
fn registers(seen: &Seen<'_>) -> Option<String> {
    let compared = seen.compare("register-2d", "tiled")?;
    let (ratio, apart) = seen.ratio("register-2d", "tiled")?;
    let why = match (apart && ratio > 1.0, seen.cause("register-2d")) {
        (true, _) => "16 loads, not 128, feed 64 multiply-adds: reuse in registers is what makes a matrix product fast"
            .to_owned(),
        (false, Some(cause)) => format!("16 loads feed 64 multiply-adds where `tiled` needs 128, but {cause}"),
        (false, None) => {
            "16 loads feed 64 multiply-adds where `tiled` needs 128, but that is not the limit here".to_owned()
        }
    };
    Some(format!("On register tiles: {compared}; {why}."))
}

/// The caches instead of workgroup memory.
fn caches(seen: &Seen<'_>) -> Option<String> {
    let (tiles, caches) = (seen.fastest("matmul")?, seen.fastest("matmul-cached")?);
    let compared = seen.compare(caches.name, tiles.name)?;
    let why = match seen.ratio(caches.name, tiles.name)? {
        (_, false) => "copies into workgroup memory neither gain nor cost time here",
        (ratio, true) if ratio > 1.0 => {
            "it needs no copy and no barrier before its multiply-adds, and the caches are fast enough at this size"
        }
        _ => match (&caches.cause, &tiles.cause) {
            (Some(a), Some(b)) if a == b => &format!("of both the estimate says that {a}"),
            (Some(cause), _) => &format!("of `{}` the estimate says that {cause}", caches.name),
            (None, _) => "each of its loads is a request to a cache, and workgroup memory serves them faster",
        },
    };
    let roof = reaches(caches);
    Some(format!("On caches alone: {compared}{roof}; {why}."))
}

/// What matrix units brought.
fn matrix_units(seen: &Seen<'_>) -> Option<String> {
    let compared = seen.compare("matrix-16x16", "half")?;
    Some(format!("On matrix units: {compared}; their rate is not part of the f32 roof, and their factors are f16."))
}
