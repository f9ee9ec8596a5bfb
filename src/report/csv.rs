//! Rows of cells as CSV, which every spreadsheet reads.

use csv::{QuoteStyle, WriterBuilder};

use crate::text::escaped_line;

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
