//! The plan of sessions: how many processes time, and which variants each of them times.

use super::sessions::coarsest;
use crate::device::Facts;
use crate::harness::ladder::prepare::baseline_kernels::pairs;
use crate::harness::ladder::prepare::variant_under_test::{Parts, VariantUnderTest};
use crate::harness::protocol::{Job, Request, TimingSession};
use crate::lab::Part;
use crate::measure::Plan;
use crate::units::Seconds;

/// What a process takes until it times: it opens the device, compiles, fills buffers, and tunes the roofs' kernels.
const START: Seconds = Seconds(1.2);

/// How to time, and what the processes before this one timed.
pub struct SessionPlan<'a> {
    /// How to time.
    pub plan: Plan,
    /// Kernels of the baseline, each before what it became, where only those are timed in all processes; else empty.
    pub pairs: Vec<String>,
    /// What the processes before this one timed.
    pub before: &'a [TimingSession],
}

impl<'a> SessionPlan<'a> {
    /// The plan for `parts`. A run with the baseline's kernels has more processes where there is time; where these are but some, the
    /// processes after the first two time those pairs only, and all other variants are marked so.
    pub fn new(request: &'a Request, facts: &Facts, parts: &mut Parts) -> Self {
        let mut all = Self { plan: plan(request, facts), pairs: Vec::new(), before: &request.known.sessions };
        let pairs = pairs(parts);
        if pairs.is_empty() || all.plan.sessions == 1 {
            return all;
        }
        all.plan = all.plan.held_against();
        // The process that makes the report reports a sweep's points and a host schedule's steps, so it must have run them.
        let whole = |(part, subjects): &(&Part, Vec<VariantUnderTest>)| {
            part.sweep.is_some() || subjects.iter().any(|subject| !subject.variant.steps.is_empty())
        };
        let live = parts.iter().flat_map(|(_, subjects)| subjects).filter(|subject| subject.live()).count();
        if 2 * pairs.len() > live || parts.iter().any(whole) {
            return all;
        }
        all.pairs = pairs;
        if all.only_pairs() {
            for subject in parts.iter_mut().flat_map(|(_, subjects)| subjects) {
                subject.left_out = !all.pairs.iter().any(|name| name == subject.variant.name);
            }
        }
        all
    }

    /// Whether no process timed before this one.
    pub fn is_first(&self) -> bool {
        self.before.is_empty()
    }

    /// Whether this process times kernels of the baseline and what they became, and no others.
    pub fn only_pairs(&self) -> bool {
        !self.pairs.is_empty() && self.before.len() >= Plan::WHOLE_SESSIONS
    }

    /// Whether this process, which timed `now`, is the last one.
    pub fn is_last(&self, now: &TimingSession) -> bool {
        self.before.len() + 1 >= self.count(now)
    }

    /// Processes that time in this run, as far as those before this one show: this one at the least.
    fn count(&self, now: &TimingSession) -> usize {
        let first = self.before.first().unwrap_or(now);
        let another = Seconds(START.0 + first.timed.0);
        if self.pairs.is_empty() {
            return self.plan.sessions_in_time(first.took, another);
        }
        let of_pairs = self.before.iter().skip(Plan::WHOLE_SESSIONS).map(|session| session.took.0);
        let pairs = match of_pairs.clone().count() {
            0 => START.0 + first.timed.0 * (2.0 * first.spent_on(&self.pairs).0 / first.spent().0.max(1e-9)).min(1.0),
            known => of_pairs.sum::<f64>() / known as f64,
        };
        let in_time = self.plan.sessions_of_pairs(first.took, another, Seconds(pairs));
        in_time.min(self.wanted()).max(self.before.len() + 1)
    }

    /// Processes that are to time pairs: one more than so far, beyond what is planned, while they scatter so much that a change worth
    /// knowing would not be seen. What they found, a change or none, does not matter.
    fn wanted(&self) -> usize {
        let so_far = self.before.len() + 1;
        if so_far < self.plan.sessions {
            return self.plan.sessions;
        }
        let coarse = coarsest(&self.pairs, self.before).is_some_and(|smallest| smallest > Plan::FINE);
        (so_far + usize::from(coarse)).min(Plan::MOST_PAIRED_SESSIONS)
    }
}

fn plan(request: &Request, facts: &Facts) -> Plan {
    let plan = Plan { order: request.known.sessions.len() as u64, ..Plan::for_device(facts) };
    match request.job {
        _ if request.quick => plan.quick(),
        // A student waits for the answer.
        Job::Attempt(_) => plan.in_one_process(),
        _ => plan,
    }
}
