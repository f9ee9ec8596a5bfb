//! What would be saved without the excess that a finding names, by estimate, where the counters tell.

use super::evidence::{Evidence, SAVED};
use super::{atomics, bank_conflicts, coalescing};
use crate::estimate::Limit;
use crate::si_units::digits3;
use crate::{Finding, FindingKind, LineCounters};

/// The share of each resource's work that would be gone.
pub(super) type Gone<'a> = Box<dyn Fn(Limit) -> f64 + 'a>;

/// Says at each suggestion how much faster the launch would be without what it is to save, and withholds one that would hardly gain
/// anything, where the launch is large enough to show that.
pub(super) fn state_gains(evidence: &Evidence<'_>, findings: &mut [Finding]) {
    if evidence.estimate.at_least() || evidence.estimate.launch_dominates() {
        return;
    }
    let saved: Vec<Option<f64>> = (0..findings.len()).map(|at| saved(evidence, findings, at)).collect();
    for (finding, saved) in findings.iter_mut().zip(saved) {
        match saved {
            Some(saved) if saved >= SAVED => {
                let times = digits3(1.0 / (1.0 - saved));
                finding.add_to_suggestion(&format!(" (without this excess, {times} times as fast by estimate)"));
            }
            Some(_) if evidence.fills_units() => finding.withhold_suggestion(),
            _ => {}
        }
    }
}

/// The share of the kernel's own time that is saved where the suggestion of a finding is followed wherever its reason is the same.
fn saved(evidence: &Evidence<'_>, findings: &[Finding], at: usize) -> Option<f64> {
    let finding = &findings[at];
    finding.suggestion.as_ref()?;
    let alike = findings.iter().filter(|other| other.is_same_cause(finding));
    let lines: Vec<&LineCounters> =
        alike.filter_map(|one| evidence.lines.iter().find(|line| Some(line.line) == one.line)).collect();
    evidence.estimate.saved(evidence.demand, gone(evidence, finding.kind, &lines)?)
}

/// What the reason for a kind of finding costs on some lines.
fn gone<'a>(evidence: &'a Evidence<'_>, kind: FindingKind, lines: &[&LineCounters]) -> Option<Gone<'a>> {
    let all = |of: &dyn Fn(&LineCounters) -> u64| lines.iter().map(|line| of(line)).sum::<u64>();
    Some(match kind {
        FindingKind::Uncoalesced => {
            let excess = all(&|line| line.global_sectors.saturating_sub(line.global_sectors_ideal));
            coalescing::excess_sectors(evidence, excess)
        }
        FindingKind::BankConflict => {
            let excess = |line: &LineCounters| line.shared_wavefronts?.checked_sub(line.shared_wavefronts_ideal?);
            bank_conflicts::excess_wavefronts(evidence, all(&|line| excess(line).unwrap_or(0)))
        }
        FindingKind::Atomics => atomics::waiting(evidence, lines),
        _ => return None,
    })
}
