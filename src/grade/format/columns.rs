//! A spreadsheet with a column an exercise and a goal, for whoever works on with the figures.

use super::{Context, Format, Render};
use crate::grade::mark::{Gradebook, Mark};
use crate::report::csv::{cell, sheet};

pub const FORMAT: Format = Format::new("columns", Render::Class("columns.csv", |book, _: &Context| render(book)));

/// The columns before the exercises'.
pub const COLUMNS: [&str; 10] =
    ["submission", "id", "name", "section", "status", "points", "of", "raw_points", "late_days", "late_penalty"];

/// A row a submission, and one a student of the roster who handed in nothing.
fn render(book: &Gradebook) -> Result<String, String> {
    let mut header = COLUMNS.map(str::to_owned).to_vec();
    for assigned in &book.assignment.exercises {
        header.push(assigned.title());
        header.extend(assigned.goals.iter().map(|goal| format!("{}: {}", assigned.title(), goal.id)));
    }
    let wide = header.len();
    let mut rows = vec![header];
    rows.extend(book.marks.iter().map(|mark| row(book, mark)));
    for student in &book.absent {
        let of = book.of.to_string();
        let points: &[&str] = if student.is_excused() { &["excused"] } else { &["nothing handed in", "0", &of, "0"] };
        let who = ["", student.id.as_str(), &student.name, &student.section];
        rows.push(who.iter().chain(points).map(|text| cell(text)).collect());
    }
    rows.iter_mut().for_each(|row| row.resize(wide, String::new()));
    sheet(rows)
}

fn row(book: &Gradebook, mark: &Mark) -> Vec<String> {
    let student = mark.student.clone().unwrap_or_default();
    let status = match (&mark.open, &mark.refused) {
        (Some(why), _) => format!("not marked: {why}"),
        (None, Some(why)) => format!("refused: {why}"),
        (None, None) if mark.excused => "excused".to_owned(),
        (None, None) => "marked".to_owned(),
    };
    let mut cells =
        vec![cell(&mark.submission), cell(&student.id), cell(&student.name), cell(&student.section), cell(&status)];
    if mark.given().is_none() {
        return cells;
    }
    cells.extend([mark.points, mark.of, mark.raw()].map(|points| points.to_string()));
    cells.extend([
        mark.late.map_or(0, |late| late.days).to_string(),
        mark.late.map_or(0.0, |late| late.penalty).to_string(),
    ]);
    for (assigned, exercise) in book.assignment.exercises.iter().zip(&mark.exercises) {
        cells.push(exercise.points.to_string());
        cells.extend(assigned.goals.iter().map(|goal| {
            let reached = exercise.goals.iter().find(|reached| reached.id == goal.id);
            reached.map_or(String::new(), |reached| reached.points.to_string())
        }));
    }
    cells
}
