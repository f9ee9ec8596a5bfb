//! A spreadsheet with the columns that nbgrader exports (nbgrader documentation, "Exporting grades").

use csv::{QuoteStyle, WriterBuilder};

use super::{Format, Render};
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

/// One row a submission. What marking cannot know (names, dates, e-mail) is empty.
fn render(book: &Gradebook) -> Result<String, String> {
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::Necessary).from_writer(Vec::new());
    let mut write = |row: [String; 11]| writer.write_record(row).map_err(|e| e.to_string());
    write(COLUMNS.map(str::to_owned))?;
    for mark in &book.marks {
        let unknown = String::new;
        write([
            cell(&book.assignment.title),
            unknown(),
            unknown(),
            cell(&mark.submission),
            unknown(),
            unknown(),
            unknown(),
            mark.points.to_string(),
            "0".to_owned(),
            mark.points.to_string(),
            mark.of.to_string(),
        ])?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// A text that no spreadsheet takes for a formula (OWASP, "CSV injection"): an apostrophe goes before the signs that
/// start one.
pub fn cell(text: &str) -> String {
    let text = escaped_line(text, 500);
    let first = text.trim_start().chars().next();
    match first {
        Some('=' | '+' | '-' | '@' | '|' | '%') => format!("'{text}"),
        _ => text,
    }
}
