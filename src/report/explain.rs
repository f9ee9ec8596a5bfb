//! A kernel's source with its counters in the margin, and why it is slow.

use anstyle::{AnsiColor, Style};

use super::exec::headline;
use super::table::{Align, Cell, table, width, wrap};
use crate::bench::user::{EstimateReport, UserReport};
use crate::sim::{Counters, Finding, LineCounters, Severity};
use crate::units::{Seconds, digits3, percent, si};

/// Columns of a terminal.
const COLUMNS: usize = 80;

/// Lines that the short list names.
const HOTTEST: usize = 5;

/// The whole explanation.
pub fn explain(report: &UserReport) -> String {
    let mut text = format!("{}\n", wrap(&headline(report), COLUMNS, 0));
    text += &hottest(report);
    text += &source(report);
    if let Some(counters) = &report.counters {
        text += &format!("\n{}\n", wrap(&totals(counters), COLUMNS, 0));
    }
    text += &findings(report);
    text += &estimate(report);
    for saved in &report.saved {
        let (group, binding) = (saved.group, saved.binding);
        text += &format!(
            "saved {group}.{binding}: {} bytes in {}\n",
            saved.bytes, saved.file
        );
    }
    text
}

fn hottest(report: &UserReport) -> String {
    let Some(first) = report.hottest.first() else {
        return String::new();
    };
    let limiter = report
        .estimate
        .as_ref()
        .and_then(|estimate| estimate.limiter_words.as_deref());
    let why = limiter.map_or(String::new(), |words| {
        format!(" (estimated limit: {words})")
    });
    let mut text = format!(
        "\n{}\n",
        heading(&format!("Hottest lines, by {}{why}", first.of))
    );
    for hot in report.hottest.iter().take(HOTTEST) {
        let code = printable(code(report, hot.line).trim_start());
        let row = format!("  line {:<4} {:>6}  {code}", hot.line, percent(hot.share));
        text += &format!("{}\n", cut(&row, COLUMNS));
    }
    text
}

/// One column of the margin: its title, and a line's cell where the line uses it.
struct Column {
    title: &'static str,
    cell: fn(&LineCounters, &Counters) -> Option<String>,
}

const MARGIN: [Column; 8] = [
    Column {
        title: "instr.",
        cell: |line, all| part(line.subgroup_instructions, all.subgroup_instructions),
    },
    Column {
        title: "req.",
        cell: |line, _| (line.global_requests > 0).then(|| short(line.global_requests)),
    },
    Column {
        title: "sectors",
        cell: |line, _| {
            each(
                line.global_sectors,
                line.global_sectors_ideal,
                line.global_requests,
            )
        },
    },
    Column {
        title: "wg.req.",
        cell: |line, _| (line.shared_requests > 0).then(|| short(line.shared_requests)),
    },
    Column {
        title: "wavefr.",
        cell: |line, _| {
            each(
                line.shared_wavefronts,
                line.shared_wavefronts_ideal,
                line.shared_requests,
            )
        },
    },
    Column {
        title: "atomic",
        cell: |line, _| {
            (line.atomic_requests > 0).then(|| {
                format!(
                    "x{}",
                    ratio(line.atomic_serializations, line.atomic_requests)
                )
            })
        },
    },
    Column {
        title: "lanes",
        cell: |line, all| {
            let lanes = line.subgroup_instructions * u64::from(all.subgroup_width);
            (all.lane_efficiency < 1.0)
                .then(|| part(line.active_lanes, lanes))
                .flatten()
        },
    },
    Column {
        title: "div.",
        cell: |line, all| {
            (all.divergent_branches > 0 && line.branches > 0).then(|| {
                format!(
                    "{}/{}",
                    short(line.divergent_branches),
                    short(line.branches)
                )
            })
        },
    },
];

