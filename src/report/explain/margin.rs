//! The source with each line's counters before it.

use anstyle::Style;

use super::whole::severity;
use crate::harness::KernelReport;
use crate::sim::{Counters, LineCounters, Severity};
use crate::text::{DOT, clean, hung, paragraph, width};
use crate::units::{digits3, percent, si};

/// One column of the margin: its title, what it means, and a line's cell where the line uses it.
pub(in crate::report) struct Column {
    pub title: &'static str,
    pub meaning: &'static str,
    pub cell: fn(&LineCounters, &Counters) -> Option<String>,
}

/// Every column that a margin may have.
pub(in crate::report) const MARGIN: [Column; 8] = [
    Column {
        title: "instr.",
        meaning: "share of the launch's instructions",
        cell: |line, all| part(line.with_divisions(), all.with_divisions()),
    },
    Column {
        title: "req.",
        meaning: "requests to storage memory, one a subgroup and access",
        cell: |line, _| (line.global_requests > 0).then(|| short(line.global_requests)),
    },
    Column {
        title: "sectors",
        meaning: "touched by a request / the fewest that hold its bytes",
        cell: |line, _| each(line.global_sectors, line.global_sectors_ideal, line.global_requests),
    },
    Column {
        title: "wg.req.",
        meaning: "requests to workgroup memory",
        cell: |line, _| (line.shared_requests > 0).then(|| short(line.shared_requests)),
    },
    Column {
        title: "passes",
        meaning: "passes over the banks of a request / without bank conflicts",
        cell: |line, _| each(line.shared_wavefronts?, line.shared_wavefronts_ideal?, line.shared_requests),
    },
    Column {
        title: "atomic",
        meaning: "lanes at one address, which take turns",
        cell: |line, _| {
            (line.atomic_requests > 0).then(|| format!("x{}", ratio(line.atomic_serializations, line.atomic_requests)))
        },
    },
    Column {
        title: "lanes",
        meaning: "active of all that were issued",
        cell: |line, all| {
            let lanes = line.subgroup_instructions * u64::from(all.subgroup_width);
            (all.lane_efficiency < 1.0).then(|| part(line.active_lanes, lanes)).flatten()
        },
    },
    Column {
        title: "div.",
        meaning: "divergent of all branches",
        cell: |line, all| {
            (all.divergent_branches > 0 && line.branches > 0)
                .then(|| format!("{}/{}", short(line.divergent_branches), short(line.branches)))
        },
    },
];

/// Every line of the source, with a margin of the columns that some line uses, and what they mean.
pub(super) fn source(report: &KernelReport, columns: usize) -> String {
    let Some(all) = &report.counters else {
        return String::new();
    };
    let used: Vec<&Column> =
        MARGIN.iter().filter(|column| report.lines.iter().any(|line| (column.cell)(line, all).is_some())).collect();
    let numbers = report.source.text.lines().count().to_string().len();
    let rows: Vec<Vec<String>> = report
        .source
        .text
        .lines()
        .enumerate()
        .map(|(index, _)| {
            let counted = counted(report, index as u32 + 1);
            used.iter().map(|column| counted.and_then(|line| (column.cell)(line, all)).unwrap_or_default()).collect()
        })
        .collect();
    let widths: Vec<usize> = used
        .iter()
        .enumerate()
        .map(|(at, column)| rows.iter().map(|row| width(&row[at])).chain([width(column.title)]).max().unwrap_or(0))
        .collect();
    let margin = |cells: &[&str]| -> String {
        cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$} ")).collect()
    };
    let titles: Vec<&str> = used.iter().map(|column| column.title).collect();
    let dim = Style::new().dimmed();
    let mut text = format!("\n{dim}{}{:numbers$} |{dim:#}\n", margin(&titles), "");
    for (index, (line, cells)) in report.source.text.lines().zip(&rows).enumerate() {
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let number = index as u32 + 1;
        let bar = if faulty(report, number) { FAULT } else { '|' };
        let left = format!("{}{number:>numbers$} {bar} ", margin(&cells));
        let style = style(report, number);
        text += &format!("{style}{}{style:#}\n", hung(&left, &printable(line), columns).join("\n"));
    }
    let marked = (1..=report.source.text.lines().count() as u32).any(|line| faulty(report, line));
    let fault = if marked { format!("{FAULT}: what is wrong, see above. ") } else { String::new() };
    text += &paragraph(&(fault + &legend(&titles)), 0);
    text
}

/// Stands beside a line that makes the kernel wrong, also where there is no colour.
const FAULT: char = '\u{2717}';

fn faulty(report: &KernelReport, line: u32) -> bool {
    report.findings.iter().any(|finding| finding.line == Some(line) && finding.severity == Severity::Error)
}

/// The counters of a line, where it has any; the report's lines are in order.
fn counted(report: &KernelReport, line: u32) -> Option<&LineCounters> {
    let at = report.lines.binary_search_by_key(&line, |counted| counted.line);
    at.ok().map(|at| &report.lines[at])
}

/// Source as it can be shown: a kernel must not command the terminal.
pub(in crate::report) fn printable(code: &str) -> String {
    clean(&code.replace('\t', "    "), |_| DOT)
}

/// What the columns that are shown mean.
pub(in crate::report) fn legend(titles: &[&str]) -> String {
    let shown = MARGIN.iter().filter(|column| titles.contains(&column.title));
    let shown: Vec<String> = shown.map(|column| format!("{}: {}", column.title, column.meaning)).collect();
    format!("{}.", shown.join("; "))
}

/// Lines with findings, and the hottest, stand out.
fn style(report: &KernelReport, line: u32) -> Style {
    let found = report.findings.iter().find(|finding| finding.line == Some(line));
    match found {
        Some(finding) => severity(finding.severity).1,
        None if report.fault().is_none() && report.hottest.first().is_some_and(|hot| hot.line == line) => {
            Style::new().bold()
        }
        None => Style::new(),
    }
}

/// A count in few characters: 950, 12.3k, 4.00M.
pub(super) fn short(count: u64) -> String {
    if count < 1000 {
        return count.to_string();
    }
    si(count as f64, "").replace(' ', "")
}

fn part(a: u64, all: u64) -> Option<String> {
    (a > 0 && all > 0).then(|| percent(a as f64 / all as f64).replace(' ', ""))
}

/// `a / b` with three digits, or a whole number.
pub(super) fn ratio(a: u64, b: u64) -> String {
    if b == 0 {
        return "-".to_owned();
    }
    let value = a as f64 / b as f64;
    if value.fract() == 0.0 && value < 1000.0 { format!("{value}") } else { digits3(value) }
}

/// Spent / ideal, a request.
fn each(spent: u64, ideal: u64, requests: u64) -> Option<String> {
    (requests > 0).then(|| format!("{}/{}", ratio(spent, requests), ratio(ideal, requests)))
}
