//! A spreadsheet with the columns that nbgrader exports (nbgrader documentation, "Exporting grades").

use csv::{QuoteStyle, WriterBuilder};

use super::{Context, Format, Render};
use crate::grade::mark::Gradebook;
use crate::text::escaped_line;

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

/// The rows as CSV (RFC 4180).
pub fn sheet(rows: Vec<Vec<String>>) -> Result<String, String> {
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::Necessary).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).map_err(|error| error.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// Signs with which a spreadsheet begins a formula (OWASP, "CSV injection"), half and full width, and the one that is put
/// before them: with it, what differs stays apart.
const SIGNS: &str = "=+-@|%\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}\u{ff5c}\u{ff05}\u{2212}'";

/// A text that no spreadsheet takes for a formula: an apostrophe goes before the signs that start one.
pub fn cell(text: &str) -> String {
    let text = escaped_line(text, 500);
    let first = text.trim_start().chars().next();
    if first.is_some_and(|sign| SIGNS.contains(sign)) { format!("'{text}") } else { text }
}
