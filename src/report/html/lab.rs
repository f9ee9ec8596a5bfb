//! The page of one lab's run, or of several.

use maud::{Markup, html};

use super::listing::{Listing, found};
use super::page::report as page;
use super::player::player;
use super::results::{small, steps, table, times, word};
use super::text::prose;
use super::{counters, curves, device, roofline};
use crate::harness::protocol::said_of_pass;
use crate::harness::{Note, Report, SourceReport, Status, VariantReport};
use crate::marking::Judgement;
use crate::measure::Clock;
use crate::report::roofline::Roofline;
use crate::report::speech::folded;
use crate::report::terminal::problem_line;
use crate::sim::{Counters, Finding, Severity};

/// The page of these reports.
pub fn labs(reports: &[Report]) -> String {
    let names: Vec<&str> = reports.iter().map(|report| report.lab.as_str()).collect();
    let body = html! {
        @for report in reports { (lab(report)) }
    };
    page(&format!("Lockstep: {}", names.join(", ")), &body, false)
}

/// The page of an attempt's runs, and of what can be explained once it is solved.
pub fn judged(judgement: &Judgement) -> String {
    let reports = [Some(&judgement.report), judgement.timed.as_ref()];
    let body = html! {
        @for report in reports.into_iter().flatten() { (lab(report)) }
        @if let Some(speech) = judgement.speech() { (folded(&speech)) }
        @if let Some((trace, text)) = judgement.motion.as_deref() {
            section {
                h2 { "The lanes, in motion" }
                (player(trace, text))
            }
        }
    };
    page(&format!("Lockstep: {}/{}", judgement.lab, judgement.exercise), &body, judgement.motion.is_some())
}

fn lab(report: &Report) -> Markup {
    let estimated = report.clock.source == Clock::Estimate;
    let parts: Vec<&[VariantReport]> = report.variants.chunk_by(|a, b| a.part == b.part).collect();
    let id = |name: &str| format!("{}-{name}", report.lab);
    html! {
        article data-lab=(report.lab) data-schema=(report.schema) {
            header {
                p class="kicker" { "lab " (report.lab) }
                h1 { (report.question) }
                p class="on" { "on " strong { (report.device.name) } }
                p { (badge(report.clock.source)) }
                nav aria-label="sections" {
                    ul {
                        @for part in parts.iter().filter_map(|part| part.first()) {
                            li { a href={ "#" (id(&part.part)) } { (part.part) } }
                        }
                        li { a href={ "#" (id("sources")) } { "sources" } }
                        li { a href={ "#" (id("device")) } { "device" } }
                        li { a href={ "#" (id("how")) } { "how it was measured" } }
                    }
                }
            }
            @if !report.shows.is_empty() {
                section class="shows" {
                    h2 { "What this run shows" @if estimated { ", by estimate" } }
                    ul { @for sentence in &report.shows { li { (prose(sentence)) } } }
                }
            }
            @for part in &parts {
                @if let Some(first) = part.first() {
                    section id=(id(&first.part)) { (self::part(part, first, report, estimated)) }
                }
            }
            section id=(id("sources")) {
                h2 { "Sources, line by line" }
                p { (provenance(report, estimated)) }
                @for variant in &report.variants { (source(variant, &report.sources)) }
            }
            section id=(id("device")) {
                h2 { "The device" }
                (device::device(&report.device))
                (device::roofs(&report.roofs))
            }
            section id=(id("how")) {
                h2 { "How it was measured" }
                (device::measured(report))
            }
        }
    }
}

/// Whether the times are measured, said first of all.
fn badge(clock: Clock) -> Markup {
    html! {
        @match clock {
            Clock::Estimate => span class="badge estimate" { "Estimated by the simulator: nothing was measured" },
            Clock::GpuTimestamps => span class="badge" { "Measured, by the device's timestamps" },
            Clock::Wall => span class="badge" { "Measured, by the wall clock" },
        }
    }
}

