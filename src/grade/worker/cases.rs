//! The runs by which an exercise is judged: what students see, then the hidden cases.

use std::path::PathBuf;

use pollster::block_on;

use super::task::{CaseId, Task, TimeUp, WorkerMessage};
use crate::device::Selector;
use crate::grade::assignment::{Assigned, HiddenCase};
use crate::grade::sandbox::{Profile, allow_seconds, seconds_taken};
use crate::harness::{Done, Event, Job, Report, Request, RunError, Settled, Stage, work_whole};
use crate::host::Native;
use crate::lab::Failure;
use crate::marking::{Judgement, judge_by};

/// One run of an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Seed of the inputs.
    pub seed: u64,
    /// Sizes at which every element is verified.
    pub sizes: Vec<u32>,
    /// The size at which the simulator counts.
    pub size: u32,
}

impl From<&Assigned> for Case {
    fn from(assigned: &Assigned) -> Self {
        Self { seed: assigned.seed, sizes: assigned.sizes.clone(), size: assigned.size }
    }
}

impl From<&HiddenCase> for Case {
    fn from(hidden: &HiddenCase) -> Self {
        Self { seed: hidden.seed, sizes: hidden.sizes.clone(), size: hidden.size }
    }
}

/// All cases of `assigned`, the one that students see first.
pub fn all(task: &Task, assigned: &Assigned) -> Vec<Case> {
    let seen = Case::from(assigned);
    let hidden = task.hidden.iter();
    let hidden = hidden.flat_map(|hidden| hidden.of(&assigned.lab, &assigned.name));
    std::iter::once(seen).chain(hidden.map(Case::from)).collect()
}

/// A kernel to judge: what messages call it, and its text.
pub struct Candidate<'a> {
    /// Fit to be shown.
    pub file: &'a str,
    /// The WGSL.
    pub text: &'a str,
}

/// What a case asks the harness for.
pub fn request(task: &Task, assigned: &Assigned, attempt: &Candidate<'_>, case: &Case, id: CaseId) -> Request {
    let mut request = Request {
        device: Selector::Simulated(task.assignment.machine.clone()),
        seed: case.seed,
        sizes: case.sizes.clone(),
        size: Some(case.size),
        quick: true,
        threads: Some(1),
        ..Request::new(Job::attempt_text(
            &assigned.lab,
            &assigned.name,
            PathBuf::from(attempt.file),
            attempt.text.to_owned(),
        ))
    };
    let settled = task.settled.iter().find(|settled| settled.case == id);
    if let (Some(settled), Some((_, exercise))) = (settled, assigned.find()) {
        let name = exercise.variant.name.to_owned();
        let own_time = matches!(settled.time_up, Some(TimeUp::Case(_)));
        let end = Settled::failed(&settled.why).by(own_time.then_some(Failure::Timeout));
        request.known.settled.insert(name.clone(), end);
        if settled.compiled {
            request.known.compiled.insert(name);
        }
    }
    request
}

/// Seconds of processor time that the submission has left.
pub fn seconds_left(task: &Task) -> u64 {
    task.bounds.submission_seconds.saturating_sub(task.spent + seconds_taken())
}

/// Says that the case `id` runs from now on, and bounds its time.
pub fn enter(task: &Task, case: CaseId, emit: &mut dyn FnMut(WorkerMessage)) {
    let seconds = match task.profile {
        Profile::Simulated => task.bounds.seconds.min(seconds_left(task)).max(1),
        Profile::Device => task.bounds.seconds,
    };
    emit(WorkerMessage::Entering { case, seconds });
    if task.profile == Profile::Simulated {
        allow_seconds(seconds);
    }
}

/// Judges one case in this process; says when its kernel is compiled.
///
/// # Errors
/// [`RunError`] where the machine cannot serve it.
pub fn judge(request: &Request, hidden: bool, emit: &mut dyn FnMut(WorkerMessage)) -> Result<Judgement, RunError> {
    let mut reported = false;
    let mut tell = |event: Event| {
        let ran = matches!(event, Event::Enter { stage, .. } if stage != Stage::Compile);
        if ran && !reported {
            reported = true;
            emit(WorkerMessage::Compiled);
        }
    };
    let mut run = |request: &Request| -> Result<Report, RunError> {
        // The accesses of a hidden case are not reported, so they need not be recorded.
        let request = Request { sources: request.sources && !hidden, ..request.clone() };
        block_on(work_whole(&request, &Native, &mut tell)).and_then(Done::lab)
    };
    judge_by(request, &Native, &mut run)
}
