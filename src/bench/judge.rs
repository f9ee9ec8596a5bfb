//! An attempt at an exercise, held against its goals: a run of the lab's own harness, and what it says of each goal.

use serde::{Deserialize, Serialize};

use super::conduct::{Watcher, conduct};
use super::event::Fatal;
use super::figure::{figure, seen};
use super::report::{Report, Status, VariantReport};
use super::request::Request;
use crate::device::{Kind, Selector};
use crate::lab::{Exercise, Goal, Lab, Test};
use crate::labs;
use crate::sim::Severity;

/// The schema's name.
pub const JUDGEMENT: &str = "lockstep/judgement/1";

/// An attempt and how it stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// [`JUDGEMENT`].
    pub schema: String,
    /// The lab.
    pub lab: String,
    /// The exercise.
    pub exercise: String,
    /// Each goal, in the exercise's order.
    pub goals: Vec<GoalReport>,
    /// The hint that answers what the attempt shows: its id and text; `None` where none does, or all is met.
    pub hint: Option<(String, String)>,
    /// The run on the simulator, from which all goals but speed are judged.
    pub report: Report,
    /// The run on a device, from which speed is judged; `None` where none was asked for.
    pub timed: Option<Report>,
}

/// One goal of an attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoalReport {
    /// [`Goal::id`].
    pub id: String,
    /// [`Goal::title`].
    pub title: String,
    /// How it ended.
    pub outcome: Outcome,
    /// The figure, where the goal has one.
    pub measured: Option<f64>,
    /// What it was held against.
    pub wanted: Option<f64>,
    /// Why, in a sentence.
    pub detail: String,
}

/// How a goal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
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

impl Judgement {
    /// Whether every goal that could be judged is met, and at least the kernel is right.
    pub fn solved(&self) -> bool {
        let passes = |goal: &GoalReport| !matches!(goal.outcome, Outcome::Unmet | Outcome::Open);
        self.goals.iter().all(passes)
    }

    /// The attempt's own result on the simulator.
    ///
    /// # Panics
    /// Never: a judged report holds its attempt last.
    pub fn attempt(&self) -> &VariantReport {
        attempt(&self.report)
    }
}

/// Judges the attempt that `request` names at the exercise that it names: on the simulator, and on the device that it
/// selects where that is a GPU, the kernel is right, and the exercise has a goal of speed.
///
/// # Errors
/// [`Fatal`] where the request names no exercise, or the machine cannot serve it.
pub fn judge(request: &Request, watcher: &mut dyn Watcher) -> Result<Judgement, Fatal> {
    let (lab, exercise) = named(request)?;
    let simulated = Request {
        device: match &request.device {
            chosen @ Selector::Simulated(_) => chosen.clone(),
            _ => Selector::Simulated(String::new()),
        },
        ..request.clone()
    };
    let report = conduct(&simulated, watcher)?;
    let right = attempt(&report).status == Status::Ok;
    let speed = exercise
        .goals
        .iter()
        .any(|g| matches!(g.test, Test::Faster(_)));
    let timed = match request.device {
        Selector::Simulated(_) => None,
        _ if right && speed => Some(conduct(request, watcher)?),
        _ => None,
    };
    let goals: Vec<GoalReport> = exercise
        .goals
        .iter()
        .map(|goal| goal_report(goal, &report, timed.as_ref()))
        .collect();
    let mut judgement = Judgement {
        schema: JUDGEMENT.to_owned(),
        lab: lab.name.to_owned(),
        exercise: exercise.name.to_owned(),
        goals,
        hint: None,
        report,
        timed,
    };
    if !judgement.solved() {
        let hint = exercise
            .hints
            .iter()
            .find(|hint| seen(hint.sign, lab, exercise, request, judgement.attempt()));
        judgement.hint = hint.map(|hint| (hint.id.to_owned(), hint.text.to_owned()));
    }
    Ok(judgement)
}

fn named(request: &Request) -> Result<(&'static Lab, &'static Exercise), Fatal> {
    let lab = labs::find(&request.lab)
        .ok_or_else(|| Fatal(format!("there is no lab `{}`", request.lab)))?;
    let name = request.exercise.as_deref().unwrap_or_default();
    let exercise = lab
        .exercise(name)
        .ok_or_else(|| Fatal(format!("lab {} has no exercise `{name}`", lab.name)))?;
    Ok((lab, exercise))
}

