//! What the stages of a run share.

use crate::device::{AnyDevice, DeviceType, Facts};
use crate::harness::ladder::prepare::baseline_kernels::{self, Past};
use crate::harness::ladder::prepare::device_problem::Stand;
use crate::harness::ladder::prepare::subject::Subject;
use crate::harness::ladder::time::canary::Canaries;
use crate::harness::ladder::time::session::{self, Sitting};
use crate::harness::protocol::{Event, ProblemReport, Refused, Request, SmallReport, Status};
use crate::host::Host;
use crate::lab::{Lab, Part, Problem};
use crate::measure::{Plan, Ratio, Summary};
use crate::units::{Bytes, Seconds};

/// What a process takes until it times: it opens the device, compiles, fills buffers, and races for the roofs.
const START: Seconds = Seconds(1.2);

/// What every stage of a run works with.
pub struct Bench<'a> {
    pub lab: &'static Lab,
    /// What was asked for.
    pub request: &'a Request,
    pub device: AnyDevice,
    /// Where it runs.
    pub host: &'a dyn Host,
    /// What the device says of itself.
    pub facts: Facts,
    /// How to time.
    pub plan: Plan,
    /// Whether this process verifies: the first one does, and those after it time what was verified.
    pub verifies: bool,
    /// The kernels that tell whether the machine holds still, once they are made.
    pub canaries: Option<Canaries>,
    /// Kernels of the baseline, each before what it became, where only those are timed in all processes; else empty.
    pub pairs: Vec<String>,
    /// What this process timed so far.
    pub sitting: Sitting,
    /// Where events go.
    pub emit: &'a mut dyn FnMut(Event),
    /// Steps done, and in all, for the progress.
    pub done: usize,
    /// See `done`.
    pub steps: usize,
}

/// A part with its variants and, at the end, their times: at the main size, or at one point of its sweep.
pub struct Ladder {
    pub part: &'static Part,
    /// The point of the part's sweep; `None` at the main size.
    pub at: Option<u32>,
    /// Its variants.
    pub subjects: Vec<Subject>,
    /// The problem as it was timed.
    pub problem: ProblemReport,
    /// Times by variant, in order; `None` for one that was settled before.
    pub times: Vec<Option<Timed>>,
    /// The size at which the launch costs more than the work, where it was timed there too.
    pub small: Option<u32>,
    /// The same variants at the points of the part's sweep; empty where it has none.
    pub points: Vec<Ladder>,
}

impl Ladder {
    /// What tells a variant at this point from itself at others.
    pub fn key(&self, subject: &Subject) -> String {
        let name = subject.variant.name;
        self.at.map_or_else(|| name.to_owned(), |at| format!("{name}@{at}"))
    }

    /// How many of its subjects are today's: they come first, and behind them what some of them were.
    pub fn today(&self) -> usize {
        baseline_kernels::today(&self.subjects)
    }

    /// Of a kernel of the baseline, the place of today's.
    pub fn today_of(&self, subject: &Subject) -> Option<usize> {
        let Past::Of(name) = subject.past else {
            return None;
        };
        self.subjects.iter().position(|today| today.variant.name == name)
    }

    /// Where it is timed, in words.
    pub fn place(&self) -> String {
        self.at.map_or_else(|| format!("at size {}", self.problem.size), |at| format!("at point {at}"))
    }
}

/// A variant's times.
#[derive(Clone, Debug)]
pub struct Timed {
    /// At the main size.
    pub time: Summary,
    /// Why there is no verdict on it, where there is none.
    pub unsteady: Option<String>,
    /// Its time over that of the part's first variant, in the same rounds; `None` where too few processes timed both.
    pub over_first: Option<Ratio>,
    /// Of a kernel of the baseline: today's time over its, likewise.
    pub over_then: Option<Ratio>,
    /// At the launch-bound size.
    pub small: Option<SmallReport>,
}

