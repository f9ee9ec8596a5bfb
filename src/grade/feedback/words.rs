//! What Markdown and HTML say alike.

use crate::grade::assignment::AssignedGoal;
use crate::grade::mark::{ExerciseMark, FindingMark, GoalMark, Mark, MarkOutcome, points};

/// Characters of a row.
const LONGEST_ROW: usize = 60;

/// `7.5 of 10 points`.
pub fn of(points_reached: f64, all: f64) -> String {
    format!("{} of {} points", points(points_reached), points(all))
}

/// An exercise and its points: `tiling/exercise: 7.5 of 10 points`.
pub fn heading(exercise: &ExerciseMark) -> String {
    let bonus = if exercise.bonus { ", on top of all others" } else { "" };
    format!("{}: {}{bonus}", exercise.title(), of(exercise.points, exercise.of))
}

/// A goal's sign: met, partly, not, or not judged.
pub fn sign(outcome: MarkOutcome) -> &'static str {
    match outcome {
        MarkOutcome::Met => "✓",
        MarkOutcome::Partly => "◐",
        MarkOutcome::Unmet => "✗",
        MarkOutcome::Open | MarkOutcome::Pending => "–",
        MarkOutcome::Inconclusive => "?",
    }
}

/// What a goal's row says beside its title.
pub fn result(goal: &GoalMark) -> String {
    if let Some(given) = &goal.given {
        return given.words();
    }
    match goal.outcome {
        MarkOutcome::Inconclusive => "inconclusive: it costs no points".to_owned(),
        MarkOutcome::Pending => "not judged on this machine".to_owned(),
        MarkOutcome::Open if in_row(goal) => goal.message.clone(),
        _ if goal.message == AssignedGoal::KEPT => format!("met, {}", goal.message),
        outcome => outcome.name().to_owned(),
    }
}

/// Where a finding is: `line 14, race`.
pub fn location(finding: &FindingMark) -> String {
    match finding.line {
        Some(line) => format!("line {line}, {}", finding.kind),
        None => finding.kind.to_string(),
    }
}

/// The exercise to go on with, whose next step stands first: the first that has one, of those that were handed in if there are any.
pub fn first(mark: &Mark) -> Option<&ExerciseMark> {
    let open = || mark.exercises.iter().filter(|exercise| !exercise.next.is_empty() && mark.refused.is_none());
    open().find(|exercise| exercise.refused.is_none()).or_else(|| open().next())
}

/// Whether the exercise's next step stands below it: not where it stands first, or where the reason stands why nothing could be judged.
pub fn has_next(exercise: &ExerciseMark, mark: &Mark) -> bool {
    !exercise.next.is_empty() && exercise.refused.is_none() && first(mark) != Some(exercise)
}

/// Where its handout is.
pub fn handout(exercise: &ExerciseMark) -> String {
    format!("labs/{}/README.md", exercise.lab)
}

/// The goals that have more to say than their row.
pub fn goals_with_more(exercise: &ExerciseMark) -> impl Iterator<Item = &GoalMark> {
    let more = |goal: &&GoalMark| !goal.message.is_empty() && !in_row(goal) && goal.message != AssignedGoal::KEPT;
    exercise.goals.iter().filter(more)
}

/// Whether all there is to say fits in the goal's row: which earlier goal comes first.
fn in_row(goal: &GoalMark) -> bool {
    let length = goal.message.len();
    goal.outcome == MarkOutcome::Open && (1..LONGEST_ROW).contains(&length)
}
