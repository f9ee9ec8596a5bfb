//! Atomics that wait for each other.

use super::evidence::Evidence;
use super::request::Request;
use super::suggestion::{Suggestion, suggest};
use crate::units::digits3;
use crate::{Does, Finding, FindingKind, Severity};

/// Lanes of a subgroup at one address worth a finding.
const CONTENDED: f64 = 4.0;

/// A line's share of all the launch's waiting worth a finding.
const SHARE: f64 = 0.05;

/// How lanes that update one element make one update of theirs.
const COMBINE: &str = ": several inputs in a register of each invocation, then the lanes of a subgroup by `subgroupAdd`, so that one lane \
                       of each subgroup, or of each workgroup, updates the element";

/// The same where each lane needs a place of its own: what the atomic returns.
const COMBINE_PLACES: &str = ": what the lanes of a subgroup add by `subgroupAdd`, in one atomic of one lane, which hands its result to \
                              the others by `subgroupBroadcastFirst`; `subgroupExclusiveAdd` says where each lane's place lies after it";

/// Lines whose atomics meet at one address.
pub(super) fn contended(evidence: &Evidence<'_>) -> Vec<Finding> {
    let in_workgroup = |request: Request<'_>| request.0.does == Does::Updates && request.wavefronts().is_some();
    let has_copies = evidence.every_request().any(in_workgroup);
    let all = evidence.counters.atomic_serializations.max(1) as f64;
    let named = evidence.dearest(
        |line| line.atomic_serializations,
        |line| {
            let waits = line.atomic_serializations as f64;
            waits >= CONTENDED * line.atomic_requests.max(1) as f64 && waits > SHARE * all
        },
    );
    named
        .into_iter()
        .map(|line| {
            let request = evidence.requests(line.line).find(|request| request.0.does == Does::Updates);
            let name = request.map_or(String::new(), |request| format!(" on `{}`", request.0.name));
            // Copies that exist are added up: that is no histogram.
            let histogram = request.filter(spreads).filter(|request| request.wavefronts().is_some() || !has_copies);
            let (why, next) = match histogram {
                _ if request.is_some_and(|request| request.0.returns) => {
                    ("they update the same element", (Suggestion::CombineFirst, COMBINE_PLACES.to_owned()))
                }
                Some(request) => ("many of the elements that they update are the same", count_apart(&request)),
                None => ("they update the same element", (Suggestion::CombineFirst, COMBINE.to_owned())),
            };
            let what = format!(
                "each subgroup's atomic{name} has {} lanes at one address, because {why}: a memory unit does them one after the other \
                 ({} steps for {} requests)",
                digits3(line.atomic_serializations as f64 / line.atomic_requests.max(1) as f64),
                line.atomic_serializations,
                line.atomic_requests,
            );
            suggest(FindingKind::Atomics, Severity::Warning, line.line, &what, next)
        })
        .collect()
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

/// Whether atomics are most of level 2's traffic: what it is asked for beyond what loads miss in level 1, read and written.
pub(super) fn fill_level2(evidence: &Evidence<'_>) -> bool {
    evidence.demand.traffic.is_some_and(|traffic| {
        let missed = traffic.l1_read_sectors - traffic.l1_read_hits;
        let updated = 2 * traffic.l2_read_sectors.saturating_sub(missed);
        2 * updated > traffic.l2_sectors()
    })
}

/// How to update less often, where most waits are: the elements are many, or one, and may be copies already.
pub(super) fn fewer(evidence: &Evidence<'_>) -> &'static str {
    let line = evidence.lines.iter().max_by_key(|line| line.atomic_serializations).map_or(0, |line| line.line);
    let request = evidence.requests(line).find(|request| request.0.does == Does::Updates);
    if request.is_some_and(|request| request.0.returns) {
        return ": what the lanes of a subgroup add, in one atomic of one lane";
    }
    match request.map(|request| (spreads(&request), request.wavefronts().is_some())) {
        Some((true, true)) => {
            ": several copies of each element side by side in workgroup memory, for lanes with another remainder each"
        }
        Some((true, false)) => {
            ": in a copy of the elements in workgroup memory, from many inputs of each workgroup, which then adds each element once"
        }
        Some((false, true)) => ": several inputs in a register, then `subgroupAdd`, then one atomic a subgroup",
        Some((false, false)) | None => {
            ": reduce in a register, a subgroup or workgroup memory, then one atomic a workgroup"
        }
    }
}
