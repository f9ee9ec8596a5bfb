//! The page of a kernel of one's own.

use maud::{Markup, html};

use super::bars::{Bar, bars};
use super::compiled::compiled;
use super::listing::{Listing, found};
use super::page::report as page;
use super::player::player;
use super::results::time_bar;
use super::text::{exact, prose};
use super::{counters, device, roofline};
use crate::harness::{EstimateReport, KernelReport};
use crate::measure::Summary;
use crate::report::roofline::{Point, Roofline, ceilings};
use crate::roof::pair::Unit;
use crate::sim::Finding;
use crate::units::{Bytes, Flop, percent};

/// Lines that the short list names.
const HOTTEST: usize = 5;

/// The page of this report.
pub fn kernel(report: &KernelReport) -> String {
    let body = html! {
        article data-schema=(report.schema) data-file=(report.file) {
            (head(report))
            (findings(report))
            (hottest(report))
            (time(report))
            (chart(report))
            @if let Some(counted) = &report.counters {
                section {
                    h2 { "What was counted" }
                    (counters::counters(&[(report.entry.as_str(), counted)], &[]))
                }
            }
            @if let Some(trace) = &report.trace {
                section {
                    h2 { "The lanes, in motion" }
                    (player(trace, &report.source.text))
                }
            }
            section {
                h2 { "The source" }
                h3 class="path" { (report.file) }
                (listing(report).show())
            }
            @if let Some(listing) = &report.compiled {
                section {
                    h2 { "The compiled kernel" }
                    (compiled(listing, &report.source.text))
                }
            }
            section {
                h2 { "The device, and how it was run" }
                (device::device(&report.device))
                @if let Some(roofs) = &report.roofs { (device::roofs(roofs)) }
                (how(report))
            }
        }
    };
    page(&format!("Lockstep: {}", report.file), &body, report.trace.is_some())
}

fn grid(sizes: [u32; 3]) -> String {
    sizes.map(|size| size.to_string()).join(" x ")
}

fn head(report: &KernelReport) -> Markup {
    html! {
        header {
            p class="kicker" { "kernel " code { (report.entry) } }
            h1 { (report.file) }
            @if let Some(problem) = &report.problem { p { (prose(problem)) } }
            p class="on" {
                (grid(report.workgroups)) " workgroups of " (grid(report.workgroup_size)) " invocations on "
                strong { (report.device.name) }
            }
            p {
                @if report.time.is_some() { span class="badge" { "Measured" } }
                @else { span class="badge estimate" { "Counted and estimated by the simulator: nothing was measured" } }
            }
        }
    }
}

fn findings(report: &KernelReport) -> Markup {
    let shown: Vec<&Finding> = report.findings.iter().collect();
    html! {
        @if report.counters.is_some() {
            section {
                h2 { "Findings" }
                @if shown.is_empty() { p { "None." } }
                @for finding in shown { (found(finding)) }
            }
        }
    }
}

fn hottest(report: &KernelReport) -> Markup {
    let code = |line: u32| report.source.text.lines().nth((line as usize).saturating_sub(1));
    html! {
        @if let Some(first) = report.hottest.first() {
            section {
                h2 { "Hottest lines, by " (first.of) }
                ol class="hottest" {
                    @for hot in report.hottest.iter().take(HOTTEST) {
                        li data-line=(hot.line) data-share=(exact(hot.share)) {
                            "line " (hot.line) ", " (percent(hot.share)) ": "
                            code { (code(hot.line).unwrap_or_default().trim()) }
                        }
                    }
                }
            }
        }
    }
}

/// What was measured, or what the estimate is made of.
fn time(report: &KernelReport) -> Markup {
    html! {
        @if let Some(time) = &report.time {
            section {
                h2 { "Times" }
                @let rows = [time.gpu.map(|gpu| time_bar("GPU timestamps", gpu)), Some(time_bar("wall clock", time.wall))];
                @let rows: Vec<Bar> = rows.into_iter().flatten().collect();
                @let words: Vec<&str> = rows.iter().map(|row| row.hover.as_str()).collect();
                div class="single" { (bars("time", "Times", &words.join("; "), &rows, 0.0)) }
                p class="small" {
                    "One dispatch at a time, on buffers as given, with runtime checks " (time.checks)
                    "; the wall clock has the submission in it."
                }
            }
        }
        @if let Some(estimate) = &report.estimate {
            section {
                h2 { "Estimated time, of a model" }
                (terms(estimate))
            }
        }
    }
}

