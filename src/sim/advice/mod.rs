//! Findings drawn from counters: why a kernel is slow, by line, with the figures and the next thing to try.

mod limiter;
mod lines;
#[cfg(test)]
mod tests;

use super::estimate::Estimate;
use super::machine::Machine;
use super::occupancy::Occupancy;
use super::{Counters, Finding, LineCounters};

/// Everything that the counters say: uncoalesced accesses, bank conflicts and divergence by line, dearest first, and the
/// limiter of the estimate.
pub fn advice(
    machine: &Machine,
    counters: &Counters,
    lines: &[LineCounters],
    occupancy: Option<&Occupancy>,
    estimate: &Estimate,
) -> Vec<Finding> {
    let mut findings = lines::uncoalesced(machine, counters, lines);
    findings.extend(lines::bank_conflicts(machine, counters, lines));
    findings.extend(lines::divergence(counters, lines));
    findings.extend(limiter::limiter(machine, occupancy, estimate));
    findings
}
