//! Suggestions that bring the addresses of neighbouring lanes closer together.

use super::coalescing::are_served;
use super::evidence::Evidence;
use super::lines::EXCESS;
use super::request::Request;
use super::suggestion::Suggestion;
use super::twice::is_asked_again;
use super::workgroup_shape::{Arranged, Touched, burdens_level2, touched};
use crate::AccessKind;

/// The largest step between lanes that is treated as a structure; larger ones are rows.
const RECORD: i64 = 64;

/// Requests of a subgroup from which on an access is in a loop.
const SEVERAL: f64 = 4.0;

/// How invocations that have a row each read it side by side.
const OF_ROWS: &str = ", in a loop with a constant trip count where it is known; where each invocation has a row of its own, let a subgroup \
                       or a workgroup share the row and combine its parts, or stage a tile in workgroup memory";

/// What to try where sectors are touched for few of their bytes.
pub(super) fn closer(evidence: &Evidence<'_>, request: Option<&Request<'_>>) -> (Suggestion, String) {
    let Some(request) = request else {
        return (Suggestion::Gather, String::new());
    };
    let [x, y, _] = evidence.workgroup_size;
    if let Some((lanes, _)) = request.rows() {
        return longer_rows(evidence, request, lanes);
    }
    if x == 1 && y > 1 && request.step().is_some_and(|step| step != 0) {
        let more = format!(" instead of y: `@workgroup_size({y}, 1)`, and dispatch to match");
        return (Suggestion::LongerRows, more);
    }
    if let Some(elements) = vector(request) {
        return (Suggestion::Vector, takes_some(elements));
    }
    if let Some(more) = together(evidence, request) {
        return (Suggestion::DecideAlike, more);
    }
    if request.step_of_some().is_some() {
        return (Suggestion::Interleave, String::new());
    }
    let masked = || request.step_of_masked().filter(|step| step.unsigned_abs() > request.0.bytes.into());
    by_step(evidence, request, request.step().filter(|step| *step != 0).or_else(masked))
}

/// The same by the step between the addresses of neighbouring lanes, if there is one.
fn by_step(evidence: &Evidence<'_>, request: &Request<'_>, step: Option<i64>) -> (Suggestion, String) {
    let Some(step) = step else {
        // Rows of any lengths, which invocations go through one by one.
        let walks = request.0.all.requests as f64 >= SEVERAL * evidence.subgroups();
        return if walks { (Suggestion::Interleave, OF_ROWS.to_owned()) } else { (Suggestion::Gather, String::new()) };
    };
    let flat = evidence.workgroup_size.iter().filter(|size| **size > 1).count() <= 1;
    if !flat {
        return across_axes(evidence, request, step);
    }
    let record = step.abs() <= RECORD;
    // Each goes over all bytes between it and its neighbour.
    if record && request.goes_over(1.0) {
        let more = match request.0.does {
            AccessKind::Writes => {
                "; where it computes neighbouring results, let it store them as vec4s, or pass them through workgroup \
                                   memory, so that neighbouring lanes store neighbouring elements"
                    .to_owned()
            }
            _ => format!(
                "; where what it takes belongs together, put the values that neighbouring lanes access side by side: use one array per \
                 field instead of an array of {}-byte structures",
                step.unsigned_abs()
            ),
        };
        return (Suggestion::Interleave, more);
    }
    if record {
        let more = format!(
            " {}-byte structures, or let invocation i take element i and step by the workgroup's size",
            step.unsigned_abs()
        );
        return (Suggestion::FieldArrays, more);
    }
    if meets_rows(evidence, request) {
        return (Suggestion::Tile, String::new());
    }
    if makes_columns(evidence) {
        let more = ", that is, exchange what the kernel uses as its row and as its column";
        return (Suggestion::SwapAxes, more.to_owned());
    }
    (Suggestion::Interleave, OF_ROWS.to_owned())
}

/// The same in a workgroup of several axes.
fn across_axes(evidence: &Evidence<'_>, request: &Request<'_>, step: i64) -> (Suggestion, String) {
    let [x, ..] = evidence.workgroup_size;
    if let Some((now, then)) = swapped(evidence) {
        let more =
            format!(" (judging by their first requests, all accesses then touch {then} sectors instead of {now})");
        return (Suggestion::SwapAxes, more);
    }
    if step == i64::from(request.0.bytes) {
        return longer_rows(evidence, request, x);
    }
    // Each invocation has a few elements of a row.
    if step.abs() <= RECORD {
        let more = format!(" along x, so that the elements of an invocation lie {x} apart in a row");
        return (Suggestion::Interleave, more);
    }
    (Suggestion::Tile, String::new())
}

