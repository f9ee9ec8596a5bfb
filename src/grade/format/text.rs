//! What a student reads of a goal, in a few plain lines.

use crate::grade::class::Given;
use crate::grade::mark::{ExerciseMark, GoalMark, Mark, MarkOutcome};
use crate::text::shorten;
use crate::units::digits3;

/// Characters that the text of one goal may have: services cap a result at about 1 MB.
const LONGEST: usize = 8_000;

/// Whether a service may show the goal as passed: where all of its points are there.
pub fn passed(goal: &GoalMark) -> bool {
    // Where the instructor gave all points, that is what counts; a goal that is met may earn fewer, beside others that are not.
    goal.points >= goal.of || matches!(goal.outcome, MarkOutcome::Inconclusive | MarkOutcome::Pending)
}

/// The goal's name, unique in the submission.
pub fn name(exercise: &ExerciseMark, goal: &GoalMark) -> String {
    format!("{}: {}", exercise.title(), goal.title)
}

/// How the goal ended, and why.
pub fn goal(goal: &GoalMark) -> String {
    let mut text = goal.given.as_ref().map_or_else(|| goal.outcome.name().to_owned(), Given::words);
    if let (Some(measured), Some(wanted)) = (goal.measured, goal.wanted) {
        text += &format!(": {}, where {} earns all points", digits3(measured), digits3(wanted));
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
    // The next step is the hint, where one answers the attempt.
    for hint in exercise.hint.iter().filter(|hint| hint.text != exercise.next) {
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
