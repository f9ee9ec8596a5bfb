//! A search over a kernel's constants, on the terminal.

use std::collections::BTreeMap;

use anstyle::Style;

use super::format::Render;
use super::table::{Align, Cell, table};
use crate::harness::{CandidateReport, Status, TuningReport};
use crate::text::paragraph;
use crate::units::{digits3, percent};

/// Rows of the table that need no reason to be there.
const ROWS: usize = 8;

/// Names that are listed for one reason.
const NAMES: usize = 4;

impl Render for TuningReport {
    fn terminal(&self, _columns: usize) -> String {
        let mut text = paragraph(&opening(self), 0) + "\n";
        text += &rows(self);
        text += &format!("\n{}", sentences(self));
        text += &refused(self);
        for note in &self.notes {
            text += &paragraph(&format!("note: {note}"), 0);
        }
        text
    }
}

/// What was searched, and where.
fn opening(report: &TuningReport) -> String {
    let names: Vec<&str> = report.constants.iter().map(|one| one.name.as_str()).collect();
    let timed = report.candidates.iter().filter(|one| one.time.is_some()).count();
    let problem = report.problem.as_ref().map_or(String::new(), |problem| format!(" ({problem})"));
    let how =
        if report.estimated { "all times are estimated" } else { "timed in turns, the fastest in several processes" };
    format!(
        "{}{problem}: {} candidates of {}, {timed} of them right; on {} ({how})",
        report.file,
        report.candidates.len(),
        names.join(", "),
        report.device.name
    )
}

/// The fastest, the unchanged kernel, and what another search found.
fn rows(report: &TuningReport) -> String {
    let mut timed: Vec<(&CandidateReport, f64)> =
        report.candidates.iter().filter_map(|one| Some((one, one.time?.median.0))).collect();
    let is_final = |one: &CandidateReport| one.ratio.is_some();
    timed.sort_by(|(a, x), (b, y)| is_final(b).cmp(&is_final(a)).then(x.total_cmp(y)));
    let default = report.candidates.first().map(|one| one.name.as_str());
    let elsewhere = report.elsewhere.as_ref().map(|found| found.name.as_str());
    let label = |name: &str| {
        let labels = [(default, "unchanged"), (elsewhere, "best elsewhere"), (Some(report.best.as_str()), "best")];
        let labels: Vec<&str> = labels.iter().filter(|(of, _)| *of == Some(name)).map(|(_, label)| *label).collect();
        labels.join(", ")
    };
    let shown = timed.iter().enumerate().filter(|(at, (one, _))| *at < ROWS || !label(&one.name).is_empty());
    let row = |(at, (one, _)): (usize, &(&CandidateReport, f64))| {
        let against = match (one.ratio, one.indistinguishable) {
            _ if one.name == report.best => String::new(),
            (Some(_), Some(true)) => "indistinguishable".to_owned(),
            (Some(ratio), _) => format!("{}x", digits3(ratio.value)),
            (None, _) => "slower".to_owned(),
        };
        let time = one.time.map_or(String::new(), |time| time.median.to_string());
        vec![
            Cell::from(at + 1),
            Cell::from(&one.name),
            Cell::from(time),
            Cell::from(against),
            Cell::from(label(&one.name)),
        ]
    };
    let time = if report.estimated { "estimated" } else { "time" };
    let header = [
        ("", Align::Right),
        ("values", Align::Left),
        (time, Align::Right),
        ("against the best", Align::Left),
        ("", Align::Left),
    ];
    table(&header, &shown.map(row).collect::<Vec<_>>())
}

/// The result in sentences.
fn sentences(report: &TuningReport) -> String {
    let bold = Style::new().bold();
    let is_equal = |name: &str| report.named(name).and_then(|one| one.indistinguishable) == Some(true);
    let by = if report.estimated { ", by estimate" } else { "" };
    let mut text = format!("{bold}Best{by}: {}{bold:#}\n", report.best);
    if let Some(name) = &report.runner_up {
        let than = match report.named(name).and_then(|one| one.ratio) {
            _ if is_equal(name) => "which this run cannot tell from the best".to_owned(),
            Some(ratio) => format!("which takes {}x its time{by}", digits3(ratio.value)),
            None => "which is slower".to_owned(),
        };
        text += &paragraph(&format!("Runner-up: {name}, {than}."), 0);
    }
    let default = report.candidates.first().map_or("", |one| one.name.as_str());
    let unchanged = if default == report.best {
        "The unchanged kernel is the best.".to_owned()
    } else if is_equal(default) {
        format!("The unchanged kernel ({default}) cannot be told from the best.")
    } else {
        format!(
            "The unchanged kernel ({default}) takes {}x the time of the best{by}.",
            digits3(report.default_ratio.value)
        )
    };
    text += &paragraph(&unchanged, 0);
    if let Some(found) = &report.elsewhere {
        let reaches = match found.ratio {
            Some(_) if is_equal(&found.name) => "cannot be told from the best here".to_owned(),
            Some(ratio) => format!("reaches {} of the speed of the best here{by}", percent(1.0 / ratio.value)),
            None => "cannot run here, or is wrong here".to_owned(),
        };
        text += &paragraph(&format!("The best of {} ({}) {reaches}.", found.device, found.name), 0);
    }
    if let Some(correlation) = report.rank_correlation {
        let reported =
            format!("Rank correlation of the simulator's estimates with the measured times: {correlation:.2}.");
        text += &paragraph(&reported, 0);
    }
    if let Some(also) = &report.also_verified {
        text += &paragraph(&format!("The best is right at {also}, too."), 0);
    }
    text
}

/// Those that cannot win, by reason.
fn refused(report: &TuningReport) -> String {
    let mut reasons: BTreeMap<String, Vec<&CandidateReport>> = BTreeMap::new();
    for one in report.candidates.iter().filter(|one| one.status != Status::Ok) {
        let reason = one.reason.as_deref().unwrap_or_default();
        // What the compiler says stands in its second line.
        let reported: Vec<&str> = reason.lines().take_while(|line| !line.starts_with(' ')).take(2).collect();
        reasons.entry(reported.join(": ")).or_default().push(one);
    }
    let mut text = String::new();
    for (reason, all) in reasons {
        let names: Vec<&str> = all.iter().take(NAMES).map(|one| one.name.as_str()).collect();
        let more = all.len().checked_sub(NAMES).filter(|more| *more > 0);
        let more = more.map_or(String::new(), |more| format!(" and {more} more"));
        let status = format!("{:?}", all[0].status).to_lowercase();
        text += &paragraph(&format!("{status}: {}{more}: {reason}", names.join("; ")), 0);
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}
