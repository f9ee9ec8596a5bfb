//! What a device counted while it ran.

use crate::sim::{
    Counters, Finding, FindingKind, FirstRequest, LineCounters, Severity, Simulation,
};
use crate::units::Seconds;

/// Counters, findings and the estimated time of a run of one or more launches.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// Totals over all launches.
    pub counters: Counters,
    /// What is wrong, and what is slow and why; errors first.
    pub findings: Vec<Finding>,
    /// Estimated; `None` where the machine's figures do not allow it.
    pub estimate: Option<Seconds>,
    /// The same launch by launch, by source line.
    pub launches: Vec<CountedLaunch>,
}

/// One launch by source line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CountedLaunch {
    /// The counters of each line that has any, in order.
    pub lines: Vec<LineCounters>,
    /// What was found in this launch.
    pub findings: Vec<Finding>,
    /// The first request of each access, where they are kept.
    pub first_requests: Vec<FirstRequest>,
}

impl Counted {
    /// What a simulated launch counted; `widths_skipped` says why assumptions on the subgroup width were not looked for,
    /// where they were not.
    pub fn of(simulation: Simulation, widths_skipped: Option<String>) -> Self {
        let mut findings = simulation.outcome.findings;
        findings.extend(widths_skipped.map(|message| Finding {
            kind: FindingKind::SubgroupWidth,
            message,
            line: None,
            severity: Severity::Note,
        }));
        findings.extend(simulation.advice);
        let launch = CountedLaunch {
            lines: simulation.outcome.lines,
            findings: findings.clone(),
            first_requests: simulation.outcome.first_requests,
        };
        Self {
            counters: simulation.outcome.counters,
            findings,
            launches: vec![launch],
            estimate: simulation.estimate.time_s.map(Seconds),
        }
    }

    /// The first finding that makes the kernel wrong.
    pub fn fault(&self) -> Option<&Finding> {
        self.findings
            .iter()
            .find(|finding| finding.severity == Severity::Error)
    }

    /// This and what ran after it, together.
    pub fn then(mut self, next: Self) -> Self {
        self.counters = sum(self.counters, &next.counters);
        self.findings.extend(next.findings);
        self.launches.extend(next.launches);
        self.estimate = self
            .estimate
            .zip(next.estimate)
            .map(|(a, b)| Seconds(a.0 + b.0));
        self
    }
}

/// Totals of two launches; the ratios are formed anew, and the occupancy is the lower one.
fn sum(mut a: Counters, b: &Counters) -> Counters {
    a.subgroup_instructions += b.subgroup_instructions;
    a.active_lanes += b.active_lanes;
    let lanes = u64::from(a.subgroup_width) * a.subgroup_instructions;
    a.lane_efficiency = a.active_lanes as f64 / lanes.max(1) as f64;
    a.branches += b.branches;
    a.divergent_branches += b.divergent_branches;
    a.flop += b.flop;
    a.global_requests += b.global_requests;
    a.global_sectors += b.global_sectors;
    a.global_sectors_ideal += b.global_sectors_ideal;
    a.global_bytes += b.global_bytes;
    let both = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a + b);
    a.dram_bytes = both(a.dram_bytes, b.dram_bytes);
    a.shared_requests += b.shared_requests;
    a.shared_wavefronts = both(a.shared_wavefronts, b.shared_wavefronts);
    a.shared_wavefronts_ideal = both(a.shared_wavefronts_ideal, b.shared_wavefronts_ideal);
    a.atomic_requests += b.atomic_requests;
    a.atomic_serializations += b.atomic_serializations;
    a.barriers += b.barriers;
    a.sampled_workgroups += b.sampled_workgroups;
    a.workgroups += b.workgroups;
    if b.occupancy < a.occupancy {
        a.occupancy = b.occupancy;
        a.occupancy_limit.clone_from(&b.occupancy_limit);
    }
    a
}
