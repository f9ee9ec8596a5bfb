//! What a student reads of a goal, in a few plain lines.

use crate::grade::mark::{ExerciseMark, GoalMark, Mark, MarkOutcome};
use crate::text::shorten;

/// Characters that the text of one goal may have: services cap a result at about 1 MB.
const LONGEST: usize = 8_000;

/// Whether a service may show the goal as passed.
pub fn passed(goal: &GoalMark) -> bool {
    match goal.outcome {
        MarkOutcome::Met | MarkOutcome::Inconclusive | MarkOutcome::Pending => true,
        MarkOutcome::Partly | MarkOutcome::Unmet | MarkOutcome::Open => false,
    }
}

/// The goal's name, unique in the submission.
pub fn name(exercise: &ExerciseMark, goal: &GoalMark) -> String {
    format!("{}: {}", exercise.title(), goal.title)
}

/// How the goal ended, and why.
pub fn goal(goal: &GoalMark) -> String {
    let mut text = goal.outcome.name().to_owned();
    if let (Some(measured), Some(wanted)) = (goal.measured, goal.wanted) {
        text += &format!(": {measured:.3}, where {wanted:.3} earns all points");
    }
    if !goal.message.is_empty() {
        text += &format!("\n{}", goal.message);
    }
    shorten(&text, LONGEST)
}

/// What to know of an exercise: findings with their lines, the hint, the next thing to try.
pub fn exercise(exercise: &ExerciseMark) -> String {
    let mut text = format!("{}: {} of {} points\n", exercise.title(), exercise.points, exercise.of);
    for why in exercise.refused.iter() {
        text += &format!("{why}\n");
    }
    for finding in &exercise.findings {
        let line = finding.line.map_or(String::new(), |line| format!(", line {line}"));
        text += &format!("{} ({}{line}): {}\n", finding.severity, finding.kind, finding.message);
    }
    for hint in exercise.hint.iter() {
        text += &format!("hint: {}\n", hint.text);
    }
    if !exercise.next.is_empty() {
        text += &format!("next: {}\n", exercise.next);
    }
    shorten(&text, LONGEST)
}

/// The whole of a submission in plain lines.
pub fn submission(mark: &Mark) -> String {
    let mut text = String::new();
    for line in mark.refused.iter().cloned().chain(mark.told()) {
        text += &format!("{line}\n");
    }
    let exercises: Vec<String> = mark.exercises.iter().map(exercise).collect();
    text + &exercises.join("\n")
}
