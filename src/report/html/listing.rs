//! A source with each line's counters beside it, and under it what was found there and what its first requests touch.

use maud::{Markup, html};

use super::access;
use super::text::prose;
use crate::report::explain::{Column, MARGIN, legend, printable};
use crate::sim::{AccessSample, Counters, Finding, LineCounters};

/// Pictures of one line.
const PICTURES: usize = 4;

/// A source and what is known of its lines.
pub struct Listing<'a> {
    /// The WGSL text.
    pub text: &'a str,
    /// The counters of each line that has any, in order.
    pub lines: &'a [LineCounters],
    /// The launch's totals; `None` where nothing was counted.
    pub counters: Option<&'a Counters>,
    /// What was found.
    pub findings: &'a [Finding],
    /// Whether findings without a line are shown too.
    pub lineless: bool,
    /// The first request of each access.
    pub first_requests: &'a [AccessSample],
}

impl Listing<'_> {
    /// The listing, after the findings that have no line in it.
    pub fn show(&self) -> Markup {
        let columns = self.columns();
        let titles: Vec<&str> = columns.iter().map(|column| column.title).collect();
        let all = self.text.lines().count() as u32;
        let lineless = self.lineless;
        let apart =
            self.findings.iter().filter(|finding| lineless && finding.line.is_none_or(|line| line == 0 || line > all));
        html! {
            @for finding in apart { (found(finding)) }
            div class="scroll" tabindex="0" role="group" aria-label="annotated source" {
                table class="source" {
                    thead {
                        tr {
                            @for title in &titles { th scope="col" class="num" { (title) } }
                            th scope="col" class="num" { "line" }
                            th scope="col" class="code" { "source" }
                        }
                    }
                    tbody {
                        @for (at, code) in self.text.lines().enumerate() {
                            (self.line(at as u32 + 1, code, &columns))
                        }
                    }
                }
            }
            @if !titles.is_empty() { p class="small" { (legend(&titles)) } }
        }
    }

    /// The columns that some line uses.
    fn columns(&self) -> Vec<&'static Column> {
        let Some(all) = self.counters else {
            return Vec::new();
        };
        let used = |column: &&Column| self.lines.iter().any(|line| (column.cell)(line, all).is_some());
        MARGIN.iter().filter(used).collect()
    }

    fn counted(&self, line: u32) -> Option<&LineCounters> {
        let at = self.lines.binary_search_by_key(&line, |counted| counted.line);
        at.ok().map(|at| &self.lines[at])
    }

    fn line(&self, line: u32, code: &str, columns: &[&Column]) -> Markup {
        let counted = self.counted(line);
        let found: Vec<&Finding> = self.findings.iter().filter(|f| f.line == Some(line)).collect();
        let requests: Vec<&AccessSample> = self.first_requests.iter().filter(|r| r.line == line).collect();
        let worst = found.iter().map(|finding| finding.severity).min();
        let heat = counted
            .zip(self.counters)
            .map(|(line, all)| line.with_divisions() as f64 / all.with_divisions().max(1) as f64);
        let (code, comment) = code.split_at(code.find("//").unwrap_or(code.len()));
        html! {
            tr class=[worst.map(|worst| worst.name())] data-line=[counted.map(|_| line)]
                data-subgroup-instructions=[counted.map(|c| c.subgroup_instructions)]
                data-active-lanes=[counted.map(|c| c.active_lanes)]
                data-global-requests=[counted.map(|c| c.global_requests)]
                data-global-sectors=[counted.map(|c| c.global_sectors)]
                data-global-sectors-ideal=[counted.map(|c| c.global_sectors_ideal)]
                data-shared-wavefronts=[counted.and_then(|c| c.shared_wavefronts)]
                data-shared-wavefronts-ideal=[counted.and_then(|c| c.shared_wavefronts_ideal)] {
                @for column in columns {
                    td class="num" {
                        @if let Some(cell) = counted.zip(self.counters).and_then(|(line, all)| (column.cell)(line, all)) { (cell) }
                    }
                }
                th scope="row" class="num" style=[heat.map(|heat| format!("--heat:{:.0}%", heat * 100.0))] { (line) }
                td class="code" data-brief=[brief(counted, self.counters, columns)] { code { (printable(code)) span class="comment" { (printable(comment)) } } }
            }
            @if !found.is_empty() || !requests.is_empty() {
                tr class="under" {
                    td class="below" colspan=(columns.len() + 2) {
                        div class="beneath" {
                            @for finding in &found { (self::found(finding)) }
                            (pictures(&requests))
                        }
                    }
                }
            }
        }
    }
}

/// The margin in one line, for a screen that has no room for it.
fn brief(counted: Option<&LineCounters>, all: Option<&Counters>, columns: &[&Column]) -> Option<String> {
    let (line, all) = counted.zip(all)?;
    let cell = |column: &&Column| Some(format!("{} {}", column.title, (column.cell)(line, all)?));
    let cells: Vec<String> = columns.iter().filter_map(cell).collect();
    (!cells.is_empty()).then(|| cells.join(", "))
}

fn pictures(requests: &[&AccessSample]) -> Markup {
    // The first request of a line to each variable: a vector taken apart, or an unrolled loop, makes many alike.
    let mut distinct: Vec<&AccessSample> = Vec::new();
    for request in requests {
        let known = |other: &&AccessSample| (&other.name, other.does) == (&request.name, request.does);
        if !distinct.iter().any(known) {
            distinct.push(request);
        }
    }
    let worse = |request: &&AccessSample| {
        let (spent, ideal) = access::cost(request);
        spent > ideal
    };
    html! {
        @for request in distinct.iter().take(PICTURES) {
            details class=(if worse(request) { "picture worse" } else { "picture" }) open[worse(request)] {
                summary { (access::summary(request)) }
                (access::picture(request))
            }
        }
        @if distinct.len() > PICTURES {
            p class="small" { "and " (distinct.len() - PICTURES) " more variables on this line" }
        }
    }
}

/// A finding.
pub fn found(finding: &Finding) -> Markup {
    let word = finding.severity.name();
    html! {
        p class={ "finding " (word) } data-finding=(finding.kind) {
            strong { (word) ", " (finding.kind) }
            @if let Some(line) = finding.line { ", line " (line) }
            ": " (prose(&finding.message))
        }
    }
}
