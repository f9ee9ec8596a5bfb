//! An attempt at an exercise, held against its goals: a run of the lab's own harness, and what it says of each goal.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::goal::{Speed, test};
use super::helpful_findings::{narrow, suit};
use super::hint_choice::seen;
use crate::device::{self, DeviceType, Selector};
use crate::harness::{Attempt, Report, Request, RunError, Status, VariantReport, adapters};
use crate::host::Host;
use crate::lab::{Exercise, Goal, Lab, Shaders, Speech, Test};
use crate::labs;
use crate::sim::execution_trace::ExecutionTrace;
use crate::sim::{Finding, FindingKind, Severity};

/// The schema's name.
pub const JUDGEMENT: &str = "lockstep/judgement/1";

/// An attempt and how it stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// [`JUDGEMENT`].
    pub schema: String,
    pub lab: String,
    pub exercise: String,
    /// [`Exercise::task`].
    #[serde(default)]
    pub task: String,
    /// The attempt's file, as messages name it.
    #[serde(default)]
    pub file: String,
    /// Each goal that was asked for, in that order: the exercise's own, or an assignment's.
    pub goals: Vec<GoalReport>,
    /// What it earns where it is handed in, as far as students can see, in a sentence; `None` where nothing is handed in. Not part of
    /// the JSON.
    #[serde(skip)]
    pub earned: Option<String>,
    /// What was seen of it that keeps it from its goals, in a sentence; `None` where the goals and findings say it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// The hint that answers what the attempt shows: its id and text; `None` where none does, or all is met.
    pub hint: Option<(String, String)>,
    /// The lines of the attempt that its findings name, by number.
    #[serde(default)]
    pub lines: BTreeMap<u32, String>,
    /// The run on the simulator, from which all goals but speed are judged.
    pub report: Report,
    /// The run on a device, from which speed is judged; `None` where none was asked for.
    pub timed: Option<Report>,
    /// The start beside it, where that was asked for. Not part of the JSON.
    #[serde(skip)]
    pub beside: Option<Box<super::Beside>>,
    /// The course of one of its workgroups, and its text, where that was asked for. Not part of the JSON.
    #[serde(skip)]
    pub motion: Option<Box<(ExecutionTrace, String)>>,
}

/// One goal of an attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoalReport {
    /// [`crate::lab::Goal::id`].
    pub id: String,
    /// [`crate::lab::Goal::title`].
    pub title: String,
    /// How it ended.
    pub outcome: GoalStatus,
    /// The figure, where the goal has one.
    pub measured: Option<f64>,
    /// What it was held against.
    pub wanted: Option<f64>,
    /// What the figures count: "x the fewest sectors for its requests"; empty where the goal has none.
    #[serde(default)]
    pub unit: String,
    /// Why, in a sentence.
    pub detail: String,
    /// Why it is not judged yet, where it is open. Not part of the JSON.
    #[serde(skip)]
    pub open: Option<Open>,
    /// Why its figure does not count as it is: `detail` says so. Not part of the JSON.
    #[serde(skip)]
    pub capped: Option<Capped>,
}

/// A figure that counts for less than it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capped {
    /// The figure with its unit.
    pub figure: String,
    /// What of it counts.
    pub counts: String,
    /// Why it does not count as it is.
    pub why: String,
}

impl fmt::Display for Capped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, which counts as {}: {}", self.figure, self.counts, self.why)
    }
}

/// Why a goal is not judged yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// The kernel does not compile.
    NotCompiled,
    /// Its output is not right.
    NotRight,
    /// Its output is right in every element that was compared, but it has a fault that can spoil it on another device.
    Faulty,
}

/// How a goal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalStatus {
    /// Reached.
    Met,
    /// Not reached.
    Unmet,
    /// Not judged before an earlier goal is met: the counters of a wrong kernel mean nothing.
    Open,
    /// It cannot be said: the machine was not steady, or the figure is not modelled.
    Inconclusive,
    /// Not asked for here: speed, without a GPU.
    NotAsked,
}

impl GoalReport {
    /// A goal that ended so, without a figure.
    pub fn new(id: &str, title: &str, outcome: GoalStatus) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            outcome,
            measured: None,
            wanted: None,
            unit: String::new(),
            detail: String::new(),
            open: None,
            capped: None,
        }
    }
}