fn terms(estimate: &EstimateReport) -> Markup {
    let mut rows: Vec<Bar> = estimate
        .terms
        .iter()
        .map(|term| (term.words.clone(), term.limit.clone(), term.time_s))
        .chain([("launch overhead".to_owned(), "launch".to_owned(), estimate.launch_s)])
        .filter_map(|(words, key, seconds)| {
            let seconds = seconds?;
            Some(Bar {
                hover: format!("{words}: {seconds}, estimated"),
                name: words,
                value: seconds.0,
                text: seconds.to_string(),
                data: Some((key, exact(seconds.0))),
                ..Bar::default()
            })
        })
        .collect();
    rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    let unknown = estimate.terms.iter().filter(|term| !term.missing.is_empty());
    let unknown: Vec<&str> = unknown.map(|term| term.words.as_str()).collect();
    let words: Vec<&str> = rows.iter().map(|row| row.hover.as_str()).collect();
    let about = if unknown.is_empty() { "About " } else { "At least " };
    html! {
        p data-estimate-s=[estimate.time_s.map(|time| exact(time.0))] {
            @match estimate.time_s {
                Some(time) => { (about) strong { (time) } ": the launch's overhead and what these take together, the longest most of it." },
                None => "The machine's figures do not allow an estimate.",
            }
        }
        div class="single" { (bars("estimate", "What each resource would need", &words.join("; "), &rows, 0.0)) }
        @if !unknown.is_empty() { p class="small" { "Not modelled: " (unknown.join(", ")) "." } }
        p class="small" {
            "Not modelled either: spills of registers, what the driver's compiler reorders, clocks that rise and fall, "
            "address translation, DRAM pages. Compare estimates with each other, not with a clock."
        }
    }
}

/// The roofline of what was counted: its FLOPs over its bytes to and from DRAM.
fn chart(report: &KernelReport) -> Markup {
    let drawn = drawn(report);
    html! {
        @if let (Some(roofs), Some(_)) = (&report.roofs, &report.counters) {
            section {
                h2 { "Roofline" }
                @match drawn {
                    Some(chart) => {
                        div class="single" { (roofline::roofline(&chart, roofs, true)) }
                        p class="small" { "Its place is what was counted: FLOPs over bytes to and from DRAM, and FLOPs over the estimated time." }
                    }
                    None => p { "It cannot be drawn: the DRAM traffic or the time is unknown, or the kernel has neither FLOPs nor traffic." },
                }
            }
        }
    }
}

fn drawn(report: &KernelReport) -> Option<Roofline> {
    let (counted, roofs) = (report.counters.as_ref()?, report.roofs.as_ref()?);
    let time = Summary::estimated(report.estimate.as_ref()?.time_s?);
    let work = (Flop(counted.flop as f64), Bytes(counted.dram_bytes? as f64));
    let unit = if counted.flop == 0 { Unit::Byte } else { Unit::Flop };
    let point = Point::new(&report.entry, work, time, unit)?;
    Roofline::new(unit, ceilings(roofs), vec![point])
}

fn listing(report: &KernelReport) -> Listing<'_> {
    Listing {
        text: &report.source.text,
        lines: &report.lines,
        counters: report.counters.as_ref(),
        findings: &report.findings,
        // They stand at the top.
        lineless: report.counters.is_none(),
        first_requests: &report.source.first_requests,
    }
}

fn how(report: &KernelReport) -> Markup {
    html! {
        dl class="facts" {
            dt { "seed" } dd { (report.seed) }
            @if let Some(counted) = &report.counters {
                dt { "workgroups" }
                dd {
                    (counted.sampled_workgroups) " of " (counted.workgroups) " were run"
                    @if counted.is_sampled() { ", the counters scaled" }
                }
            }
            @for saved in &report.saved {
                dt { "saved" } dd { (saved.group) "." (saved.binding) ": " (saved.bytes) " bytes in " (saved.file) }
            }
            @for note in &report.notes { dt { "note" } dd { (note) } }
        }
    }
}
