//! Two kernels side by side, as a fragment of a page.

use maud::{Markup, html};

use super::compiled::compiled;
use super::text::prose;
use crate::compare::advantages;
use crate::compare::diff::{DiffReport, Difference, SideReport};
use crate::report::diff::{exact, outputs, ratio, told_time, words};
use crate::units::digits3;

/// What differs in a sentence, the idea, times and counters; nothing but the sentence where one of the two is wrong.
pub fn diff(report: &DiffReport) -> String {
    let compared = report.difference != Difference::Wrong;
    let page = html! {
        p class="standing" { (prose(&report.summary)) }
        @for (name, side) in [("A", &report.a), ("B", &report.b)] { (reason(name, side)) }
        @if compared {
            @if !report.same_program {
                @if let Some(limits) = report.limits() { p { (limits) } }
                (ideas(report))
            }
            (figures(report))
        }
        @if let Some(compared) = &report.outputs { p { (outputs(compared)) } }
        @for side in &report.compiled {
            h3 { (side.file) " on " (side.machine) }
            (compiled(&side.listing, &side.source))
        }
        @for note in &report.notes { p class="small" { "note: " (prose(note)) } }
    };
    page.into_string()
}

fn reason(name: &str, side: &SideReport) -> Markup {
    html! {
        @if let Some(reason) = &side.reason { p class="finding error" { strong { (name) } ": " (prose(reason)) } }
    }
}

fn ideas(report: &DiffReport) -> Markup {
    html! {
        h3 { "The idea that differs" }
        @for (number, idea) in report.ideas.iter().enumerate() {
            p data-idea=(idea.kind.name()) { (if number == 0 { "What changes: " } else { "Also: " }) (prose(&idea.sentence)) "." }
        }
        @if report.ideas.is_empty() { p { "Nothing that the simulator counts, and no line of code, tells the two apart." } }
        @for (name, reported) in ["A", "B"].into_iter().zip(advantages(&report.counters, &report.ideas)) {
            @if !reported.is_empty() { p { "For " (name) ": " (reported.join("; ")) "." } }
        }
    }
}

fn figures(report: &DiffReport) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="group" aria-label="times and counters" {
            table class="figures" {
                thead { tr { @for title in ["figure", "A", "B", "B / A"] { th scope="col" class="num" { (title) } } } }
                tbody {
                    @if let Some(time) = &report.time_ratio {
                        (row(if time.estimated { "estimated time" } else { "time" }, [
                            told_time(&report.a), told_time(&report.b), digits3(time.value),
                        ]))
                    } @else if report.difference == Difference::Untold {
                        (row("estimated time", [told_time(&report.a), told_time(&report.b), "-".to_owned()]))
                    }
                    @for counter in &report.counters { (row(words(counter), [exact(counter.a), exact(counter.b), ratio(counter)])) }
                }
            }
        }
    }
}

fn row(name: &str, cells: [String; 3]) -> Markup {
    html! { tr { th scope="row" { (name) } @for cell in cells { td class="num" { (cell) } } } }
}
