//! Gradescope's `/autograder/results/results.json` (Gradescope, "Autograder specifications").

use serde::Serialize;

use super::form::pretty;
use super::{Format, Render, text};
use crate::grade::mark::{Mark, rounded};

pub const FORMAT: Format = Format::new("gradescope", Render::Each(|mark, _| render(mark)));

#[derive(Serialize)]
struct Results {
    score: f64,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<Test>,
}

/// Every test has a score and a status: without a status, a part of the points would show as failed or passed by chance.
#[derive(Serialize)]
struct Test {
    score: f64,
    max_score: f64,
    status: &'static str,
    name: String,
    number: String,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

/// Everything is visible: it holds nothing that is hidden, and one hidden test would hide a student's total.
const VISIBLE: &str = "visible";

/// One submission's results. The score stands alone too, since a refused submission has no test.
fn render(mark: &Mark) -> Result<String, String> {
    let mut tests = Vec::new();
    for (e, exercise) in mark.exercises.iter().enumerate() {
        for (g, goal) in exercise.goals.iter().enumerate() {
            tests.push(Test {
                score: rounded(goal.points),
                max_score: rounded(goal.of),
                status: if text::passed(goal) { "passed" } else { "failed" },
                name: text::name(exercise, goal),
                number: format!("{}.{}", e + 1, g + 1),
                output: text::goal(goal),
                output_format: "text",
                visibility: VISIBLE,
            });
        }
    }
    let results = Results {
        score: rounded(mark.points),
        output: text::submission(mark),
        output_format: "text",
        visibility: VISIBLE,
        stdout_visibility: "hidden",
        tests,
    };
    pretty(&results)
}
