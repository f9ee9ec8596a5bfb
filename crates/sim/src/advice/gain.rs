//! What would be saved without the excess that a finding names, by estimate, where the counters tell.

use super::evidence::{Evidence, SAVED};
use super::suggestion::Suggestion;
use super::what_if::{GAIN, faster};
use super::{atomics, bank_conflicts, coalescing, twice};
use crate::estimate::{Demand, Limit, estimate};
use crate::{AccessKind, Finding, FindingKind, LineCounters};

/// The share of each resource's work that would be gone.
pub(super) type Gone<'a> = Box<dyn Fn(Limit) -> f64 + 'a>;

/// A share of the kernel's own time that is saved, and the condition under which it is.
type Gain = (f64, &'static str);

/// What most suggestions remove.
const EXCESS: &str = "without this excess, ";
/// Lanes also idle where no branch is to blame, and loads behind branches are waited for one by one.
const NO_LANE_IDLE: &str = "with no lane idle, ";
/// Neighbours' elements are new to each request, where a lane's own were there from the one before.
const SEVERAL_LOADS: &str = "each load then waits for sectors that no earlier one brought: with four times as many under way, in more \
                             workgroups or in each invocation, ";

/// Says at each suggestion how much faster the launch would be without what it is to save, and withholds one that would hardly gain
/// anything, where the launch is large enough to show that.
pub(super) fn state_gains(evidence: &Evidence<'_>, findings: &mut [Finding]) {
    if evidence.estimate.at_least() || evidence.estimate.launch_dominates() {
        return;
    }
    let saved: Vec<Option<Gain>> = (0..findings.len()).map(|at| saved(evidence, findings, at)).collect();
    for (finding, saved) in findings.iter_mut().zip(saved) {
        match saved {
            Some((saved, when)) if saved >= SAVED => finding.add_to_suggestion(&format!(" ({when}{})", faster(saved))),
            Some(_) if evidence.fills_units() => finding.withhold_suggestion(),
            _ => {}
        }
    }
}

/// What is saved where the suggestion of a finding is followed wherever its reason is the same.
fn saved(evidence: &Evidence<'_>, findings: &[Finding], at: usize) -> Option<Gain> {
    let finding = &findings[at];
    finding.suggestion.as_ref()?;
    let alike = findings.iter().filter(|other| other.is_same_cause(finding));
    let lines: Vec<&LineCounters> =
        alike.filter_map(|one| evidence.lines.iter().find(|line| Some(line.line) == one.line)).collect();
    let all = |of: &dyn Fn(&LineCounters) -> u64| lines.iter().map(|line| of(line)).sum::<u64>();
    let without = |gone: Gone<'_>| Some((evidence.estimate.saved(evidence.demand, gone)?, EXCESS));
    match finding.kind {
        FindingKind::Uncoalesced => {
            let excess = all(&|line| line.global_sectors.saturating_sub(line.global_sectors_ideal));
            let gone = coalescing::excess_sectors(evidence, excess);
            match Suggestion::Interleave.is_made_by(finding) {
                true => interleaved(evidence, gone, &lines),
                false => without(gone),
            }
        }
        FindingKind::BankConflict => {
            let excess = |line: &LineCounters| line.shared_wavefronts?.checked_sub(line.shared_wavefronts_ideal?);
            without(bank_conflicts::excess_wavefronts(evidence, all(&|line| excess(line).unwrap_or(0))))
        }
        FindingKind::Atomics => without(atomics::waiting(evidence, &lines)),
        FindingKind::Divergence => {
            let idle = 1.0 - evidence.counters.lane_efficiency;
            let of_instructions = move |limit| match limit {
                Limit::Issue | Limit::Registers | Limit::Latency => idle,
                _ => 0.0,
            };
            Some((evidence.estimate.saved(evidence.demand, of_instructions)?, NO_LANE_IDLE))
        }
        FindingKind::ReadTwice | FindingKind::StoredAgain => {
            let (again, memory) = twice::repeated(evidence, finding)?;
            Some((evidence.with_kept(again, memory)?, EXCESS))
        }
        FindingKind::IdleUnits if Suggestion::EvenRounds.is_made_by(finding) => {
            Some((evidence.with_smaller_workgroups(4)?, "four times as many: "))
        }
        _ => None,
    }
}

/// What is saved where neighbouring lanes take neighbouring elements; where that alone does not gain, for want of loads under way, with
/// more of them.
fn interleaved(evidence: &Evidence<'_>, gone: Gone<'_>, lines: &[&LineCounters]) -> Option<Gain> {
    let loads = |line: &LineCounters| evidence.requests(line.line).any(|request| request.0.does == AccessKind::Reads);
    let loads: Vec<&&LineCounters> = lines.iter().filter(|line| loads(line)).collect();
    let requests = loads.iter().map(|line| line.global_requests).sum();
    let then = evidence.with_new_sectors(requests, loads.iter().map(|line| line.global_sectors_ideal).sum());
    let with = |waits: f64| {
        let lengths = then.lengths.waiting([waits, 1.0]);
        let then = estimate(evidence.machine, &Demand { lengths, ..then });
        let waits = then.term_s(Limit::Latency);
        evidence.estimate.saved_where(evidence.demand, |limit, time| match limit {
            Limit::Latency => waits.unwrap_or(time),
            limit => time * (1.0 - gone(limit)),
        })
    };
    let alone = with(1.0)?;
    match with(0.25) {
        Some(both) if alone < SAVED && both >= GAIN => Some((both, SEVERAL_LOADS)),
        _ => Some((alone, EXCESS)),
    }
}
