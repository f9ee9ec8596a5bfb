//! The order of findings: first what bears on the longest part of the estimated time.

use super::{Evidence, coalescing};
use crate::estimate::Limit;
use crate::{Finding, FindingKind};

/// Findings of a launch, each with the seconds that it bears on.
pub(super) struct Ranking<'a> {
    evidence: &'a Evidence<'a>,
    weighed: Vec<(f64, Finding)>,
}

impl<'a> Ranking<'a> {
    pub fn new(evidence: &'a Evidence<'a>) -> Self {
        Self { evidence, weighed: Vec::new() }
    }

    /// Adds findings that bear on the time of their kind's resources.
    pub fn add(&mut self, findings: impl IntoIterator<Item = Finding>) {
        let evidence = self.evidence;
        self.weighed.extend(findings.into_iter().map(|finding| (seconds(evidence, finding.kind), finding)));
    }

    /// Adds findings that bear on so many `seconds`.
    pub fn add_at(&mut self, seconds: f64, findings: impl IntoIterator<Item = Finding>) {
        self.weighed.extend(findings.into_iter().map(|finding| (seconds, finding)));
    }

    /// The findings; those that bear on the same time keep the order in which they were added.
    pub fn in_order(mut self) -> Vec<Finding> {
        self.weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.weighed.into_iter().map(|(_, finding)| finding).collect()
    }
}

/// The longest time of the resources that a kind of finding bears on.
fn seconds(evidence: &Evidence<'_>, kind: FindingKind) -> f64 {
    // Without a store nothing else counts.
    if kind == FindingKind::StoredNothing {
        return f64::INFINITY;
    }
    // They are reported only where they take the time.
    if kind == FindingKind::RedundantLoads {
        return evidence.estimate.limiter.and_then(|limit| evidence.estimate.term_s(limit)).unwrap_or(0.0);
    }
    // DRAM does not matter where caches serve the loads.
    let of_loads = matches!(kind, FindingKind::Uncoalesced | FindingKind::ReadTwice);
    let cached = of_loads && coalescing::are_served(evidence);
    let limits = kind.limits().iter().filter(|limit| !(cached && **limit == Limit::Dram));
    limits.filter_map(|limit| evidence.estimate.term_s(*limit)).fold(0.0, f64::max)
}
