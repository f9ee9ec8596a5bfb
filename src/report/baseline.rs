//! A run beside its baseline, on the terminal.

use anstyle::{AnsiColor, Style};

use super::table::{Align, Cell, table};
use crate::compare::{CounterRow, TimeRatio};
use crate::harness::Report;
use crate::study::baseline_comparison::{Against, Compared, Comparison, Standing};
use crate::text::paragraph;
use crate::units::digits3;
use serde::Serialize;

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
    for (reason, names) in reasons(&comparison.variants) {
        text += &paragraph(&format!("{}: {reason}", names.join(", ")), 2);
    }
    text += &paragraph(&rule(comparison, estimated), 2);
    for note in &comparison.notes {
        text += &paragraph(&format!("note: {note}"), 2);
    }
    text
}

/// Each reason once, with its variants.
fn reasons(variants: &[Compared]) -> Vec<(String, Vec<&str>)> {
    let mut all: Vec<(String, Vec<&str>)> = Vec::new();
    for variant in variants {
        let Some(reason) = &variant.reason else { continue };
        let said = format!("{}: {reason}", variant.standing.word());
        match all.iter_mut().find(|(other, _)| *other == said) {
            Some((_, names)) => names.push(&variant.name),
            None => all.push((said, vec![&variant.name])),
        }
    }
    all
}

/// How verdicts come about, and what could not have been seen.
fn rule(comparison: &Comparison, estimated: bool) -> String {
    let how = match comparison.against {
        _ if estimated => "An estimate differs where it moved by more than 3 %.",
        Against::Kernels => {
            "The baseline's kernels and today's ran in turns, in several processes: a time differs where the interval of their \
             ratio (99.9 %) excludes 1."
        }
        Against::Recorded => {
            "A time differs where the two intervals have nothing in common, each at least 3 % wide to either side."
        }
    };
    let unrun = match comparison.variants.iter().filter(|variant| variant.standing == Standing::SameKernel).count() {
        0 => String::new(),
        same => format!(" {same} kernels are the baseline's, letter by letter, and were not held against themselves."),
    };
    let smallest = |variant: &Compared| Some((variant.smallest?, variant.name.clone()));
    let mut seen: Vec<(f64, String)> = comparison.variants.iter().filter_map(smallest).collect();
    seen.sort_by(|a, b| a.0.total_cmp(&b.0));
    let percent = |(share, name): &(f64, String)| format!("{} % ({name})", digits3(100.0 * share));
    let seen = match seen.as_slice() {
        [] => String::new(),
        [only] => format!(" The smallest change that this run could have seen: {}.", percent(only)),
        [first, .., last] => {
            format!(" The smallest change that this run could have seen: {} to {}.", percent(first), percent(last))
        }
    };
    format!("{how}{unrun}{seen}")
}

/// A run's report with what its baseline says.
#[derive(Serialize)]
struct WithBaseline<'a> {
    #[serde(flatten)]
    report: &'a Report,
    comparison: &'a Comparison,
}

/// As JSON: runs, each with its comparison; one as an object, several as an array.
///
/// # Errors
/// serde's, where a value cannot be written.
pub fn compared_json(reports: &[Report], comparisons: &[Comparison]) -> serde_json::Result<String> {
    let all = reports.iter().zip(comparisons).map(|(report, comparison)| WithBaseline { report, comparison });
    let text = match all.collect::<Vec<_>>().as_slice() {
        [only] => serde_json::to_string_pretty(only)?,
        several => serde_json::to_string_pretty(several)?,
    };
    Ok(text + "\n")
}

fn row(variant: &Compared) -> Vec<Cell> {
    let dash = || "-".to_owned();
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    let style = match variant.standing {
        Standing::Faster => colour(AnsiColor::Green),
        Standing::Slower | Standing::Broken => colour(AnsiColor::Red).bold(),
        Standing::Inconclusive => colour(AnsiColor::Yellow),
        Standing::NoDifference | Standing::SameKernel | Standing::New | Standing::NotRun => Style::new(),
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
