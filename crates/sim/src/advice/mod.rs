//! Findings drawn from counters: why a kernel is slow, by line, with the figures and the next thing to try.
//!
//! Each names the mechanism, the line where there is one, the figure, and the next thing to try. [`advice`] looks at one
//! launch, [`unfused`] at launches that follow each other.

mod atomics;
mod evidence;
mod fusion;
mod limiter;
mod lines;
mod request;
mod residency;
#[cfg(test)]
mod tests;
mod volume;

pub use evidence::Evidence;
pub use fusion::{Handed, unfused};

use super::Finding;

/// Everything that the counters say: uncoalesced accesses, bank conflicts and divergence by line, dearest first; values
/// loaded again and again, contended atomics, lanes that can never work; what keeps the units from hiding latency; and the
/// limiter of the estimate.
pub fn advice(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut findings = lines::uncoalesced(evidence);
    findings.extend(lines::bank_conflicts(evidence));
    findings.extend(lines::divergence(evidence));
    findings.extend(atomics::contended(evidence));
    findings.extend(volume::redundant_loads(evidence));
    findings.extend(residency::partial_subgroups(evidence));
    findings.extend(residency::low_occupancy(evidence));
    findings.extend(volume::scalar_loads(evidence));
    findings.extend(limiter::limiter(evidence));
    findings
}
