//! Columns of text.

use anstyle::Style;

/// How a column stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// A cell: its text, and how it looks where colour is shown.
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
    let titles: Vec<Cell> = header
        .iter()
        .map(|(title, _)| Cell((*title).to_owned(), Style::new().dimmed()))
        .collect();
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

/// Columns that `text` takes: every character that the reports use takes one.
pub fn width(text: &str) -> usize {
    text.chars().count()
}

/// `text` broken at spaces into lines of at most `columns`, each after `indent` spaces. Its own line breaks stay.
pub fn wrap(text: &str, columns: usize, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let lead: String = paragraph.chars().take_while(|c| *c == ' ').collect();
        let mut line = lead.clone();
        for word in paragraph.split_whitespace() {
            if width(line.trim()) > 0 && indent + width(&line) + 1 + width(word) > columns {
                lines.push(format!("{margin}{line}"));
                line.clone_from(&lead);
            }
            if width(line.trim()) > 0 {
                line.push(' ');
            }
            line += word;
        }
        lines.push(format!("{margin}{line}"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_by_characters_and_not_by_bytes() {
        let rows = vec![
            vec![Cell::from("a"), Cell::from("1 µs")],
            vec![Cell::from("long"), Cell::from("10 ms")],
        ];
        let text = table(&[("name", Align::Left), ("time", Align::Right)], &rows);
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(plain, "name   time\na      1 µs\nlong  10 ms\n");
    }

    #[test]
    fn wrapped_text_keeps_to_its_columns_and_its_own_line_breaks() {
        assert_eq!(wrap("one two three\nfour", 9, 1), " one two\n three\n four");
        assert_eq!(wrap("  a bb cc", 6, 0), "  a bb\n  cc");
    }
}