impl Judgement {
    /// Whether no goal is unmet or open. Only a goal of speed may be inconclusive or not asked for: what the simulator
    /// should have counted and did not is no success.
    pub fn solved(&self) -> bool {
        let speed = |goal: &GoalReport| match self.definition().and_then(|e| e.goal(&goal.id)) {
            Some(goal) => matches!(goal.test, Test::Faster(_)),
            None => false,
        };
        self.goals.iter().all(|goal| match goal.outcome {
            GoalStatus::Met => true,
            GoalStatus::Unmet | GoalStatus::Open => false,
            GoalStatus::Inconclusive | GoalStatus::NotAsked => speed(goal),
        })
    }

    /// How many goals are met.
    pub fn met(&self) -> usize {
        self.goals.iter().filter(|goal| goal.outcome == GoalStatus::Met).count()
    }

    /// The attempt's own result on the simulator.
    ///
    /// # Panics
    /// Never: a judged report holds its attempt last.
    pub fn attempt(&self) -> &VariantReport {
        attempt(&self.report)
    }

    /// The faults and the warnings of the attempt. How large the launch is follows from the exercise's size, which is the course's.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let reported = |found: &&Finding| found.severity != Severity::Note && found.kind != FindingKind::IdleUnits;
        self.attempt().findings.iter().filter(reported)
    }

    /// The exercise as this program knows it; `None` for a judgement that another version wrote.
    pub fn definition(&self) -> Option<&'static Exercise> {
        labs::find(&self.lab)?.exercise(&self.exercise)
    }

    /// What a student should be able to say now; `None` where it is not solved.
    pub fn speech(&self) -> Option<Speech> {
        let exercise = self.definition().filter(|_| self.solved())?;
        labs::find(&self.lab)?.speech(exercise)
    }
}

/// Who runs what a judgement asks for.
pub trait Runner {
    /// Runs `request`.
    ///
    /// # Errors
    /// [`RunError`] where the machine cannot serve it.
    fn run(&mut self, request: &Request) -> Result<Report, RunError>;

    /// All but the speed is judged; a GPU, where there is one, goes on to time it.
    fn judged(&mut self, _so_far: &Judgement) {}
}

impl<F: FnMut(&Request) -> Result<Report, RunError>> Runner for F {
    fn run(&mut self, request: &Request) -> Result<Report, RunError> {
        self(request)
    }
}

/// Judges the attempt that `request` names at the exercise that it names: on the simulator, and on the device that it
/// selects where that is a GPU, the kernel is right, and the exercise has a goal of speed. `runner` runs, and `host` has the
/// files.
///
/// A size that is asked for is the simulator's: a GPU is timed at the size that suits it.
///
/// # Errors
/// [`RunError`] where the request names no exercise, its file cannot be read, or the machine cannot serve it.
pub fn judge_by(request: &Request, host: &dyn Host, runner: &mut dyn Runner) -> Result<Judgement, RunError> {
    judge_asked(request, &Asked::default(), host, runner)
}

/// As [`judge_by`], by what is `asked` in place of the exercise's own goals.
///
/// # Errors
/// As [`judge_by`].
pub fn judge_asked(
    request: &Request,
    asked: &Asked,
    host: &dyn Host,
    runner: &mut dyn Runner,
) -> Result<Judgement, RunError> {
    let (tried, lab, exercise) = named(request)?;
    let (file, source) = source(tried, exercise, request, host)?;
    let mut report = runner.run(&on_simulator(request, asked))?;
    if let Some(attempt) = report.variants.last_mut() {
        suit(&mut attempt.findings, exercise);
    }
    let right = attempt(&report).status == Status::Ok;
    let asked_goals = asked.of(exercise);
    let has_speed = asked_goals.iter().any(|(goal, _)| matches!(goal.test, Test::Faster(_)));
    let judged = |speed: Speed| {
        let mut report = report.clone();
        let goals = held(exercise, &asked_goals, &mut report, &speed);
        let mut judgement = Judgement {
            schema: JUDGEMENT.to_owned(),
            lab: lab.name.to_owned(),
            exercise: exercise.name.to_owned(),
            task: exercise.task.to_owned(),
            file: file.clone(),
            goals,
            earned: None,
            seen: None,
            hint: None,
            lines: named_lines(attempt(&report), &source),
            report,
            timed: speed.report(),
            beside: None,
            motion: None,
        };
        if !judgement.solved() {
            let report = &judgement.report;
            let seen = seen(exercise, &source, attempt(report), report.sources.last(), &judgement.goals);
            (judgement.seen, judgement.hint) = (seen.words, seen.hint);
        }
        judgement
    };
    if !right || !has_speed {
        return Ok(judged(Speed::NotAsked("it is not right yet".to_owned())));
    }
    if !matches!(request.device, Selector::Simulated(_)) {
        // Before drivers are asked, which may take their time.
        let next = "a GPU, where there is one, times it next";
        runner.judged(&judged(Speed::NotAsked(next.to_owned())));
    }
    if let Some(why) = untimed(request) {
        return Ok(judged(Speed::NotAsked(why)));
    }
    let on_device = Request { size: None, ..request.clone() };
    let timed = runner.run(&on_device)?;
    Ok(judged(Speed::Timed(Box::new(timed))))
}

