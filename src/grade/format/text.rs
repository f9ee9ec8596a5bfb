//! What a student reads of a goal, in a few plain lines.

use crate::grade::class::Given;
use crate::grade::feedback::{first, has_next, heading, location};
use crate::grade::mark::{ExerciseMark, GoalMark, Mark, MarkOutcome};
use crate::text::shorten;
use crate::units::digits3_or_power;

/// Characters that the text of one goal may have: services cap a result at about 1 MB.
const LONGEST: usize = 8_000;

/// Whether a service may show the goal as passed: where all of its points are there.
pub fn passed(goal: &GoalMark) -> bool {
    // Where the instructor gave all points, that is what counts; a goal that is met may earn fewer, beside others that are not.
    goal.points >= goal.of || matches!(goal.outcome, MarkOutcome::Inconclusive | MarkOutcome::Pending)
}

/// The goal's name, unique in the submission.
pub fn name(exercise: &ExerciseMark, goal: &GoalMark) -> String {
    format!("{}: {}", exercise.title(), goal.name())
}

/// How the goal ended, and why.
pub fn goal(goal: &GoalMark) -> String {
    let mut text = goal.given.as_ref().map_or_else(|| goal.outcome.name().to_owned(), Given::words);
    // Where it is not met, its message has the figure and the rule.
    if let (MarkOutcome::Met, Some(measured), Some(wanted)) = (goal.outcome, goal.measured, goal.wanted) {
        text += &format!(": {}, where {} earns all points", digits3_or_power(measured), digits3_or_power(wanted));
    }
    if !goal.message.is_empty() {
        text += &format!("\n{}", goal.message);
    }
    shorten(&text, LONGEST)
}

/// What to know of an exercise: findings with their lines, and the next thing to try where `has_next`.
fn exercise(exercise: &ExerciseMark, has_next: bool) -> String {
    let mut text = format!("{}\n", heading(exercise));
    if has_next {
        text += &format!("next: {}\n", exercise.next);
    }
    for why in exercise.refused.iter() {
        text += &format!("{why}\n");
    }
    for finding in &exercise.findings {
        text += &format!("{} ({}): {}\n", finding.severity, location(finding), finding.message);
    }
    shorten(&text, LONGEST)
}

/// The whole of a submission in plain lines, first what helps next.
pub fn submission(mark: &Mark) -> String {
    let next = first(mark).map(|exercise| format!("Next, in {}: {}\n\n", exercise.title(), exercise.next));
    let mut text = next.unwrap_or_default();
    for line in mark.refused.iter().cloned().chain(mark.remarks()) {
        text += &format!("{line}\n");
    }
    let exercises: Vec<String> = mark.exercises.iter().map(|one| exercise(one, has_next(one, mark))).collect();
    text + &exercises.join("\n")
}
