//! Atomics that wait for each other.

use super::evidence::Evidence;
use super::gain::Gone;
use super::request::Request;
use super::suggestion::{Observation, Suggestion, suggest};
use super::what_if::GAIN;
use crate::estimate::Limit;
use crate::occupancy::{Footprint, occupancy};
use crate::si_units::{Bytes, digits3};
use crate::{AccessKind, Finding, FindingKind, LineCounters, Severity};

/// Lanes of a subgroup at one address worth a finding.
const CONTENDED: f64 = 4.0;

/// A line's share of all the launch's waiting worth a finding.
const SHARE: f64 = 0.05;

/// How lanes that update one element combine their updates into one.
fn combine(request: Option<&Request<'_>>) -> String {
    format!(
        ": first several inputs in a register of each invocation, then the lanes of a subgroup with {}, so that only one lane of \
         each subgroup or workgroup updates the element",
        operation(request)
    )
}

/// The operation that combines the values of a subgroup's lanes.
fn operation(request: Option<&Request<'_>>) -> String {
    let known = request.and_then(|request| request.0.combined_by);
    known.map_or("a subgroup operation".to_owned(), |name| format!("`{name}`"))
}

/// The same where each lane needs an offset of its own, which the atomic returns.
const COMBINE_PLACES: &str = ": sum the lanes of a subgroup with `subgroupAdd`, let one lane do one atomic, and pass its result to \
                              the others with `subgroupBroadcastFirst`; `subgroupExclusiveAdd` gives each lane's offset from it";

/// Lines whose atomics meet at one address.
pub(super) fn contended(evidence: &Evidence<'_>) -> Vec<Finding> {
    let has_copies = has_copies(evidence);
    let all = all_turns_left(evidence);
    let named = evidence.dearest(
        |line| turns_left(evidence, line),
        |line| {
            let waits = turns_left(evidence, line) as f64;
            let contended = waits >= CONTENDED * line.atomic_requests.max(1) as f64 && waits > SHARE * all;
            contended && !waits_little(evidence, line)
        },
    );
    named
        .into_iter()
        .map(|line| {
            let request = evidence.requests(line.line).find(|request| request.0.does == AccessKind::Updates);
            let name = request.map_or(String::new(), |request| format!(" on `{}`", request.0.name));
            // Existing copies are being added up: this is no histogram.
            let histogram = request.filter(spreads).filter(|request| request.wavefronts().is_some() || !has_copies);
            let no_copy_fits = histogram.and_then(|request| no_room(evidence, &request));
            let (why, next) = match (histogram, no_copy_fits) {
                (_, Some(more)) => {
                    ("many of the elements that they update are the same", (Suggestion::CombineFirst, more))
                }
                _ if request.is_some_and(hands_out) => {
                    ("they update the same element", (Suggestion::CombineFirst, COMBINE_PLACES.to_owned()))
                }
                (Some(request), _) => ("many of the elements that they update are the same", count_apart(&request)),
                (None, _) => ("they update the same element", (Suggestion::CombineFirst, combine(request.as_ref()))),
            };
            let seen = format!(
                "each subgroup's atomic{name} has {} lanes at one address",
                digits3(line.atomic_serializations as f64 / line.atomic_requests.max(1) as f64),
            );
            let figures = format!(
                ": a memory unit performs them one after the other ({} turns for {} requests)",
                line.atomic_serializations, line.atomic_requests,
            );
            let observation = Observation::because(&seen, why, &figures);
            suggest(FindingKind::Atomics, Severity::Warning, line.line, observation, next)
        })
        .collect()
}

/// Whether an atomic's result tells each lane its place.
fn hands_out(request: Request<'_>) -> bool {
    request.0.returns && request.0.combined_by == Some("subgroupAdd")
}

/// Whether the elements that atomics update have copies in workgroup memory.
fn has_copies(evidence: &Evidence<'_>) -> bool {
    evidence.every_request().any(|request| request.0.does == AccessKind::Updates && request.wavefronts().is_some())
}

/// Turns that compilers leave of a line's atomics: where they combine what a subgroup does at one address, it waits for nothing.
fn turns_left(evidence: &Evidence<'_>, line: &LineCounters) -> u64 {
    let updates = evidence.requests(line.line).filter(|request| request.0.does == AccessKind::Updates);
    updates.filter_map(|request| request.0.turns_left).reduce(|a, b| a + b).unwrap_or(line.atomic_serializations)
}