fn source(report: &UserReport) -> String {
    let Some(all) = &report.counters else {
        return String::new();
    };
    let used: Vec<&Column> = MARGIN
        .iter()
        .filter(|column| {
            report
                .lines
                .iter()
                .any(|line| (column.cell)(line, all).is_some())
        })
        .collect();
    let numbers = report.source.lines().count().to_string().len();
    let rows: Vec<Vec<String>> = report
        .source
        .lines()
        .enumerate()
        .map(|(index, _)| {
            let counted = counted(report, index as u32 + 1);
            used.iter()
                .map(|column| {
                    counted
                        .and_then(|line| (column.cell)(line, all))
                        .unwrap_or_default()
                })
                .collect()
        })
        .collect();
    let widths: Vec<usize> = used
        .iter()
        .enumerate()
        .map(|(at, column)| {
            rows.iter()
                .map(|row| width(&row[at]))
                .chain([width(column.title)])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let margin = |cells: &[&str]| -> String {
        cells
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:>width$} "))
            .collect()
    };
    let titles: Vec<&str> = used.iter().map(|column| column.title).collect();
    let dim = Style::new().dimmed();
    let mut text = format!("\n{dim}{}{:numbers$} |{dim:#}\n", margin(&titles), "");
    for (index, (line, cells)) in report.source.lines().zip(&rows).enumerate() {
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let left = format!("{}{:>numbers$} | ", margin(&cells), index + 1);
        let room = COLUMNS.saturating_sub(width(&left)).max(20);
        let style = style(report, index as u32 + 1);
        let code = cut(&printable(line), room);
        text += &format!("{style}{}{style:#}\n", format!("{left}{code}").trim_end());
    }
    text += &format!("{}\n", wrap(&legend(&titles), COLUMNS, 0));
    text
}

/// The counters of a line, where it has any; the report's lines are in order.
fn counted(report: &UserReport, line: u32) -> Option<&LineCounters> {
    let at = report
        .lines
        .binary_search_by_key(&line, |counted| counted.line);
    at.ok().map(|at| &report.lines[at])
}

/// Source as it can be shown: a kernel must not command the terminal.
fn printable(code: &str) -> String {
    let spaced = code.replace('\t', "    ");
    spaced.replace(|c: char| c.is_control(), "\u{b7}")
}

/// What the columns that are shown mean.
fn legend(titles: &[&str]) -> String {
    let meanings = [
        ("instr.", "instr.: share of the launch's instructions"),
        (
            "req.",
            "req.: requests to storage memory, one a subgroup and access",
        ),
        (
            "sectors",
            "sectors: touched by a request / the fewest that hold its bytes",
        ),
        ("wg.req.", "wg.req.: requests to workgroup memory"),
        (
            "wavefr.",
            "wavefr.: wavefronts of a request / without bank conflicts",
        ),
        ("atomic", "atomic: lanes at one address, which take turns"),
        ("lanes", "lanes: active of all that were issued"),
        ("div.", "div.: divergent of all branches"),
    ];
    let shown = meanings.iter().filter(|(title, _)| titles.contains(title));
    let shown: Vec<&str> = shown.map(|(_, meaning)| *meaning).collect();
    format!("{}.", shown.join("; "))
}

fn totals(counters: &Counters) -> String {
    let c = counters;
    let mut parts = vec![format!(
        "{} of {} workgroups were run{}",
        c.sampled_workgroups,
        c.workgroups,
        if c.sampled_workgroups < c.workgroups {
            ", the counters scaled"
        } else {
            ""
        }
    )];
    parts.push(format!(
        "{} subgroup instructions with {} of the lanes active",
        short(c.subgroup_instructions),
        percent(c.lane_efficiency)
    ));
    if c.global_requests > 0 {
        parts.push(format!(
            "{} sectors of storage memory ({}x ideal)",
            short(c.global_sectors),
            ratio(c.global_sectors, c.global_sectors_ideal)
        ));
    }
    parts.push(match c.dram_bytes {
        Some(bytes) => format!("{} to and from DRAM", si(bytes as f64, "B")),
        None => "DRAM traffic not modelled".to_owned(),
    });
    if c.shared_requests > 0 {
        parts.push(format!(
            "{} wavefronts of workgroup memory ({}x ideal)",
            short(c.shared_wavefronts),
            ratio(c.shared_wavefronts, c.shared_wavefronts_ideal)
        ));
    }
    if c.barriers > 0 {
        parts.push(format!("{} barriers", short(c.barriers)));
    }
    let limit = c.occupancy_limit.as_deref().unwrap_or("nothing known");
    parts.push(match c.occupancy {
        Some(occupancy) => format!("occupancy {} (limited by {limit})", percent(occupancy)),
        None => "occupancy not modelled".to_owned(),
    });
    format!("Counted: {}.", parts.join("; "))
}

fn findings(report: &UserReport) -> String {
    let shown: Vec<&Finding> = report
        .findings
        .iter()
        .filter(|finding| finding.kind != "limiter")
        .collect();
    let mut text = format!("\n{}\n", heading("Findings"));
    if shown.is_empty() {
        return text + "  none\n";
    }
    for finding in shown {
        let (word, style) = severity(finding.severity);
        let line = finding
            .line
            .map_or(String::new(), |line| format!(", line {line}"));
        text += &format!("  {style}{word}{style:#}: {}{line}\n", finding.kind);
        text += &format!("{}\n", wrap(&finding.message, COLUMNS, 4));
    }
    text
}

fn estimate(report: &UserReport) -> String {
    let Some(estimate) = &report.estimate else {
        return String::new();
    };
    let mut text = format!(
        "\n{}\n",
        heading("Estimated time (a model's, not measured)")
    );
    if let Some(limiter) = report
        .findings
        .iter()
        .find(|finding| finding.kind == "limiter")
    {
        text += &format!("{}\n", wrap(&limiter.message, COLUMNS, 2));
    }
    text += &terms(estimate);
    let unknown = "The estimate is the launch's overhead and the largest of these. Not modelled: registers and spills, what \
                   the driver's compiler reorders, clocks that rise and fall, address translation, DRAM pages. Compare \
                   estimates with each other, not with a clock.";
    text + &format!("{}\n", wrap(unknown, COLUMNS, 2))
}

fn terms(estimate: &EstimateReport) -> String {
    let mut sorted: Vec<_> = estimate.terms.iter().collect();
    let time = |seconds: Option<Seconds>| seconds.map_or(-1.0, |seconds| seconds.0);
    sorted.sort_by(|a, b| time(b.time_s).total_cmp(&time(a.time_s)));
    let mut rows: Vec<Vec<Cell>> = sorted
        .into_iter()
        .map(|term| {
            let time = term
                .time_s
                .map_or("not modelled".to_owned(), |time| time.to_string());
            vec!["".into(), term.words.as_str().into(), time.into()]
        })
        .collect();
    if let Some(launch) = estimate.launch_s {
        rows.push(vec!["".into(), "launch overhead".into(), launch.into()]);
    }
    let header = [
        ("", Align::Left),
        ("resource", Align::Left),
        ("estimated", Align::Right),
    ];
    table(&header, &rows)
}

fn severity(severity: Severity) -> (&'static str, Style) {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match severity {
        Severity::Error => ("error", colour(AnsiColor::Red).bold()),
        Severity::Warning => ("warning", colour(AnsiColor::Yellow)),
        Severity::Note => ("note", Style::new().dimmed()),
    }
}

