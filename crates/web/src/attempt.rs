//! An attempt at an exercise, judged as `lockstep try --device sim` judges it.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use lockstep::device::Selector;
use lockstep::harness::{self, Attempt, Done, Event, Job, Report, Request, RunError, work_whole};
use lockstep::host::Host;
use lockstep::labs;
use lockstep::marking::{Judgement, judge_by};
use lockstep::report::{Margin, attempt, margin};
use lockstep::sim::Severity;
use lockstep::sim::execution_trace::ExecutionTrace;
use serde::Serialize;

use crate::question::{AttemptQuestion, MotionQuestion};

/// An attempt and how it stands.
#[derive(Debug, Serialize)]
pub struct AttemptAnswer {
    solved: bool,
    /// The judgement for a page, as HTML.
    panel: String,
    /// Each line's counters.
    margin: Margin,
    /// What is wrong or slow, at its line.
    marks: Vec<LineMark>,
    /// As `lockstep try --json` writes it.
    judgement: Judgement,
}

/// What stands at a line of the source.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct LineMark {
    line: u32,
    severity: Severity,
    message: String,
}

/// Judges; with the start beside it, where it solves the exercise.
///
/// # Errors
/// [`RunError`] where there is no such exercise.
pub fn answer(question: &AttemptQuestion, host: &'static dyn Host) -> Result<AttemptAnswer, RunError> {
    let request = request(&question.lab, &question.exercise, &question.text)?;
    let mut run = |request: &Request| run_once(request, host);
    let mut judgement = judge_by(&request, host, &mut run)?;
    if judgement.solved() {
        judgement.set_beside_the_start(&request, &mut run);
    }
    Ok(AttemptAnswer {
        solved: judgement.solved(),
        panel: attempt(&judgement, &question.before),
        margin: margin(&judgement),
        marks: marks(&judgement),
        judgement,
    })
}

/// Runs that are kept.
const KEPT: usize = 4;

/// Runs, by what was asked for: of the same the simulator says the same.
type Runs = VecDeque<(String, Report)>;

/// The last runs of attempts.
static RUNS: Mutex<Runs> = Mutex::new(VecDeque::new());

/// The last runs of starts, beside which solutions are shown.
static STARTS: Mutex<Runs> = Mutex::new(VecDeque::new());

fn run_once(request: &Request, host: &'static dyn Host) -> Result<Report, RunError> {
    let all = if is_start(request) { &STARTS } else { &RUNS };
    let runs = || all.lock().unwrap_or_else(PoisonError::into_inner);
    let asked = serde_json::to_string(request).map_err(RunError::unserved)?;
    let known = runs().iter().position(|(known, _)| *known == asked);
    let report = match known.and_then(|at| runs().remove(at)) {
        Some((_, report)) => report,
        None => at_once(request, host).and_then(Done::lab)?,
    };
    let mut runs = runs();
    runs.truncate(KEPT - 1);
    runs.push_front((asked, report.clone()));
    Ok(report)
}

fn is_start(request: &Request) -> bool {
    let start = |attempt: &Attempt| {
        let exercise = labs::find(&attempt.lab)?.exercise(&attempt.exercise)?;
        Some(exercise.start == attempt.text.as_deref()?)
    };
    request.job.as_attempt().and_then(start) == Some(true)
}

/// The course of one workgroup of an attempt, and its source.
#[derive(Debug, Serialize)]
pub struct MotionAnswer {
    trace: ExecutionTrace,
    source: String,
}

/// Traces, on the data on which the attempt is judged.
///
/// # Errors
/// [`RunError`] where there is no such exercise or workgroup, or it does not compile.
pub async fn motion(question: &MotionQuestion, host: &dyn Host) -> Result<MotionAnswer, RunError> {
    let request = request(&question.lab, &question.exercise, &question.text)?;
    let (trace, source) = harness::execution_trace(&request, host, question.workgroup).await?;
    Ok(MotionAnswer { trace, source })
}

fn request(lab: &str, exercise: &str, text: &str) -> Result<Request, RunError> {
    let lab = labs::named(lab).map_err(RunError::unserved)?;
    let exercise = lab.named_exercise(exercise).map_err(RunError::unserved)?;
    let file = format!("shaders/{}/{}", lab.name, exercise.file());
    Ok(Request {
        device: Selector::Simulated(String::new()),
        quick: true,
        ..Request::new(Job::attempt_text(lab.name, exercise.name, file.into(), text.to_owned()))
    })
}

/// The simulator has nothing to wait for: its run is over when it is first looked at.
pub fn at_once(request: &Request, host: &'static dyn Host) -> Result<Done, RunError> {
    let mut unheard = |_: Event| {};
    let run = pin!(work_whole(request, host, &mut unheard));
    match run.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => Err(RunError::unserved("the simulator waits for something: this is a bug of Lockstep")),
    }
}

/// The attempt's findings that have a line, and the line of what does not compile.
fn marks(judgement: &Judgement) -> Vec<LineMark> {
    let attempt = judgement.attempt();
    let found = attempt.findings.iter().filter_map(|finding| {
        // What to do is for the hints.
        let mut seen = finding.clone();
        seen.withhold_suggestion();
        Some(LineMark { line: seen.line?, severity: seen.severity, message: seen.message })
    });
    let refused = attempt.reason.iter().filter(|_| !attempt.compiled).filter_map(|reason| {
        Some(LineMark { line: attempt.refused_at?, severity: Severity::Error, message: reason.clone() })
    });
    found.chain(refused).collect()
}
