//! A prediction beside the result, on the terminal.

use anstyle::{AnsiColor, Style};

use super::table::{Align, Cell, table, wrap};
use crate::predict::{Judged, Verdict};

/// Columns of a terminal.
const COLUMNS: usize = 80;

/// Each question with what was predicted and what was found, and why.
pub fn predicted(judged: &Judged) -> String {
    let bold = Style::new().bold();
    let mut text = format!(
        "{bold}What you predicted, and what this run found ({}){bold:#}\n",
        judged.part
    );
    let header = [
        ("", Align::Left),
        ("predicted", Align::Left),
        ("found", Align::Left),
        ("verdict", Align::Left),
    ];
    let dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let rows: Vec<Vec<Cell>> = judged
        .rows
        .iter()
        .map(|row| {
            vec![
                row.question.as_str().into(),
                dash(&row.predicted).into(),
                dash(&row.result).into(),
                Cell(row.verdict.word().to_owned(), style(row.verdict)),
            ]
        })
        .collect();
    text += &table(&header, &rows);
    for row in judged.rows.iter().filter(|row| !row.why.is_empty()) {
        let sentence = format!("{}: {}.", row.question, row.why);
        text += &format!("{}\n", wrap(&sentence, COLUMNS, 2));
    }
    text
}

fn style(verdict: Verdict) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match verdict {
        Verdict::Right => colour(AnsiColor::Green),
        Verdict::Close => colour(AnsiColor::Yellow),
        Verdict::Wrong => colour(AnsiColor::Red),
        Verdict::Unanswered | Verdict::Unknown => Style::new().dimmed(),
    }
}
