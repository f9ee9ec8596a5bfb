//! An entry of the work log as Markdown.

use super::log::{KernelText, LogEntry};
use super::prediction::Review;
use crate::harness::{Report, VariantReport};
use crate::measure::Clock;
use crate::sim::Counters;
use crate::text::{REPLACED, clean, fence};
use crate::units::{Bytes, digits3, percent};

/// What changed in one kernel.
pub(super) struct Edit<'a> {
    /// The kernel as it ran.
    pub source: &'a KernelText,
    /// Against what it is compared.
    pub since: String,
    /// The unified diff.
    pub diff: String,
}

/// The whole entry, from its heading to a line's end; `logged` of its kernels have an earlier one.
pub(super) fn entry(entry: &LogEntry<'_>, changes: &[Edit<'_>], logged: usize, when: &str) -> String {
    let mut text = format!("## {when}: {}\n", plain(entry.title));
    if let Some(report) = entry.report {
        text += &format!("\n{}\n", conditions(report));
    }
    if !entry.kernels.is_empty() {
        text += &format!("\n{}", changed(changes, entry.kernels.len(), logged));
    }
    if let Some(prediction) = entry.prediction {
        text += &format!("\n{}", predicted(prediction));
    }
    if let Some(report) = entry.report {
        text += &format!("\n{}", result(report));
    }
    if !entry.remarks.is_empty() {
        let remarks: Vec<String> = entry.remarks.iter().map(|line| plain(line)).collect();
        text += &format!("\n{}\n", remarks.join("\n"));
    }
    text
}

fn conditions(report: &Report) -> String {
    let device = &report.device;
    let kind = format!("{:?}, {:?}", device.backend, device.kind).to_lowercase();
    format!(
        "Device: {} ({kind}), {}. Clock: {}. Runtime checks in timed kernels: {}. Seed {}.",
        plain(&device.name),
        plain(&device.driver),
        report.clock.source.name(),
        format!("{:?}", report.clock.checks).to_lowercase(),
        report.seed
    )
}

fn changed(changes: &[Edit<'_>], kernels: usize, logged: usize) -> String {
    if changes.is_empty() {
        let nothing = match logged {
            0 => "Nothing: the kernels are as the lab gives them.",
            some if some == kernels => "Nothing: each kernel is as it was at its last entry.",
            _ => {
                "Nothing: each kernel is as it was at its last entry, or, where this is its first, as the lab gives it."
            }
        };
        return format!("### What changed\n\n{nothing}\n");
    }
    let mut text = "### What changed\n".to_owned();
    for change in changes {
        let diff = plain(&change.diff);
        let fence = fence(&diff);
        let path = plain(&change.source.path);
        text += &format!("\n`{path}`, {}:\n\n{fence}diff\n{}\n{fence}\n", change.since, diff.trim_end_matches('\n'));
    }
    text
}

fn predicted(judged: &Review) -> String {
    let mut text = format!(
        "### Prediction ({})\n\n| question | predicted | found | verdict |\n| --- | --- | --- | --- |\n",
        plain(&judged.part)
    );
    let dash = |answer: &Option<String>| answer.as_deref().map_or("-".to_owned(), cell);
    for row in &judged.rows {
        text += &format!(
            "| {} | {} | {} | {} |\n",
            cell(&row.question),
            dash(&row.predicted),
            dash(&row.result),
            row.accuracy.word()
        );
    }
    for row in judged.rows.iter().filter(|row| !row.why.is_empty()) {
        text += &format!("\n- {}: {}", plain(&row.question), plain(&row.why));
    }
    text + "\n"
}

fn result(report: &Report) -> String {
    let estimated = report.clock.source == Clock::Estimate;
    let mut text = "### Result\n".to_owned();
    for part in report.variants.chunk_by(|a, b| a.part == b.part) {
        let Some(first) = part.first() else { continue };
        let problem = &first.problem;
        text += &format!(
            "\n{}: {}; {} and {} at least.\n\n{}",
            plain(&first.part),
            plain(&problem.label),
            problem.flop,
            problem.byte,
            table(part, estimated)
        );
        for variant in part {
            if let Some(reason) = &variant.reason {
                text += &format!("\n- `{}`: {}", variant.name, in_list(reason));
            }
        }
        if part.iter().any(|variant| variant.reason.is_some()) {
            text.push('\n');
        }
    }
    let machine = report.variants.iter().find_map(|v| v.counters.as_ref());
    if let Some(counters) = machine {
        text += &format!("\nCounted by the simulator for {}.\n", plain(&counters.machine));
    }
    text
}

fn table(variants: &[VariantReport], estimated: bool) -> String {
    let time = if estimated { "estimated time" } else { "time" };
    let counted = variants.iter().any(|variant| variant.counters.is_some());
    let mut header = vec!["variant", "verdict", time, "±", "of peak", "of measured peak", "against first"];
    if counted {
        header.extend(COUNTERS.iter().map(|(name, _)| *name));
    }
    let mut text = format!("| {} |\n|{}\n", header.join(" | "), " --- |".repeat(header.len()));
    for variant in variants {
        let mut cells = figures(variant);
        if counted {
            let one = |show: &fn(&Counters) -> String| variant.counters.as_ref().map(*show);
            let dash = || "-".to_owned();
            cells.extend(COUNTERS.iter().map(|(_, show)| one(show).unwrap_or_else(dash)));
        }
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

fn figures(variant: &VariantReport) -> Vec<String> {
    let dash = || "-".to_owned();
    let share = |share: Option<f64>| share.map_or_else(dash, percent);
    let measured = variant.time.filter(|time| time.samples > 0);
    vec![
        cell(&variant.name),
        format!("{:?}", variant.status).to_lowercase(),
        variant.time.map_or_else(dash, |time| time.median.to_string()),
        measured.map_or_else(dash, |time| percent(time.spread())),
        share(variant.of_theoretical),
        share(variant.of_measured),
        variant.against(),
    ]
}

/// A counter's heading and how it is written.
type Column = (&'static str, fn(&Counters) -> String);

const COUNTERS: &[Column] = &[
    ("sectors a request (ideal)", |c| {
        let each = |sectors: u64| digits3(sectors as f64 / c.global_requests.max(1) as f64);
        format!("{} ({})", each(c.global_sectors), each(c.global_sectors_ideal))
    }),
    ("DRAM bytes", |c| c.dram_bytes.map_or("-".to_owned(), |bytes| Bytes(bytes as f64).to_string())),
    ("passes over the banks (ideal)", |c| match c.shared_wavefronts.zip(c.shared_wavefronts_ideal) {
        Some((passes, ideal)) => format!("{passes} ({ideal})"),
        None => "-".to_owned(),
    }),
    ("active lanes", |c| percent(c.lane_efficiency)),
    ("barriers of subgroups", |c| c.barriers.to_string()),
    ("FLOP", |c| c.flop.to_string()),
];

/// A message of several lines within a list item.
fn in_list(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(plain).collect();
    lines.join("\n  ")
}

/// Without what ends a table's cell.
fn cell(text: &str) -> String {
    plain(text).replace('\n', " ").replace('|', "\\|")
}

/// Without what a terminal obeys: a log is read with `cat` too.
fn plain(text: &str) -> String {
    clean(&text.replace("\r\n", "\n"), |_| REPLACED)
}
