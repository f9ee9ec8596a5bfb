//! A spreadsheet with the columns that nbgrader exports (nbgrader documentation, "Exporting grades").

use super::{Context, Format, Render};
use crate::grade::mark::Gradebook;
use crate::report::csv::{cell, sheet};

pub const FORMAT: Format = Format::new("csv", Render::Class("gradebook.csv", render));

/// nbgrader's columns, in its order.
pub const COLUMNS: [&str; 11] = [
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
];

/// One row a submission. What marking does not know (dates, and without a roster names and addresses) is empty.
fn render(book: &Gradebook, _: &Context) -> Result<String, String> {
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    for mark in &book.marks {
        let student = mark.student.clone().unwrap_or_default();
        let id = if student.id.is_empty() { &mark.submission } else { &student.id };
        let names = if student.name == mark.submission { "" } else { &student.name };
        let (first, last) = names.rsplit_once(' ').unwrap_or(("", names));
        let scored = |points: f64| mark.given().map_or(String::new(), |_| points.to_string());
        rows.push(vec![
            cell(&book.assignment.title),
            cell(book.assignment.late.as_ref().map_or("", |late| &late.due)),
            String::new(),
            cell(id),
            cell(last),
            cell(first),
            cell(&student.email),
            scored(mark.raw()),
            mark.late.map_or(0.0, |late| late.penalty).to_string(),
            scored(mark.points),
            mark.of.to_string(),
        ]);
    }
    sheet(rows)
}