/// Lines with findings, and the hottest, stand out.
fn style(report: &UserReport, line: u32) -> Style {
    let found = report
        .findings
        .iter()
        .find(|finding| finding.line == Some(line));
    match found {
        Some(finding) => severity(finding.severity).1,
        None if report.hottest.first().is_some_and(|hot| hot.line == line) => Style::new().bold(),
        None => Style::new(),
    }
}

fn heading(text: &str) -> String {
    let bold = Style::new().bold();
    format!("{bold}{text}{bold:#}")
}

fn code(report: &UserReport, line: u32) -> &str {
    let index = (line as usize).checked_sub(1);
    index
        .and_then(|index| report.source.lines().nth(index))
        .unwrap_or("(no source line)")
}

/// `text` in at most `columns`, the end of a longer one left out.
fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let kept: String = text.chars().take(columns - 1).collect();
    format!("{kept}…")
}

/// A count in few characters: 950, 12.3k, 4.00M.
fn short(count: u64) -> String {
    if count < 1000 {
        return count.to_string();
    }
    si(count as f64, "").replace(' ', "")
}

fn part(a: u64, all: u64) -> Option<String> {
    (a > 0 && all > 0).then(|| percent(a as f64 / all as f64).replace(' ', ""))
}

fn ratio(a: u64, b: u64) -> String {
    if b == 0 {
        return "-".to_owned();
    }
    let value = a as f64 / b as f64;
    if value.fract() == 0.0 && value < 1000.0 {
        format!("{value}")
    } else {
        digits3(value)
    }
}

/// Spent / ideal, a request.
fn each(spent: u64, ideal: u64, requests: u64) -> Option<String> {
    (requests > 0).then(|| format!("{}/{}", ratio(spent, requests), ratio(ideal, requests)))
}
