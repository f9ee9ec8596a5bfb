//! A prediction beside the result, on the terminal.

use anstyle::{AnsiColor, Style};

use super::table::{Align, Cell, table};
use crate::study::prediction::{Accuracy, Review};
use crate::study::tolerance;
use crate::text::paragraph;

/// Each question with what was predicted and what was found, and why.
pub fn predicted(review: &Review) -> String {
    let bold = Style::new().bold();
    let mut text = format!("{bold}What you predicted, and what this run found ({}){bold:#}\n", review.part);
    let header = [("", Align::Left), ("predicted", Align::Left), ("found", Align::Left), ("verdict", Align::Left)];
    let dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let rows: Vec<Vec<Cell>> = review
        .rows
        .iter()
        .map(|row| {
            vec![
                row.question.as_str().into(),
                dash(&row.predicted).into(),
                dash(&row.result).into(),
                Cell(row.accuracy.word().to_owned(), style(row.accuracy)),
            ]
        })
        .collect();
    text += &table(&header, &rows);
    if review.judges() {
        text += &paragraph(&tolerance(review), 2);
    }
    for row in review.rows.iter().filter(|row| !row.why.is_empty()) {
        let sentence = format!("{}: {}.", row.question, row.why);
        text += &paragraph(&sentence, 2);
    }
    text
}

fn style(accuracy: Accuracy) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match accuracy {
        Accuracy::Right => colour(AnsiColor::Green),
        Accuracy::Close => colour(AnsiColor::Yellow),
        Accuracy::Wrong => colour(AnsiColor::Red),
        Accuracy::Unanswered | Accuracy::Unknown => Style::new().dimmed(),
    }
}
