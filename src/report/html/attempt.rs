//! An attempt beside an editor: its goals, what was seen, what changed, and each line's counters. Fragments of a page, not a file.

use maud::{Markup, html};
use serde::Serialize;

use super::lab::source_of;
use super::listing::found;
use super::text::prose;
use crate::harness::SourceReport;
use crate::marking::{GoalReport, GoalStatus, Judgement, changes};
use crate::report::explain::{Column, MARGIN, legend};
use crate::report::gains::{basis, changed};
use crate::report::judgement::{fewest, figure, sign, standing};
use crate::report::speech::folded;
use crate::sim::{Finding, Severity};
use crate::units::digits3_or_power;

/// Each line's counters, for the margin of an editor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Margin {
    /// The columns' titles.
    pub titles: Vec<&'static str>,
    /// What they mean.
    pub legend: String,
    /// Lines, by number from 1, each with a cell for each title.
    pub lines: Vec<(u32, Vec<String>)>,
}

/// The judgement for a page that has the source elsewhere; `before` are the goals of the last attempt that compiled.
pub fn attempt(judgement: &Judgement, before: &[GoalReport]) -> String {
    let changes = changes(before, &judgement.goals);
    let solved = judgement.solved();
    let page = html! {
        p class={ "standing " (if solved { "solved" } else { "open" }) } { (standing(judgement)) }
        ul class="goals" { @for goal in &judgement.goals { (self::goal(goal)) } }
        @if let Some(words) = fewest(judgement) { p class="legend" { (words) } }
        @if !changes.is_empty() {
            h3 { "Since the last try that compiled" }
            ul class="changes" { @for change in &changes { li { (prose(change)) } } }
        }
        @if let Some(seen) = &judgement.seen { p class="finding note" { strong { "Seen" } ": " (prose(seen)) } }
        @if let Some((id, hint)) = &judgement.hint { p class="finding note" data-hint=(id) { strong { "Hint" } ": " (prose(hint)) } }
        @for finding in telling(judgement) { (found(finding)) }
        (gains(judgement))
        @if let Some(speech) = judgement.speech() { (folded(&speech)) }
        @if !judgement.report.sources.is_empty() {
            details class="lines" {
                summary { "Line by line, with pictures of what is touched" }
                @for source in &judgement.report.sources { (source_of(source, judgement.attempt())) }
            }
        }
    };
    page.into_string()
}

/// Faults and warnings: notes stand in the listing.
fn telling(judgement: &Judgement) -> impl Iterator<Item = &Finding> {
    let solved = judgement.solved();
    judgement.attempt().findings.iter().filter(move |finding| finding.severity != Severity::Note && !solved)
}

fn goal(goal: &GoalReport) -> Markup {
    let outcome = match goal.outcome {
        GoalStatus::Met => "met",
        GoalStatus::Unmet => "unmet",
        GoalStatus::Open => "open",
        GoalStatus::Inconclusive => "inconclusive",
        GoalStatus::NotAsked => "not-asked",
    };
    html! {
        li class=(outcome) data-goal=(goal.id) data-outcome=(outcome) data-measured=[goal.measured] {
            span class="mark" aria-hidden="true" { (sign(goal.outcome)) }
            span class="hidden" { (outcome.replace('-', " ")) ": " }
            (prose(&goal.title))
            @if let Some(figure) = figure(goal) { " " strong { (figure) } }
            @if !goal.detail.is_empty() && goal.outcome != GoalStatus::Met { div class="detail" tabindex="0" { (goal.detail) } }
        }
    }
}

fn gains(judgement: &Judgement) -> Markup {
    html! {
        @if let Some(beside) = &judgement.beside {
            h3 { "From the start to yours" }
            div class="scroll" tabindex="0" role="group" aria-label="From the start to yours" {
                table class="figures" {
                    thead { tr { @for title in ["", "start", "yours", ""] { td class="num" { (title) } } } }
                    tbody {
                        @if let Some((start, yours)) = beside.time {
                            tr {
                                th scope="row" { "estimated time" }
                                td class="num" { (start.to_string()) }
                                td class="num" { (yours.to_string()) }
                                td class="num" { (changed(start.0, yours.0)) }
                            }
                        }
                        @for gain in &beside.gains {
                            tr {
                                th scope="row" { (gain.unit) }
                                td class="num" { (digits3_or_power(gain.start)) }
                                td class="num" { (digits3_or_power(gain.yours)) }
                                td class="num" { (changed(gain.start, gain.yours)) }
                            }
                        }
                    }
                }
            }
            @if let Some(limits) = &beside.limits { p { (prose(limits)) "." } }
            @for why in &beside.why { p { (prose(why)) "." } }
            @if let Some(price) = &beside.price { p { "The price: " (prose(price)) "." } }
            p class="small" { (prose(&basis(beside))) }
        }
    }
}

/// The counters of the attempt's own lines.
pub fn margin(judgement: &Judgement) -> Margin {
    let counted = judgement.report.sources.last().zip(judgement.attempt().counters.as_ref());
    let Some((SourceReport { lines, .. }, all)) = counted else {
        return Margin::default();
    };
    let used = |column: &&Column| lines.iter().any(|line| (column.cell)(line, all).is_some());
    let columns: Vec<&Column> = MARGIN.iter().filter(used).collect();
    let titles: Vec<&str> = columns.iter().map(|column| column.title).collect();
    let row = |line| columns.iter().map(|column| (column.cell)(line, all).unwrap_or_default()).collect();
    Margin { legend: legend(&titles), titles, lines: lines.iter().map(|line| (line.line, row(line))).collect() }
}
