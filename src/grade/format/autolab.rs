//! Autolab's *autoresult*: the last line on standard output (Autolab, "Guide for lab authors").

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Format, Render};
use crate::grade::mark::{ExerciseMark, Mark, rounded};

pub const FORMAT: Format = Format::new("autolab", Render::Each(|mark, _| render(mark)));

#[derive(Serialize)]
struct Autoresult {
    /// By problem; the course's problems must have the same names.
    scores: BTreeMap<String, f64>,
    /// The problems in the assignment's order, then the total.
    scoreboard: Vec<f64>,
}

/// One line: a problem for each exercise, by the name `LAB/EXERCISE`.
fn render(mark: &Mark) -> Result<String, String> {
    let points = |exercise: &ExerciseMark| rounded(exercise.points);
    let autoresult = Autoresult {
        scores: mark.exercises.iter().map(|exercise| (exercise.title(), points(exercise))).collect(),
        scoreboard: mark.exercises.iter().map(points).chain([rounded(mark.points)]).collect(),
    };
    let text = serde_json::to_string(&autoresult).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}
