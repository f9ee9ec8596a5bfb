//! The explanation from end to end.

use anstyle::{AnsiColor, Style};

use super::compiled::compiled;
use super::margin::{printable, ratio, short, source};
use crate::harness::{EstimateReport, KernelReport};
use crate::report::access::{limiting, picture};
use crate::report::exec::{headline, policy, saved};
use crate::report::table::{Align, Cell, table};
use crate::sim::occupancy::OccupancyLimit;
use crate::sim::{Counters, Finding, FindingKind, Severity};
use crate::text::{COLUMNS, hung, paragraph, wrap};
use crate::units::{Seconds, percent, si};

/// Lines that the short list names.
const HOTTEST: usize = 5;

/// The whole explanation, with its end where a person at a prompt looks.
pub fn explain(report: &KernelReport, columns: usize) -> String {
    whole(report, columns, false)
}

/// As [`explain`], with the findings in sight of a person who looks at its beginning.
pub fn explain_on_screen(report: &KernelReport, columns: usize) -> String {
    whole(report, columns, true)
}

fn whole(report: &KernelReport, columns: usize, findings_first: bool) -> String {
    let wrong = report.fault().is_some();
    let mut text = paragraph(&headline(report), 0);
    // What is wrong comes before what is slow.
    text += &match wrong {
        true => findings(report),
        false if findings_first => slow(report, columns) + &findings(report),
        false => slow(report, columns),
    };
    text += &source(report, columns);
    if let Some(counters) = &report.counters {
        text += &format!("\n{}\n", wrap(&totals(counters), COLUMNS, 0));
    }
    if wrong {
        text += &format!("\n{}", paragraph(UNTIMED, 0));
    } else {
        if !findings_first {
            text += &findings(report);
        }
        text += &estimate(report);
    }
    if let Some(listing) = &report.compiled {
        text += &compiled(listing, &report.source.text, columns);
    }
    text += &policy(report, 0);
    text + &saved(report, "")
}

/// In place of all that is said of a right kernel's speed.
const UNTIMED: &str = "Of a kernel with a fault no hot line and no advice on speed is shown, only what limits it as it stands: once the fault \
                       is mended, something else may. The counters are those of this run.";

/// The lines that cost most, and the access that does.
fn slow(report: &KernelReport, columns: usize) -> String {
    let limiting = limiting(&report.source.first_requests, &report.findings);
    let drawn = limiting.map_or(String::new(), |request| format!("\n{}", picture("The access that limits", request)));
    hottest(report, columns) + &drawn
}

fn hottest(report: &KernelReport, columns: usize) -> String {
    let Some(first) = report.hottest.first() else {
        return String::new();
    };
    let limit = report.estimate.as_ref().and_then(|estimate| {
        let known = if estimate.lower_bound { "longest of what is known" } else { "estimated limit" };
        Some(format!(" ({known}: {})", estimate.limiter_words.as_deref()?))
    });
    let why = limit.unwrap_or_default();
    let mut text = format!("\n{}\n", heading(&format!("Hottest lines, by {}{why}", first.of)));
    for hot in report.hottest.iter().take(HOTTEST) {
        let code = printable(code(report, hot.line).trim_start());
        let left = format!("  line {:<4} {:>6}  ", hot.line, percent(hot.share));
        text += &format!("{}\n", hung(&left, &code, columns).join("\n"));
    }
    text
}