/// Rows of so many lanes are too short for the sectors.
fn longer_rows(evidence: &Evidence<'_>, request: &Request<'_>, lanes: u32) -> (Suggestion, String) {
    let wanted = evidence.machine.sector_bytes().div_ceil(request.0.bytes.max(1)).max(2 * lanes);
    if fills_a_tile(evidence, request) {
        let more = format!(
            ": at least {wanted} (now {lanes}), so that they fill whole sectors; in a tile that is wider than the workgroup, each \
             invocation computes several results"
        );
        return (Suggestion::LongerTile, more);
    }
    // Other accesses may run across the rows, in columns that become longer with them.
    let fewer = |(now, then): (Touched, Touched)| then.all() < now.all();
    // Rows that are not those of the workgroup come from the kernel's own division.
    match lanes == evidence.workgroup_size[0] {
        true if !touched(evidence, Arranged::InRows(wanted)).is_none_or(fewer) => (Suggestion::Tile, String::new()),
        true => (
            Suggestion::LongerRows,
            format!(
                ", in rows of at least {wanted} (now {lanes}): a row then fills whole sectors; where the kernel itself divides its \
                 invocations into rows, change it there"
            ),
        ),
        false => {
            (Suggestion::LongerTile, format!(": at least {wanted} (now {lanes}), so that they fill whole sectors"))
        }
    }
}

/// Whether what an access loads, or stores, passes through workgroup memory as often: a longer workgroup of as many
/// invocations would have a flatter tile, which serves fewer of them. Elements that are counted there are no tile.
fn fills_a_tile(evidence: &Evidence<'_>, request: &Request<'_>) -> bool {
    let mut beside = evidence.every_request().filter(|other| other.wavefronts().is_some());
    let all = request.0.all.requests;
    let frequent = |other: &Request<'_>| (all / 2..=2 * all).contains(&other.0.all.requests);
    beside.clone().all(|other| other.0.does != AccessKind::Updates)
        && beside.any(|other| other.0.does == AccessKind::Writes && frequent(&other))
}

/// Whether another access, as frequent, runs along its rows already, so that swapping axes would fix this one and break
/// that one. Others use what this one leaves of its sectors, or it comes to all of the buffer itself, else a tile would
/// hold what nobody asks for. What asks for one element again and again runs along no row.
fn meets_rows(evidence: &Evidence<'_>, request: &Request<'_>) -> bool {
    let others = evidence.every_request().filter(|other| other.sectors().is_some() && !is_asked_again(other));
    let (bytes, all) = (i64::from(request.0.bytes), request.0.all.requests);
    let frequent = |other: &Request<'_>| (all / 2..=2 * all).contains(&other.0.all.requests);
    (are_served(evidence) || request.goes_over(1.0))
        && others.filter(frequent).any(|other| other.0.name != request.0.name && other.step() == Some(bytes))
}

/// Whether each invocation makes one element, whose neighbour in its row no neighbouring lane makes: all that lanes do not
/// share lies rows apart.
fn makes_columns(evidence: &Evidence<'_>) -> bool {
    let mut accesses = evidence.every_request().filter(|request| request.sectors().is_some());
    let makes = |request: &Request<'_>| {
        request.0.does == AccessKind::Writes && (request.0.all.requests as f64) < EXCESS * evidence.subgroups()
    };
    accesses.clone().any(|request| makes(&request))
        && accesses.all(|request| request.step().is_some_and(|step| step == 0 || step.abs() > RECORD))
}

/// How lanes that a branch leaves idle between others come to work side by side. They lie as they are numbered.
pub(super) fn together(evidence: &Evidence<'_>, request: &Request<'_>) -> Option<String> {
    let width = evidence.counters.subgroup_width;
    match request.some_of_each()? {
        (1, each) => {
            Some(format!(" of {width} invocations be at work: let invocation i do what invocation {each} * i does now"))
        }
        // A few idle lanes at the edge of a launch are not worth it.
        (some, each) => (2 * some <= each).then(|| {
            format!(
                " of {width} invocations be at work, where only {some} of each {each} are: number those at work one after the other"
            )
        }),
    }
}

/// The sectors of all accesses now and with x and y swapped, where that is known of each and is much less, and not at level
/// 2's cost.
fn swapped(evidence: &Evidence<'_>) -> Option<(u64, u64)> {
    let (now, then) = touched(evidence, Arranged::Swapped)?;
    let fewer = now.all() as f64 > then.all() as f64 * EXCESS;
    (fewer && !burdens_level2(evidence, then)).then_some((now.all(), then.all()))
}

/// After how a vec holds so many elements: what if a lane does not want them all.
pub(super) fn takes_some(elements: i64) -> String {
    format!(
        "{elements}; where it takes only some of them, put the values that neighbouring lanes access side by side: use one array \
         per field instead of an array of structures"
    )
}

/// How many elements a lane's share has, where a vector can hold them.
pub(super) fn vector(request: &Request<'_>) -> Option<i64> {
    let elements = request.step()?.abs() / i64::from(request.0.bytes.max(1));
    let whole = elements * i64::from(request.0.bytes) == request.step()?.abs();
    (whole && [2, 4].contains(&elements) && request.0.bytes == 4).then_some(elements)
}
