//! A run beside its baseline, on the terminal.

use anstyle::{AnsiColor, Style};

use super::table::{Align, Cell, table};
use crate::compare::{CounterRow, TimeRatio};
use crate::study::baseline::{Compared, Comparison, Standing};
use crate::text::paragraph;
use crate::units::digits3;

/// Counters that are named for one variant; the others are counted.
const NAMED: usize = 6;

/// Every variant with its times and the verdict, and the counters that moved.
pub fn baseline(comparison: &Comparison) -> String {
    let bold = Style::new().bold();
    let mut text = format!("{bold}lab {} against the baseline `{}`{bold:#}\n", comparison.lab, comparison.baseline);
    let estimated = comparison.variants.iter().any(|v| v.ratio.is_some_and(|ratio| ratio.estimated));
    let (before, now) = if estimated { ("estimated then", "estimated now") } else { ("then", "now") };
    let header = [
        ("variant", Align::Left),
        (before, Align::Right),
        (now, Align::Right),
        ("now / then", Align::Right),
        ("interval", Align::Left),
        ("verdict", Align::Left),
    ];
    let rows: Vec<Vec<Cell>> = comparison.variants.iter().map(row).collect();
    text += &table(&header, &rows);
    for variant in &comparison.variants {
        if !variant.counters.is_empty() {
            let moved = moved(&variant.counters);
            text += &paragraph(&format!("{}: {moved}", variant.name), 2);
        }
    }
    let rule = "A time differs where the two intervals have nothing in common, each at least 3 % wide to either side; an \
                estimate where it moved by more than 3 %.";
    text += &paragraph(rule, 2);
    for note in &comparison.notes {
        text += &paragraph(&format!("note: {note}"), 2);
    }
    text
}

fn row(variant: &Compared) -> Vec<Cell> {
    let dash = || "-".to_owned();
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    let style = match variant.standing {
        Standing::Faster => colour(AnsiColor::Green),
        Standing::Slower | Standing::Broken => colour(AnsiColor::Red).bold(),
        Standing::Inconclusive => colour(AnsiColor::Yellow),
        Standing::NoDifference | Standing::New | Standing::NotRun => Style::new(),
    };
    vec![
        variant.name.as_str().into(),
        variant.before.map_or_else(dash, |time| time.median.to_string()).into(),
        variant.now.map_or_else(dash, |time| time.median.to_string()).into(),
        variant.ratio.map_or_else(dash, |ratio| digits3(ratio.value)).into(),
        variant.ratio.map_or_else(dash, |ratio| interval(&ratio)).into(),
        Cell(variant.standing.word().to_owned(), style),
    ]
}

/// `0.97 to 1.05`; an estimate has none.
pub(super) fn interval(ratio: &TimeRatio) -> String {
    if ratio.estimated {
        return "none".to_owned();
    }
    format!("{} to {}", digits3(ratio.low), digits3(ratio.high))
}

fn moved(rows: &[CounterRow]) -> String {
    let exact = |value: Option<f64>| value.map_or("not modelled".to_owned(), |value| value.to_string());
    let named: Vec<String> =
        rows.iter().take(NAMED).map(|row| format!("{} {} -> {}", row.name, exact(row.a), exact(row.b))).collect();
    let more = rows.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!("counters that moved: {}{more}", named.join(", "))
}