/// The request on the simulator: of the machine that it names, or else of the assignment's. Each access of the attempt is recorded.
fn on_simulator(request: &Request, asked: &Asked) -> Request {
    let device = match &request.device {
        chosen @ Selector::Simulated(_) => chosen.clone(),
        _ => Selector::Simulated(asked.machine.clone()),
    };
    Request { device, sources: true, ..request.clone() }
}

/// Each goal as it stands; of the findings those stay that tell of one that is not met.
fn held(exercise: &Exercise, asked: &[(Goal, String)], report: &mut Report, speed: &Speed) -> Vec<GoalReport> {
    let of = |(goal, title): &(Goal, String)| GoalReport {
        title: title.clone(),
        ..test(goal, exercise.caps, attempt(report), speed)
    };
    let goals: Vec<GoalReport> = asked.iter().map(of).collect();
    if let Some(attempt) = report.variants.last_mut() {
        narrow(&mut attempt.findings, exercise, &goals);
    }
    goals
}

fn named(request: &Request) -> Result<(&Attempt, &'static Lab, &'static Exercise), RunError> {
    let attempt = request.job.as_attempt();
    let attempt = attempt.ok_or_else(|| RunError::unserved("there is no attempt to judge"))?;
    let lab = labs::named(&attempt.lab).map_err(RunError::unserved)?;
    let exercise = lab.named_exercise(&attempt.exercise);
    Ok((attempt, lab, exercise.map_err(RunError::unserved)?))
}

/// The path that messages name, and the text.
fn source(
    attempt: &Attempt,
    exercise: &Exercise,
    request: &Request,
    host: &dyn Host,
) -> Result<(String, String), RunError> {
    let shaders = Shaders::new(request.shaders.as_deref(), host).map_err(RunError::unserved)?;
    let read = attempt.read(exercise.file(), &shaders);
    read.map_err(RunError::unserved)
}

/// Why the device that was asked for times nothing; `None` where it is a GPU.
fn untimed(request: &Request) -> Option<String> {
    if matches!(request.device, Selector::Simulated(_)) {
        return Some("times on the simulator are estimated, and never judged".to_owned());
    }
    let adapters = adapters();
    match device::find(&request.device, adapters).map(|index| &adapters[index]) {
        None if adapters.is_empty() && request.device == Selector::Auto => {
            Some("this machine has no GPU, and estimated times are never judged".to_owned())
        }
        Some(facts) if facts.kind == DeviceType::Cpu => Some(format!("{} is not a GPU", facts.name)),
        _ => None,
    }
}

/// An exercise's run holds the baseline, where there is one, and then the attempt.
pub(super) fn attempt(report: &Report) -> &VariantReport {
    report.variants.last().expect("an exercise has an attempt")
}

/// The lines that findings name.
fn named_lines(attempt: &VariantReport, source: &str) -> BTreeMap<u32, String> {
    let lines: Vec<&str> = source.lines().collect();
    let text = |line: u32| Some((line, (*lines.get(line as usize - 1)?).to_owned()));
    let named = attempt.findings.iter().filter_map(|finding| finding.line);
    named.filter(|line| *line > 0).filter_map(text).collect()
}
