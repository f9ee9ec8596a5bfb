//! Atomics that wait for each other.

use super::evidence::Evidence;
use super::suggestion::{Suggestion, suggest};
use crate::units::digits3;
use crate::{Finding, FindingKind, Severity};

/// Lanes of a subgroup at one address worth a finding.
const CONTENDED: f64 = 4.0;

/// A line's share of all the launch's waiting worth a finding.
const SHARE: f64 = 0.05;

/// Lines whose atomics meet at one address.
pub(super) fn contended(evidence: &Evidence<'_>) -> Vec<Finding> {
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
            let name = evidence
                .requests(line.line)
                .find(|request| request.noun() == "atomic")
                .map_or(String::new(), |request| format!(" on `{}`", request.0.name));
            let what = format!(
                "each subgroup's atomic{name} has {} lanes at one address, because they update the same element: a memory unit \
                 does them one after the other ({} steps for {} requests)",
                digits3(line.atomic_serializations as f64 / line.atomic_requests.max(1) as f64),
                line.atomic_serializations,
                line.atomic_requests,
            );
            let more = ": `subgroupAdd` or a sum in workgroup memory, then one atomic a workgroup; or give each workgroup an element \
                        of its own and add those up at the end";
            let next = (Suggestion::CombineFirst, more.to_owned());
            suggest(FindingKind::Atomics, Severity::Warning, line.line, &what, next)
        })
        .collect()
}
