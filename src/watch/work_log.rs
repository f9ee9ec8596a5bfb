//! What an attempt adds to the work log: what changed, where a result did.

use std::path::Path;
use std::time::SystemTime;

use super::course::Spot;
use crate::files::Shown;
use crate::marking::{GoalReport, GoalStatus, Judgement};
use crate::study::log::{KernelText, LOG_FILE, LogEntry, LogError, WorkLog};
use crate::units::digits3_or_power;

/// Figures nearer to each other than this are one result.
const SAME: f64 = 1.02;

/// The result that was logged last, so that saves which change nothing are not.
#[derive(Debug, Default)]
pub(super) struct Logged(Option<(String, Vec<GoalReport>)>);

impl Logged {
    /// Adds the attempt to the log in the working directory, where a goal stands otherwise than at the entry before: what
    /// changed since then is in it, however many saves that took.
    ///
    /// # Errors
    /// [`LogError`]; the attempt is none the worse.
    pub(super) fn append(
        &mut self,
        spot: &Spot,
        path: &Path,
        text: &str,
        judgement: &Judgement,
    ) -> Result<(), LogError> {
        let name = spot.name();
        let known = self.0.as_ref().is_some_and(|(of, goals)| *of == name && same(goals, &judgement.goals));
        let kernels = [KernelText {
            key: format!("{}/{}", spot.lab.name, spot.file()),
            path: path.shown(),
            text: text.to_owned(),
            original: Some(spot.exercise.start.to_owned()),
        }];
        let log = WorkLog::at(LOG_FILE);
        if known || log.changed(&kernels).is_empty() {
            return Ok(());
        }
        self.0 = Some((name, judgement.goals.clone()));
        let entry = LogEntry {
            title: &format!("exercise {}: {} of {} goals", spot.name(), judgement.met(), judgement.goals.len()),
            kernels: &kernels,
            // Estimated times are no result of an exercise.
            report: judgement.timed.as_ref(),
            prediction: None,
            remarks: &remarks(judgement),
        };
        log.append(&entry, SystemTime::now())
    }
}

/// Whether each goal stands as it did, with the same figure.
fn same(before: &[GoalReport], now: &[GoalReport]) -> bool {
    let near = |a: f64, b: f64| a == b || (a.max(b) <= SAME * a.min(b) && a.min(b) > 0.0);
    let figures = |a: &GoalReport, b: &GoalReport| match (a.measured, b.measured) {
        (Some(a), Some(b)) => near(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    before.len() == now.len() && before.iter().zip(now).all(|(a, b)| a.outcome == b.outcome && figures(a, b))
}

/// The goals with their ticks, and the hint that was given.
fn remarks(judgement: &Judgement) -> Vec<String> {
    let goals = judgement.goals.iter().map(|goal| {
        let (tick, note) = match goal.outcome {
            GoalStatus::Met => ("x", ""),
            GoalStatus::Unmet => (" ", ""),
            GoalStatus::Open => (" ", " (open)"),
            GoalStatus::Inconclusive => (" ", " (inconclusive)"),
            GoalStatus::NotAsked => (" ", " (not judged here)"),
        };
        let figure = goal.measured.map(digits3_or_power);
        let figure = figure.map_or(String::new(), |figure| format!(": {figure}"));
        format!("- [{tick}] {}{figure}{note}", goal.title)
    });
    let hint = judgement.hint.as_ref();
    let hint = hint.map(|(_, text)| format!("\nHint given: {text}"));
    goals.chain(hint).collect()
}