/// An exercise's run holds the baseline, where there is one, and then the attempt.
fn attempt(report: &Report) -> &VariantReport {
    report.variants.last().expect("an exercise has an attempt")
}

fn goal_report(goal: &Goal, report: &Report, timed: Option<&Report>) -> GoalReport {
    let (outcome, measured, wanted, detail) = test(goal.test, report, timed);
    GoalReport {
        id: goal.id.to_owned(),
        title: goal.title.to_owned(),
        outcome,
        measured,
        wanted,
        detail,
    }
}

type Tested = (Outcome, Option<f64>, Option<f64>, String);

fn test(test: Test, report: &Report, timed: Option<&Report>) -> Tested {
    let tried = attempt(report);
    let reason = || tried.reason.clone().unwrap_or_default();
    let plain = |outcome, detail: String| (outcome, None, None, detail);
    let compiles = tried.check.is_some() || tried.counters.is_some();
    let faulty = tried
        .findings
        .iter()
        .find(|f| f.severity == Severity::Error);
    match test {
        Test::Compiles if compiles => plain(Outcome::Met, String::new()),
        Test::Compiles => plain(Outcome::Unmet, reason()),
        _ if !compiles => plain(Outcome::Open, "it does not run yet".to_owned()),
        Test::FreeOfFaults => match faulty {
            Some(fault) => plain(Outcome::Unmet, fault.message.clone()),
            None if tried.status == Status::Ok => plain(Outcome::Met, String::new()),
            None => plain(Outcome::Open, "it is not right yet".to_owned()),
        },
        Test::Correct if tried.status == Status::Ok => plain(Outcome::Met, String::new()),
        Test::Correct => plain(Outcome::Unmet, reason()),
        _ if tried.status != Status::Ok => plain(Outcome::Open, "it is not right yet".to_owned()),
        Test::AtMost(which, most) => counted(figure(which, tried), most, |found| found <= most),
        Test::AtLeast(which, least) => counted(figure(which, tried), least, |found| found >= least),
        Test::Faster(times) => speed(times, timed),
    }
}

fn counted(found: Option<f64>, wanted: f64, reached: impl Fn(f64) -> bool) -> Tested {
    let Some(found) = found else {
        let why = "the machine's model does not know this figure".to_owned();
        return (Outcome::Inconclusive, None, Some(wanted), why);
    };
    let outcome = if reached(found) {
        Outcome::Met
    } else {
        Outcome::Unmet
    };
    (outcome, Some(found), Some(wanted), String::new())
}

/// The interval's lower end decides, so that luck does not.
fn speed(wanted: f64, timed: Option<&Report>) -> Tested {
    let said = |outcome, detail: String| (outcome, None, Some(wanted), detail);
    let Some(report) = timed else {
        return said(
            Outcome::NotAsked,
            "times on the simulator are estimated, and never judged".to_owned(),
        );
    };
    if report.device.kind == Kind::Cpu || report.device.kind == Kind::Simulated {
        return said(
            Outcome::NotAsked,
            format!("{} is no GPU", report.device.name),
        );
    }
    let tried = attempt(report);
    let base = report.variants.first().and_then(|v| v.time);
    match (base, tried.time, tried.status) {
        (Some(base), Some(time), Status::Ok) => {
            let (low, high) = (base.low.0 / time.high.0, base.high.0 / time.low.0);
            let outcome = match wanted {
                _ if low >= wanted => Outcome::Met,
                _ if high < wanted => Outcome::Unmet,
                _ => Outcome::Inconclusive,
            };
            let detail = format!(
                "{low:.2} to {high:.2} times as fast on {}",
                report.device.name
            );
            (outcome, Some(low), Some(wanted), detail)
        }
        (_, _, Status::Wrong | Status::Failed) => {
            said(Outcome::Unmet, tried.reason.clone().unwrap_or_default())
        }
        _ => said(
            Outcome::Inconclusive,
            tried.reason.clone().unwrap_or_default(),
        ),
    }
}
