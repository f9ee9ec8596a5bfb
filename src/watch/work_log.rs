//! What an attempt adds to the work log.

use std::path::Path;
use std::time::SystemTime;

use super::course::Spot;
use crate::files::Shown;
use crate::marking::{GoalStatus, Judgement};
use crate::study::log::{Entry, LOG_FILE, LogError, Source, WorkLog};
use crate::units::digits3;

/// Adds the attempt to the log in the working directory, where its text differs from what was logged last.
///
/// # Errors
/// [`LogError`]; the attempt is none the worse.
pub(super) fn append(spot: &Spot, path: &Path, text: &str, judgement: &Judgement) -> Result<(), LogError> {
    let kernels = [Source {
        key: format!("{}/{}", spot.lab.name, spot.file()),
        path: path.shown(),
        text: text.to_owned(),
        original: Some(spot.exercise.start.to_owned()),
    }];
    let log = WorkLog::at(LOG_FILE);
    if log.changed(&kernels).is_empty() {
        return Ok(());
    }
    let entry = Entry {
        title: &format!("exercise {}", spot.name()),
        kernels: &kernels,
        report: Some(judgement.timed.as_ref().unwrap_or(&judgement.report)),
        prediction: None,
        remarks: &remarks(judgement),
    };
    log.append(&entry, SystemTime::now())
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
        let figure = goal.measured.map(digits3);
        let figure = figure.map_or(String::new(), |figure| format!(": {figure}"));
        format!("- [{tick}] {}{figure}{note}", goal.title)
    });
    let hint = judgement.hint.as_ref();
    let hint = hint.map(|(_, text)| format!("\nHint given: {text}"));
    goals.chain(hint).collect()
}