fn part(variants: &[VariantReport], first: &VariantReport, report: &Report, estimated: bool) -> Markup {
    let (wrong, right): (Vec<_>, Vec<_>) =
        variants.iter().partition(|variant| matches!(variant.status, Status::Wrong | Status::Failed));
    let (wrong, counted) = (counted(&wrong), counted(&right));
    html! {
        h2 { (first.part) }
        p class="problem" { (first.problem.label) }
        p { (problem_line(first, &report.roofs)) "." }
        (table(variants, estimated))
        @for sweep in report.sweeps.iter().filter(|sweep| sweep.part == first.part) {
            (curves::curves(sweep, estimated))
        }
        div class="charts" {
            (times(variants, estimated))
            @if let Some(chart) = Roofline::of(variants, &report.roofs) {
                (roofline::roofline(&chart, &report.roofs, estimated))
            }
        }
        (steps(variants))
        (small(variants))
        @if !counted.is_empty() || !wrong.is_empty() {
            h3 { "What was counted" }
            p { (provenance(report, estimated)) }
            (counters::counters(&counted, &wrong))
        }
    }
}

fn counted<'a>(variants: &[&'a VariantReport]) -> Vec<(&'a str, &'a Counters)> {
    // What runs no kernel has nothing that was counted.
    let ran = |counters: &&Counters| counters.subgroup_instructions > 0;
    let counters = |variant: &&'a VariantReport| Some((variant.name.as_str(), variant.counters.as_ref().filter(ran)?));
    variants.iter().filter_map(counters).collect()
}

/// Where the counters come from: on a device they are another machine's.
fn provenance(report: &Report, estimated: bool) -> String {
    let elsewhere = report.notes.iter().find(|note| matches!(note, Note::CountedElsewhere(_)));
    match elsewhere {
        Some(note) => format!("The {note}."),
        None if estimated => "The counters are the simulator's, of this run.".to_owned(),
        None => "This run has no counters: they come with --why or --html.".to_owned(),
    }
}

/// A variant's sources, folded up.
fn source(variant: &VariantReport, sources: &[SourceReport]) -> Markup {
    let passes: Vec<&SourceReport> = sources.iter().filter(|s| s.variant == variant.name).collect();
    let worst = variant.findings.iter().filter(|f| f.severity != Severity::Note).count();
    html! {
        details class="variant" data-source=(variant.name) open[worst > 0] {
            summary {
                strong { (variant.name) } " "
                span class={ "verdict " (word(variant.status)) } { (word(variant.status)) }
                @if let Some(time) = variant.time { " " (time.median) }
                @if worst > 0 { ", " (worst) @if worst == 1 { " finding" } @else { " findings" } }
            }
            @if passes.is_empty() { p { "There is no kernel to show: its verdict above says why." } }
            @if let [only] = passes[..] {
                (source_of(only, variant))
            } @else {
                @for finding in variant.findings.iter().filter(|f| !passes.iter().any(|p| tells(p, f))) {
                    (found(finding))
                }
                @for pass in &passes { (listing(pass, &Listing::of(pass, variant))) }
            }
        }
    }
}

/// Whether `pass` has what is found of the variant, there with the pass's file before it.
fn tells(pass: &SourceReport, of_all: &Finding) -> bool {
    let same = |own: &Finding| {
        own.line == of_all.line && [own.message.clone(), said_of_pass(&pass.path, own)].contains(&of_all.message)
    };
    pass.findings.iter().any(same)
}

/// The listing of a variant's only source.
pub(super) fn source_of(only: &SourceReport, variant: &VariantReport) -> Markup {
    listing(only, &Listing { findings: &variant.findings, ..Listing::of(only, variant) })
}

fn listing(pass: &SourceReport, listing: &Listing<'_>) -> Markup {
    html! {
        h3 class="path" { (pass.path) }
        (listing.show())
    }
}

impl<'a> Listing<'a> {
    fn of(pass: &'a SourceReport, variant: &'a VariantReport) -> Self {
        Self {
            text: &pass.text,
            lines: &pass.lines,
            counters: variant.counters.as_ref(),
            findings: &pass.findings,
            lineless: true,
            first_requests: &pass.first_requests,
        }
    }
}
