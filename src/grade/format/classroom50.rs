//! Classroom 50's `result.json`, schema `classroom50/result/v1` (Classroom 50 wiki, "Advanced autograding").

use serde::Serialize;
use std::collections::BTreeMap;
use thiserror::Error;

use super::form::pretty;
use super::{Context, Format, Render, text};
use crate::date::rfc3339;
use crate::grade::assignment::Assignment;
use crate::grade::mark::Mark;

pub const FORMAT: Format = Format { name: "classroom50", render: Render::Each(render), ready };

fn ready(context: &Context, assignment: &Assignment) -> Result<Vec<String>, String> {
    context.complete().map_err(|missing| missing.to_string())?;
    let goals =
        assignment.exercises.iter().flat_map(|assigned| assigned.goals.iter().map(move |goal| (assigned, goal)));
    match goals.into_iter().find(|(_, goal)| goal.points.fract() != 0.0) {
        Some((assigned, goal)) => Err(format!(
            "--format classroom50 has whole points only, and {} gives {} for `{}`",
            assigned.title(),
            goal.points,
            goal.id
        )),
        None => Ok(Vec::new()),
    }
}

/// The schema's name.
const SCHEMA: &str = "classroom50/result/v1";

/// The runner's environment lacks a variable that the result must hold.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "--format classroom50 is for Classroom 50's runner, which sets {}: not set here: {}", NEEDED.join(", "), .0.join(", ")
)]
pub struct MissingContext(pub Vec<&'static str>);

/// The variables that the runner sets. `REVIEW_URL` may be missing: then the commit is what to review.
const NEEDED: [&str; 5] = ["CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"];

/// A complete context.
struct CompleteContext {
    fields: BTreeMap<&'static str, String>,
    review: String,
    datetime: String,
}

impl Context {
    /// What a result needs of it.
    ///
    /// # Errors
    /// [`MissingContext`]: an infrastructure fault, not the student's.
    fn complete(&self) -> Result<CompleteContext, MissingContext> {
        let set = |name: &str| self.variables.get(name).filter(|value| !value.is_empty());
        let missing: Vec<&str> = NEEDED.into_iter().filter(|name| set(name).is_none()).collect();
        if !missing.is_empty() {
            return Err(MissingContext(missing));
        }
        let fields: BTreeMap<&str, String> =
            NEEDED.into_iter().filter_map(|name| Some((name, set(name)?.clone()))).collect();
        Ok(CompleteContext {
            review: set("REVIEW_URL").unwrap_or(&fields["COMMIT_URL"]).clone(),
            fields,
            datetime: rfc3339(self.now),
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ResultFile<'a> {
    schema: &'static str,
    classroom: &'a str,
    assignment: &'a str,
    submission: &'a str,
    commit: &'a str,
    release: &'a str,
    review: &'a str,
    datetime: &'a str,
    score: i64,
    max_score: i64,
    tests: Vec<Test>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Test {
    test_name: String,
    passed: bool,
    score: i64,
    max_score: i64,
}

/// One submission's result. Scores are whole there: each goal's points are rounded to the nearest.
fn render(mark: &Mark, context: &Context) -> Result<String, String> {
    let known = context.complete().map_err(|missing| missing.to_string())?;
    let whole = |points: f64| points.round() as i64;
    let tests: Vec<Test> = mark
        .exercises
        .iter()
        .flat_map(|exercise| {
            exercise.goals.iter().map(|goal| Test {
                test_name: text::name(exercise, goal),
                passed: text::passed(goal),
                score: whole(goal.points),
                max_score: whole(goal.of),
            })
        })
        .collect();
    let result = ResultFile {
        schema: SCHEMA,
        classroom: &known.fields["CLASSROOM"],
        assignment: &known.fields["ASSIGNMENT"],
        submission: &known.fields["SUBMISSION_TAG"],
        commit: &known.fields["COMMIT_URL"],
        release: &known.fields["RELEASE_URL"],
        review: &known.review,
        datetime: &known.datetime,
        score: tests.iter().map(|test| test.score).sum(),
        max_score: tests.iter().map(|test| test.max_score).sum(),
        tests,
    };
    pretty(&result)
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use super::*;

    #[test]
    fn an_environment_that_is_not_the_runners_is_named_variable_by_variable() {
        let context = Context::new([("CLASSROOM", "c"), ("ASSIGNMENT", "")], UNIX_EPOCH);
        let missing = context.complete().err().expect("incomplete");
        assert_eq!(missing.0, ["ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"]);
        assert!(missing.to_string().contains("not set here: ASSIGNMENT, "), "{missing}");
    }
}