impl Bench<'_> {
    /// Says that a kernel of `subject` runs from now on.
    pub fn enter(&mut self, subject: &Subject, stage: &str) {
        self.done += 1;
        (self.emit)(Event::Enter {
            variant: subject.variant.name.to_owned(),
            stage: stage.to_owned(),
            done: self.done.min(self.steps),
            of: self.steps,
        });
    }

    /// Ends `subject`'s run here.
    pub fn settle(&mut self, subject: &mut Subject, status: Status, reason: String) {
        (self.emit)(Event::Settled(subject.variant.name.to_owned(), status, reason.clone()));
        subject.settled = Some((status, reason));
    }

    /// Says what is being done, where no kernel under test runs.
    pub fn doing(&mut self, what: &str) {
        (self.emit)(Event::Doing(what.to_owned()));
    }

    /// Processes that timed before this one.
    pub fn before(&self) -> usize {
        self.request.known.sittings.len()
    }

    /// Processes that time in this run, as far as those before this one show: this one at the least.
    pub fn sittings(&self, now: &Sitting) -> usize {
        let first = self.request.known.sittings.first().unwrap_or(now);
        let another = Seconds(START.0 + first.timed.0);
        if self.pairs.is_empty() {
            return self.plan.sittings_in_time(first.took, another);
        }
        let of_pairs = self.request.known.sittings.iter().skip(Plan::WHOLE_SITTINGS).map(|sitting| sitting.took.0);
        let pairs = match of_pairs.clone().count() {
            0 => START.0 + first.timed.0 * (2.0 * first.spent_on(&self.pairs).0 / first.spent().0.max(1e-9)).min(1.0),
            known => of_pairs.sum::<f64>() / known as f64,
        };
        let in_time = self.plan.sittings_of_pairs(first.took, another, Seconds(pairs));
        in_time.min(self.sittings_wanted()).max(self.before() + 1)
    }

    /// Processes that are to time pairs: one more than so far, beyond what is planned, while they scatter so much that a change worth
    /// knowing would not be seen. What they found, a change or none, does not matter.
    fn sittings_wanted(&self) -> usize {
        let so_far = self.before() + 1;
        if so_far < self.plan.sittings {
            return self.plan.sittings;
        }
        let coarse =
            session::smallest(&self.pairs, &self.request.known.sittings).is_some_and(|smallest| smallest > Plan::FINE);
        (so_far + usize::from(coarse)).min(Plan::MOST_PAIRED_SITTINGS)
    }

    /// Whether this process times kernels of the baseline and what they became, and no others.
    pub fn only_pairs(&self) -> bool {
        !self.pairs.is_empty() && self.before() >= Plan::WHOLE_SITTINGS
    }

    /// Whether the device is the simulator: then each verification is an audit, and times are estimates.
    pub fn simulated(&self) -> bool {
        self.facts.kind == DeviceType::Simulated
    }

    /// Sets `problem` up on the device.
    pub async fn stand(&mut self, problem: Problem) -> Result<Stand, Refused> {
        let seed = self.request.seed;
        if self.verifies {
            self.doing("preparing data and reference");
            return Stand::new(&mut self.device, problem, seed).await.map_err(Refused::unserved);
        }
        self.doing("preparing data");
        Stand::without_reference(&mut self.device, problem, seed).await.map_err(Refused::unserved)
    }
}

impl Bench<'_> {
    /// Sets `problem` up for the figures of the report: on the simulator, a ladder's buffers are made where they are touched.
    /// Those of a part with steps are whole: a host copies them.
    pub async fn main_stand(&mut self, part: &Part, problem: Problem) -> Result<Stand, Refused> {
        if !self.samples() || part.has_steps() {
            return self.stand(problem).await;
        }
        self.doing("preparing data and reference");
        Stand::paged(&mut self.device, problem, self.request.seed).await.map_err(Refused::unserved)
    }

    /// Whether launches at the main size are sampled: those of a ladder on the simulator. Attempts are run whole.
    pub fn samples(&self) -> bool {
        self.simulated() && self.request.job.as_attempt().is_none()
    }
}

/// The problem's figures.
pub fn problem_report(problem: &Problem) -> ProblemReport {
    ProblemReport {
        label: problem.label.clone(),
        size: problem.size,
        flop: problem.work.flop,
        byte: problem.work.byte,
        items: problem.work.items,
        working_set: Bytes(problem.working_set() as f64),
        outputs: problem.outputs().map(|buffer| buffer.len as u64).sum(),
    }
}