fn all_turns_left(evidence: &Evidence<'_>) -> f64 {
    evidence.lines.iter().map(|line| turns_left(evidence, line)).sum::<u64>().max(1) as f64
}

/// Whether compilers leave a turn of each of its requests.
fn is_combined(request: &Request<'_>) -> bool {
    request.0.turns_left.is_some_and(|turns| turns <= request.0.all.requests)
}

/// Whether the waiting at a line's atomics costs the launch hardly anything.
fn waits_little(evidence: &Evidence<'_>, line: &LineCounters) -> bool {
    evidence.saves_little(waiting(evidence, &[line]))
}

/// What the waiting at the atomics of some lines costs.
pub(super) fn waiting<'a>(evidence: &'a Evidence<'_>, lines: &[&LineCounters]) -> Gone<'a> {
    let excess = lines.iter().map(|line| turns_left(evidence, line).saturating_sub(line.atomic_requests)).sum::<u64>();
    let excess = excess as f64 / all_turns_left(evidence);
    let of_workgroup = |request: Request<'_>| request.0.does == AccessKind::Updates && request.wavefronts().is_some();
    let in_workgroup = lines.iter().flat_map(|line| evidence.requests(line.line)).any(of_workgroup);
    Box::new(move |limit| match limit {
        // Atomics on workgroup memory are serialized while storage is waited for.
        Limit::Atomics if in_workgroup && evidence.waits_in_storage() => 0.0,
        Limit::Atomics => excess,
        Limit::Level2 if !in_workgroup && fill_level2(evidence) => 1.0,
        Limit::Latency if in_workgroup => evidence.turns(),
        _ => 0.0,
    })
}

/// The advice where there is no room for a copy of the elements.
fn no_room(evidence: &Evidence<'_>, request: &Request<'_>) -> Option<String> {
    too_many(evidence, request).or_else(|| crowds_out(evidence, request))
}

/// The advice where a unit would hold fewer workgroups than run on it now, if each had another copy of the elements.
fn crowds_out(evidence: &Evidence<'_>, request: &Request<'_>) -> Option<String> {
    request.wavefronts()?;
    let twice = Footprint { shared_bytes: 2 * evidence.footprint.shared_bytes, ..evidence.footprint };
    let each = evidence.demand.workgroups.div_ceil(u64::from(evidence.machine.unit.count?.max(1)));
    let at_work = each.min(evidence.occupancy?.workgroups.into());
    let left = occupancy(evidence.machine, twice).map_or(0, |occupancy| u64::from(occupancy.workgroups));
    (left < at_work).then(|| {
        format!(
            " only where an invocation or a subgroup has several inputs for one element at a time: with a second copy of the \
             elements, a unit would hold only {left} of the {at_work} workgroups that run on it now"
        )
    })
}

/// The advice where the elements do not fit into workgroup memory, as the addresses of one request show.
fn too_many(evidence: &Evidence<'_>, request: &Request<'_>) -> Option<String> {
    let addresses = || request.0.lanes.iter().map(|(_, address)| *address);
    let span = addresses().max()? - addresses().min()? + request.0.bytes;
    let room = evidence.machine.residency.shared_bytes_per_workgroup.filter(|room| span > *room)?;
    request.sectors()?;
    Some(format!(
        " only where an invocation or a subgroup has several inputs for one element at a time: the elements take {} or more and a \
         workgroup has room for {}, so no copy of them fits",
        Bytes(f64::from(span)),
        Bytes(f64::from(room)),
    ))
}

/// What keeps the updates of a histogram apart: copies for workgroups, and in workgroup memory for lanes.
fn count_apart(request: &Request<'_>) -> (Suggestion, String) {
    let next = if request.wavefronts().is_some() { Suggestion::SpreadCopies } else { Suggestion::CountInCopies };
    (next, String::new())
}

/// Whether the lanes of an atomic update several elements, as those of a histogram do.
fn spreads(request: &Request<'_>) -> bool {
    request.0.lanes.windows(2).any(|pair| pair[0].1 != pair[1].1)
}

