//! Findings drawn from counters: why a kernel is slow, by line, with the figures and the next thing to try.
//!
//! Each names the mechanism, the line where there is one, the figure, and the next thing to try. [`advice`] looks at one
//! launch, [`unfused`] at launches that follow each other.

mod atomics;
mod closer;
mod evidence;
mod fusion;
mod limiter;
mod lines;
mod pitch;
mod request;
mod residency;
mod suggestion;
#[cfg(test)]
mod tests;
mod twice;
mod units;
mod volume;
mod waste;

pub use evidence::Evidence;
pub use fusion::{Handed, Touch, hand_overs, unfused};
pub use limiter::{LAUNCH_RULES, cause};
pub use suggestion::Suggestion;

use super::{Finding, FindingKind};
use crate::estimate::Limit;
use crate::trace::AddressSpace;

/// Everything that the counters say, in the order of what limits the estimated time; the limiter itself comes last.
pub fn advice(evidence: &Evidence<'_>) -> Vec<Finding> {
    // Of lanes that can never work nothing else says why.
    let mut findings: Vec<Finding> = residency::partial_subgroups(evidence).into_iter().collect();
    findings.extend(lines::uncoalesced(evidence));
    findings.extend(units::idle_units(evidence));
    findings.extend(units::long_tail(evidence));
    // One lane works, or each has its turn: what both say is told, and first what is more likely.
    let mut lanes = [lines::divergence(evidence), waste::lane_serial(evidence).into_iter().collect()];
    match lines::take_turns(evidence) && !lanes[0].is_empty() {
        // What would share a loop among lanes that have loops of their own leads nowhere.
        true => lanes[1].iter_mut().for_each(Finding::withhold_suggestion),
        false => lanes.reverse(),
    }
    findings.extend(lanes.into_iter().flatten());
    findings.extend(lines::bank_conflicts(evidence));
    findings.extend(waste::divisions(evidence));
    findings.extend(waste::local_arrays(evidence));
    findings.extend(atomics::contended(evidence));
    findings.extend(twice::asked_again(evidence, AddressSpace::Storage));
    findings.extend(volume::redundant_loads(evidence));
    findings.extend(twice::read_twice(evidence));
    let alone = residency::alone(evidence);
    findings.extend(residency::low_occupancy(evidence).filter(|_| alone.is_none()));
    findings.extend(waste::idle_barriers(evidence));
    findings.extend(waste::stored_nothing(evidence));
    let mut weighed: Vec<(f64, Finding)> =
        findings.into_iter().map(|finding| (weight(evidence, finding.kind), finding)).collect();
    let of = |limit: Limit| evidence.estimate.term_s(limit).unwrap_or(0.0);
    // Each request is an instruction, too.
    let counters = evidence.counters;
    let requests = counters.shared_requests as f64 / counters.subgroup_instructions.max(1) as f64;
    let shared = of(Limit::SharedMemory).max(requests * of(Limit::Issue));
    weighed.extend(twice::asked_again(evidence, AddressSpace::Workgroup).into_iter().map(|finding| (shared, finding)));
    weighed.extend(alone);
    weighed.extend(volume::scalar_loads(evidence));
    // Stable: of two that bear on one limit, the order above stands.
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut findings: Vec<Finding> = weighed.into_iter().map(|(_, finding)| finding).collect();
    suggestion::tell_once(&mut findings);
    findings.extend(limiter::limiter(evidence));
    findings
}

/// The longest time of the resources that a kind of finding bears on.
fn weight(evidence: &Evidence<'_>, kind: FindingKind) -> f64 {
    // Without a store nothing else counts.
    if kind == FindingKind::StoredNothing {
        return f64::INFINITY;
    }
    // DRAM has no part in what caches serve.
    let of_loads = matches!(kind, FindingKind::Uncoalesced | FindingKind::ReadTwice);
    let cached = of_loads && lines::are_served(evidence);
    let limits = kind.limits().iter().filter(|limit| !(cached && **limit == Limit::Dram));
    limits.filter_map(|limit| evidence.estimate.term_s(*limit)).fold(0.0, f64::max)
}
