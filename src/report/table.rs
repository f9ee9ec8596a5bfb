//! Columns of text: tables, and a name beside its value.

use anstyle::Style;

use crate::text::{COLUMNS, width, wrap};

/// How a column stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// A cell: its text, and how it looks where colour is shown.
#[derive(Clone)]
pub struct Cell(pub String, pub Style);

impl<T: ToString> From<T> for Cell {
    fn from(text: T) -> Self {
        Self(text.to_string(), Style::new())
    }
}

/// `rows` under `header`, each column as wide as its widest cell, two spaces apart.
pub fn table(header: &[(&str, Align)], rows: &[Vec<Cell>]) -> String {
    let widths: Vec<usize> = header
        .iter()
        .enumerate()
        .map(|(column, (title, _))| {
            let cells = rows.iter().map(|row| width(&row[column].0));
            cells.chain([width(title)]).max().unwrap_or(0)
        })
        .collect();
    let titles: Vec<Cell> = header.iter().map(|(title, _)| Cell((*title).to_owned(), Style::new().dimmed())).collect();
    let mut text = String::new();
    for row in [&titles].into_iter().chain(rows) {
        for (column, Cell(content, style)) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - width(content));
            let gap = if column == 0 { "" } else { "  " };
            let styled = format!("{style}{content}{style:#}");
            text += &match header[column].1 {
                Align::Left if column + 1 == row.len() => format!("{gap}{styled}"),
                Align::Left => format!("{gap}{styled}{padding}"),
                Align::Right => format!("{gap}{padding}{styled}"),
            };
        }
        text.push('\n');
    }
    text
}

/// `name` in a column of `indent`, and `value`, wrapped under itself.
pub fn field(name: &str, value: &str, indent: usize) -> String {
    let body = wrap(value, COLUMNS, indent);
    let body = body.get(indent..).unwrap_or_default();
    format!("{name:<indent$}{body}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_by_characters_and_not_by_bytes() {
        let rows = vec![vec![Cell::from("a"), Cell::from("1 µs")], vec![Cell::from("long"), Cell::from("10 ms")]];
        let text = table(&[("name", Align::Left), ("time", Align::Right)], &rows);
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(plain, "name   time\na      1 µs\nlong  10 ms\n");
    }
}