/// Whether atomics are most of L2's traffic: what it reads beyond what loads miss in L1.
pub(super) fn fill_level2(evidence: &Evidence<'_>) -> bool {
    evidence.demand.traffic.is_some_and(|traffic| {
        let missed = traffic.l1_read_sectors - traffic.l1_read_hits;
        let updated = traffic.l2_read_sectors.saturating_sub(missed);
        2 * updated > traffic.l2_sectors()
    })
}

/// How to update less often where `limit` dominates, if that gains: there are many elements or one, and they may be copies already.
pub(super) fn fewer(evidence: &Evidence<'_>, limit: Limit) -> Option<String> {
    // Atomics on workgroup memory do not reach L2, and only one of the memories is waited for.
    let in_storage = limit == Limit::Level2 || evidence.waits_in_storage();
    let counts =
        |request: &Request<'_>| request.0.does == AccessKind::Updates && request.sectors().is_some() == in_storage;
    let line = |line: u32| evidence.lines.iter().find(|counted| counted.line == line);
    let waits = |request: &Request<'_>| line(request.0.line).map_or(0, |line| turns_left(evidence, line));
    let Some(request) = evidence.every_request().filter(counts).max_by_key(waits) else {
        return evidence.access_samples.is_empty().then(|| IN_WORKGROUP.to_owned());
    };
    let half =
        |limit: Limit| if matches!(limit, Limit::Atomics | Limit::Level2 | Limit::SharedMemory) { 0.5 } else { 0.0 };
    let gains = |saved: Option<f64>| saved.is_some_and(|saved| saved >= GAIN);
    if !gains(evidence.estimate.saved(evidence.demand, half)) {
        return None;
    }
    let in_few = request.0.lanes.len() == 1 && request.0.all.requests <= evidence.demand.workgroups;
    let spread = spreads(&request);
    let several = (spread || request.0.lanes.len() == 1) && has_copies(evidence);
    let how = match in_storage {
        // One atomic for a workgroup is the fewest, but for fewer workgroups. One lane may add up all elements of a copy.
        true if several || in_few => (!evidence.has_few_rounds()).then_some(FEWER_COPIES)?,
        true if hands_out(request) && is_combined(&request) => PLACES_OF_WORKGROUP,
        _ if hands_out(request) => ": one atomic of one lane for all that the lanes of a subgroup add",
        true if spread => return Some(too_many(evidence, &request).unwrap_or_else(|| COUNT_IN_COPY.to_owned())),
        true => IN_WORKGROUP,
        false if spread => {
            let all: Vec<&LineCounters> = evidence.lines.iter().filter(|line| line.atomic_requests > 0).collect();
            let saved = evidence.estimate.saved(evidence.demand, waiting(evidence, &all));
            return gains(saved).then(|| crowds_out(evidence, &request).unwrap_or_else(|| COPIES_FOR_LANES.to_owned()));
        }
        // One of each subgroup is the fewest.
        false if request.0.all.requests as f64 <= evidence.subgroups() => return None,
        false if is_combined(&request) => ": several inputs in a register of each invocation first",
        false => {
            let by = operation(Some(&request));
            return Some(format!(": several inputs in a register, then {by}, then one atomic per subgroup"));
        }
    };
    Some(how.to_owned())
}

/// Fewer workgroups, each of which adds what it has at its end.
const FEWER_COPIES: &str =
    ": give each workgroup more inputs, and launch fewer of them, so that fewer copies are added up";

/// What keeps the updates of many elements apart.
const COUNT_IN_COPY: &str = ": count in a copy of the elements in workgroup memory, with many inputs per workgroup, which then adds each \
                             element once";

/// How the invocations of a workgroup take their places with one atomic.
const PLACES_OF_WORKGROUP: &str = ": add up what the subgroups of a workgroup take in workgroup memory, let one lane of the workgroup do one \
                                   atomic, and give each subgroup its part of the result";

/// What keeps the updates of a copy in workgroup memory apart.
const COPIES_FOR_LANES: &str =
    ": keep N copies of each element side by side in workgroup memory, where lane mod N picks the copy";

/// How invocations that all update one element make few updates.
const IN_WORKGROUP: &str = ": reduce in a register, a subgroup or workgroup memory, then do one atomic per workgroup";
