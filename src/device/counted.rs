//! What a device counted while it ran.

use crate::sim::advice::Cause;
use crate::sim::estimate::Times;
use crate::sim::{AccessSample, Counters, Finding, FindingKind, LineCounters, Severity, Simulation};
use crate::units::Seconds;

/// Counters, findings and the estimated time of a run of one or more launches.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulatedCounts {
    /// Totals over all launches.
    pub counters: Counters,
    /// What is wrong, and what is slow and why; errors first.
    pub findings: Vec<Finding>,
    /// Instructions of the workgroup that has most of them, over those of the mean one.
    pub crowding: f64,
    /// Estimated; `None` where the machine's figures do not allow it.
    pub estimate: Option<Seconds>,
    /// The figures that the machine lacks for what is asked of it, each once: with any, the estimate is a lower bound.
    pub missing: Vec<String>,
    /// What each resource takes of it.
    pub terms: Times,
    /// What takes that time, in a few words: of the launch that takes longest.
    pub cause: Option<Cause>,
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
    pub first_requests: Vec<AccessSample>,
}

impl SimulatedCounts {
    /// What a simulated launch counted; `widths_skipped` says why assumptions on the subgroup width were not looked for,
    /// where they were not.
    pub fn of(simulation: Simulation, widths_skipped: Option<String>) -> Self {
        let mut findings = simulation.outcome.findings;
        let skipped = |message| Finding::new(FindingKind::SubgroupWidth, Severity::Note, message);
        findings.extend(widths_skipped.map(skipped));
        findings.extend(simulation.advice);
        let demand = &simulation.demand;
        let mean = demand.subgroup_instructions.max(1) as f64 / demand.workgroups.max(1) as f64;
        let crowding = demand.lengths.heaviest as f64 / mean;
        let launch = CountedLaunch {
            lines: simulation.outcome.lines,
            findings: findings.clone(),
            first_requests: simulation.outcome.access_samples,
        };
        Self {
            counters: simulation.outcome.counters,
            findings,
            launches: vec![launch],
            crowding,
            estimate: simulation.estimate.time_s.map(Seconds),
            missing: simulation.estimate.missing().into_iter().map(str::to_owned).collect(),
            terms: simulation.estimate.times(),
            cause: simulation.cause,
        }
    }

    /// The first finding that makes the kernel wrong.
    pub fn fault(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.severity == Severity::Error)
    }

    /// This and a further launch of a kernel that is in it: what was found of a line is listed once.
    pub fn repeated(self, mut next: Self) -> Self {
        let is_new = |finding: &Finding| {
            let same = |known: &Finding| (known.kind, known.line) == (finding.kind, finding.line);
            !self.findings.iter().any(same)
        };
        next.findings.retain(is_new);
        next.launches.iter_mut().for_each(|launch| launch.findings.retain(is_new));
        self.then(next)
    }

    /// This and what ran after it, together.
    pub fn then(mut self, next: Self) -> Self {
        self.counters = self.counters.then(&next.counters);
        self.findings.extend(next.findings);
        self.launches.extend(next.launches);
        self.crowding = self.crowding.max(next.crowding);
        let more: Vec<String> = next.missing.into_iter().filter(|figure| !self.missing.contains(figure)).collect();
        self.missing.extend(more);
        for (limit, time) in next.terms {
            *self.terms.entry(limit).or_default() += time;
        }
        if next.estimate.map(|time| time.0) > self.estimate.map(|time| time.0) {
            self.cause = next.cause;
        }
        self.estimate = self.estimate.zip(next.estimate).map(|(a, b)| Seconds(a.0 + b.0));
        self
    }
}
