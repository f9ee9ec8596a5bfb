//! Findings drawn from counters: why a kernel is slow, by line, with the figures and the next thing to try.
//!
//! Each names the mechanism, the line where there is one, the figure, and the next thing to try. [`advice`] looks at one
//! launch, [`unfused`] at launches that follow each other.

mod atomics;
mod bank_conflicts;
mod cause;
mod coalescing;
mod coalescing_remedies;
mod divergence;
mod everything;
mod evidence;
mod fusion;
mod gain;
mod idle_units;
mod kernel;
mod limiter;
mod lines;
mod next_step;
mod padding;
mod pairs;
mod ranking;
mod request;
mod residency;
mod roof;
mod suggestion;
#[cfg(test)]
mod tests;
mod twice;
mod volume;
mod waste;
mod what_if;
mod workgroup_shape;

pub use cause::{Cause, IdleUnits, cause};
pub use evidence::Evidence;
pub use fusion::{HandOvers, Handed, Touch, hand_overs, unfused};
pub use kernel::KernelFacts;
pub use suggestion::Suggestion;

use ranking::Ranking;

use super::Finding;
use crate::estimate::Limit;
use crate::execution_trace::AddressSpace;
use limiter::Suggested;
use suggestion::suggests_another_algorithm;

/// Everything that the counters say, in the order of what limits the estimated time; the limiter itself comes last.
pub fn advice(evidence: &Evidence<'_>) -> Vec<Finding> {
    // Nothing else explains lanes that can never work.
    let mut findings: Vec<Finding> = residency::partial_subgroups(evidence).into_iter().collect();
    findings.extend(coalescing::uncoalesced(evidence));
    let gone_over = everything::gone_over(evidence);
    let quadratic = pairs::quadratic(evidence).filter(|_| gone_over.is_none());
    let mut idle = idle_units::idle_units(evidence);
    let mut redundant = volume::redundant_loads(evidence);
    if gone_over.iter().chain(&quadratic).any(suggests_another_algorithm) {
        // The work is then distributed differently.
        idle.iter_mut().for_each(Finding::withhold_suggestion);
    }
    if gone_over.is_some() || quadratic.is_some() {
        // They say so of the same loads.
        redundant.clear();
    }
    let conflicts = bank_conflicts::bank_conflicts(evidence);
    let (before, after) = if bank_conflicts::outweigh(evidence, idle_units::idle(evidence)) {
        (conflicts, Vec::new())
    } else {
        (Vec::new(), conflicts)
    };
    findings.extend(before);
    findings.extend(idle);
    // Avoidable loads come before divergence; where caches are the limit, after the waste of sectors.
    if evidence.limited_by(&[Limit::Latency, Limit::Issue]) {
        findings.append(&mut redundant);
    }
    findings.extend(idle_units::long_tail(evidence));
    findings.extend(lanes(evidence));
    findings.extend(after);
    findings.extend(waste::divisions(evidence));
    findings.extend(waste::local_arrays(evidence));
    findings.extend(waste::indexed_arrays(evidence));
    findings.extend(atomics::contended(evidence));
    findings.extend(twice::asked_again(evidence, AddressSpace::Storage));
    findings.append(&mut redundant);
    findings.extend(twice::read_twice(evidence));
    let alone = residency::alone(evidence);
    findings.extend(residency::low_occupancy(evidence).filter(|_| alone.is_none()));
    findings.extend(waste::idle_barriers(evidence));
    findings.extend(waste::stored_nothing(evidence));
    let mut findings = ranked(evidence, gone_over.into_iter().chain(quadratic), findings, alone);
    roof::withhold_vain(evidence, &mut findings);
    gain::state_gains(evidence, &mut findings);
    suggestion::state_once(&mut findings);
    let suggested = Suggested::by(&findings);
    findings.extend(limiter::limiter(evidence, suggested));
    findings
}

/// Findings in the order of the estimated time that each bears on: all of it for those of the whole algorithm, `alone`'s own.
fn ranked(
    evidence: &Evidence<'_>,
    algorithm: impl Iterator<Item = Finding>,
    findings: Vec<Finding>,
    alone: Option<(f64, Finding)>,
) -> Vec<Finding> {
    let of = |limit: Limit| evidence.estimate.term_s(limit).unwrap_or(0.0);
    let mut ranking = Ranking::new(evidence);
    ranking.add_at(evidence.estimate.limiter.map_or(0.0, of), algorithm);
    ranking.add(findings);
    // Each request is an instruction, too.
    let counters = evidence.counters;
    let requests = counters.shared_requests as f64 / counters.subgroup_instructions.max(1) as f64;
    let shared = of(Limit::SharedMemory).max(requests * of(Limit::Issue));
    ranking.add_at(shared, twice::asked_again(evidence, AddressSpace::Workgroup));
    for (seconds, finding) in alone.into_iter().chain(volume::scalar_loads(evidence)) {
        ranking.add_at(seconds, [finding]);
    }
    ranking.in_order()
}

/// What limits the estimated time, alone: what else could be said of a kernel that is wrong would change with it.
pub fn limiter_alone(evidence: &Evidence<'_>) -> Vec<Finding> {
    limiter::limiter(evidence, Suggested::Something).into_iter().collect()
}

/// Lanes that wait for others: one lane works, or each in turn. Both findings are reported, the more likely one first.
fn lanes(evidence: &Evidence<'_>) -> Vec<Finding> {
    let (mut parted, mut serial) = (divergence::divergence(evidence), waste::lane_serial(evidence));
    if divergence::take_turns(evidence) && !parted.is_empty() {
        // Sharing a loop among lanes that have loops of their own leads nowhere.
        serial.iter_mut().for_each(Finding::withhold_suggestion);
        parted.extend(serial);
        return parted;
    }
    if serial.is_some() {
        // Where one lane has all the work, the others cannot do more beforehand.
        let more = parted.iter_mut().filter(|finding| Suggestion::MoreBefore.is_made_by(finding));
        more.for_each(Finding::withhold_suggestion);
    }
    serial.into_iter().chain(parted).collect()
}