fn totals(counters: &Counters) -> String {
    let c = counters;
    let mut parts = vec![format!(
        "{} of {} workgroups were run{}",
        c.sampled_workgroups,
        c.workgroups,
        if c.is_sampled() { ", the counters scaled" } else { "" }
    )];
    parts.push(format!(
        "{} subgroup instructions with {} of the lanes active",
        short(c.subgroup_instructions),
        percent(c.lane_efficiency)
    ));
    if c.global_requests > 0 {
        parts.push(format!(
            "{} sectors of storage memory ({}x the fewest)",
            short(c.global_sectors),
            ratio(c.global_sectors, c.global_sectors_ideal)
        ));
    }
    parts.push(match c.dram_bytes {
        Some(bytes) => format!("{} to and from DRAM", si(bytes as f64, "B")),
        None => "DRAM traffic not modelled".to_owned(),
    });
    if c.shared_requests > 0 {
        parts.push(match c.shared_wavefronts.zip(c.shared_wavefronts_ideal) {
            Some((wavefronts, ideal)) => {
                format!(
                    "{} passes over the banks of workgroup memory ({}x the fewest)",
                    short(wavefronts),
                    ratio(wavefronts, ideal)
                )
            }
            None => "passes over the banks of workgroup memory not modelled".to_owned(),
        });
    }
    if c.barriers > 0 {
        parts.push(format!("{} barriers, counted for each subgroup that arrives", short(c.barriers)));
    }
    let limit = c.occupancy_limit.map_or("nothing known", OccupancyLimit::name);
    parts.push(match c.occupancy {
        Some(occupancy) => format!(
            "occupancy {}, limited by {limit}: the share of its places for subgroups that a unit can fill with such workgroups, \
             if the launch has enough of them",
            percent(occupancy)
        ),
        None => "occupancy not modelled".to_owned(),
    });
    format!("Counted: {}.", parts.join("; "))
}

fn findings(report: &KernelReport) -> String {
    let shown: Vec<&Finding> = report.findings.iter().filter(|finding| finding.kind != FindingKind::Limiter).collect();
    let mut text = format!("\n{}\n", heading("Findings"));
    if shown.is_empty() {
        return text + "  none\n";
    }
    for finding in shown {
        let (word, style) = severity(finding.severity);
        let line = finding.line.map_or(String::new(), |line| format!(", line {line}"));
        text += &format!("  {style}{word}{style:#}: {}{line}\n", finding.kind);
        text += &paragraph(&finding.message, 4);
    }
    text
}

fn estimate(report: &KernelReport) -> String {
    let Some(estimate) = &report.estimate else {
        return String::new();
    };
    let mut text = format!("\n{}\n", heading("Estimated time (a model's, not measured)"));
    if let Some(limiter) = report.findings.iter().find(|finding| finding.kind == FindingKind::Limiter) {
        text += &paragraph(&limiter.message, 2);
    }
    text += &terms(estimate);
    let sum = match estimate.time_s {
        Some(_) => {
            "The estimate is the launch's overhead and what these take together: they overlap where a unit holds several workgroups."
        }
        None => "There is no total: figures of the machine are not known.",
    };
    let unknown = "Not modelled: spills of registers, what the driver's compiler reorders, clocks that rise and fall, address \
                   translation, DRAM pages. Compare estimates with each other, not with a clock.";
    text + &paragraph(&format!("{sum} {unknown}"), 2)
}

fn terms(estimate: &EstimateReport) -> String {
    let mut sorted: Vec<_> = estimate.terms.iter().collect();
    let time = |seconds: Option<Seconds>| seconds.map_or(-1.0, |seconds| seconds.0);
    sorted.sort_by(|a, b| time(b.time_s).total_cmp(&time(a.time_s)));
    let mut rows: Vec<Vec<Cell>> = sorted
        .into_iter()
        .map(|term| {
            let time = term.time_s.map_or("not modelled".to_owned(), |time| time.to_string());
            vec!["".into(), term.words.as_str().into(), time.into()]
        })
        .collect();
    if let Some(launch) = estimate.launch_s {
        rows.push(vec!["".into(), "launch overhead".into(), launch.into()]);
    }
    let header = [("", Align::Left), ("resource", Align::Left), ("estimated", Align::Right)];
    table(&header, &rows)
}

pub(super) fn severity(severity: Severity) -> (&'static str, Style) {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    let style = match severity {
        Severity::Error => colour(AnsiColor::Red).bold(),
        Severity::Warning => colour(AnsiColor::Yellow),
        Severity::Note => Style::new().dimmed(),
    };
    (severity.name(), style)
}

pub(super) fn heading(text: &str) -> String {
    let bold = Style::new().bold();
    format!("{bold}{text}{bold:#}")
}

fn code(report: &KernelReport, line: u32) -> &str {
    let index = (line as usize).checked_sub(1);
    index.and_then(|index| report.source.text.lines().nth(index)).unwrap_or("(no source line)")
}
