//! PrairieLearn's `/grade/results/results.json` (PrairieLearn, "External grading").

use serde::Serialize;

use super::form::pretty;
use super::{Format, Render, text};
use crate::grade::mark::{ExerciseMark, Mark, MarkOutcome, rounded};
use crate::lab::Goal;

pub const FORMAT: Format = Format::new("prairielearn", Render::Each(|mark, _| render(mark)));

#[derive(Serialize)]
struct Results {
    /// False costs the student no attempt.
    gradable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_errors: Vec<String>,
    message: String,
    output: String,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    description: String,
    points: f64,
    max_points: f64,
    message: String,
    output: String,
}

/// One submission's results: not gradable where nothing of it compiles, or where the machine was too unsteady to say.
fn render(mark: &Mark) -> Result<String, String> {
    let tests: Vec<Test> = mark.exercises.iter().flat_map(tests).collect();
    let format_errors = format_errors(mark);
    let gradable = format_errors.is_empty();
    let results = Results {
        gradable,
        score: gradable.then(|| share(mark)),
        format_errors,
        message: format!("{} of {} points", rounded(mark.points), rounded(mark.of)),
        output: text::submission(mark),
        tests,
    };
    pretty(&results)
}

fn tests(exercise: &ExerciseMark) -> Vec<Test> {
    exercise
        .goals
        .iter()
        .map(|goal| Test {
            name: text::name(exercise, goal),
            description: exercise.task.clone(),
            points: rounded(goal.points),
            max_points: rounded(goal.of),
            message: goal.outcome.name().to_owned(),
            output: text::goal(goal),
        })
        .collect()
}

/// Points over all points, 0 to 1.
fn share(mark: &Mark) -> f64 {
    if mark.of > 0.0 { (mark.points / mark.of).clamp(0.0, 1.0) } else { 0.0 }
}

/// Why the submission cannot be graded; empty where it can.
fn format_errors(mark: &Mark) -> Vec<String> {
    if let Some(why) = &mark.refused {
        return vec![why.clone()];
    }
    let unread: Vec<String> = mark.exercises.iter().filter_map(unread).collect();
    if unread.len() == mark.exercises.len() {
        return unread;
    }
    let goals = mark.exercises.iter().flat_map(|exercise| &exercise.goals);
    goals
        .filter(|goal| goal.outcome == MarkOutcome::Inconclusive)
        .map(|goal| format!("{}: {}", goal.title, goal.message))
        .collect()
}

/// Why nothing of an exercise was run; `None` where it was.
fn unread(exercise: &ExerciseMark) -> Option<String> {
    let name = exercise.title();
    if let Some(why) = &exercise.refused {
        return Some(format!("{name}: {why}"));
    }
    let compiles = exercise.goals.iter().find(|goal| goal.id == Goal::COMPILES.id)?;
    (compiles.outcome == MarkOutcome::Unmet).then(|| format!("{name}: {}", compiles.message))
}
