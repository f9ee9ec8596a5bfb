//! Times with their intervals, and the table of all figures.

use maud::{Markup, html};

use super::bars::{Bar, bars};
use super::text::{exact, exactly, prose};
use crate::harness::{Status, VariantReport};
use crate::measure::Summary;
use crate::report::bound;
use crate::report::terminal::STEPS;
use crate::units::{Seconds, digits3, percent, si};

/// The times as bars.
pub fn times(variants: &[VariantReport], estimated: bool) -> Markup {
    let rows: Vec<Bar> = variants.iter().filter_map(|variant| Some(time_bar(&variant.name, variant.time?))).collect();
    let words: Vec<&str> = rows.iter().map(|row| row.hover.as_str()).collect();
    let title = if estimated { "Estimated times" } else { "Times" };
    html! {
        @if !rows.is_empty() {
            figure class="chart" {
                figcaption {
                    strong { (title) } ", shorter is better. "
                    @if estimated {
                        "A model's, from counters: nothing was measured, so there is no interval."
                        @if let Some(reported) = bound::legend(variants) { " " (reported) }
                    }
                    @else { "Medians; the thin line is where another run's median is expected." }
                }
                (bars("time", title, &words.join("; "), &rows, 0.0))
            }
        }
    }
}

/// A time and its interval.
pub fn time_bar(name: &str, time: Summary) -> Bar {
    let measured = time.samples > 1;
    let spread = match measured {
        true => format!(" ± {}", percent(time.spread())),
        false => String::new(),
    };
    let interval = match measured {
        true => format!(", {} to {}, of {} samples", time.low, time.high, time.samples),
        false => String::new(),
    };
    Bar {
        name: name.to_owned(),
        value: time.median.0,
        text: format!("{}{spread}", time.median),
        interval: measured.then_some((time.low.0, time.high.0)),
        mark: None,
        hover: format!("{name}: {}{interval}", time.median),
        data: Some((name.to_owned(), exact(time.median.0))),
    }
}

/// The table of a part's variants: every figure of the JSON that the terminal shows, and why where there is none.
pub fn table(variants: &[VariantReport], estimated: bool) -> Markup {
    let unit = variants.iter().find_map(|v| v.throughput.as_ref()).map(|t| t.unit.shown());
    html! {
        div class="scroll" tabindex="0" role="group" aria-label="results" {
            table class="figures results" {
                thead {
                    tr {
                        th scope="col" { "variant" }
                        th scope="col" class="num" { (if estimated { "estimated" } else { "time" }) }
                        @if !estimated {
                            th scope="col" class="num" { "interval" }
                            th scope="col" class="num" { "samples" }
                        }
                        th scope="col" class="num" { (unit.as_deref().unwrap_or("throughput")) }
                        th scope="col" class="num" { "of peak" }
                        th scope="col" class="num" { "of measured" }
                        th scope="col" class="num" { "against first" }
                        th scope="col" { "verdict" }
                    }
                }
                tbody { @for variant in variants { (row(variant, estimated)) } }
            }
        }
        @for variant in variants {
            @if let Some(reason) = &variant.reason {
                div class={ "reason " (word(variant.status)) } {
                    strong { (variant.name) ", " (word(variant.status)) } ": "
                    @match reason.split_once('\n') {
                        // A compiler's message points with carets: its columns must stay.
                        Some((first, rest)) => { (prose(first)) pre { (rest) } },
                        None => (prose(reason)),
                    }
                }
            }
        }
    }
}

fn row(variant: &VariantReport, estimated: bool) -> Markup {
    let time = variant.time;
    let measured = time.filter(|time| time.samples > 0);
    let rate = variant.throughput.as_ref();
    let share = |share: Option<f64>| share.map_or("–".to_owned(), percent);
    html! {
        tr class=(word(variant.status)) data-variant=(variant.name) data-part=(variant.part) data-status=(word(variant.status))
            data-median-s=[time.map(|t| exact(t.median.0))] data-low-s=[time.map(|t| exact(t.low.0))]
            data-high-s=[time.map(|t| exact(t.high.0))] data-min-s=[time.map(|t| exact(t.min.0))]
            data-samples=[time.map(|t| t.samples)] data-throughput=[rate.map(|r| exact(r.value))]
            data-throughput-unit=[rate.map(|r| String::from(r.unit.clone()))]
            data-of-theoretical=[exactly(variant.of_theoretical)] data-of-measured=[exactly(variant.of_measured)]
            data-speedup=[exactly(variant.speedup)] {
            th scope="row" { (variant.name) }
            td class="num" { (bound::time(variant).unwrap_or_else(|| "–".to_owned())) }
            @if !estimated {
                td class="num" { (measured.map_or("–".to_owned(), |t| format!("{} to {}", t.low, t.high))) }
                td class="num" { (measured.map_or("–".to_owned(), |t| t.samples.to_string())) }
            }
            td class="num" { (rate.map_or("–".to_owned(), |r| si(r.value, &r.unit.shown()))) }
            td class="num" { (share(variant.of_theoretical)) }
            td class="num" { (share(variant.of_measured)) }
            td class="num" { (variant.against()) }
            td { span class={ "verdict " (word(variant.status)) } { (word(variant.status)) } }
        }
    }
}

/// What the host does, step by step, where it does more than one thing.
pub fn steps(variants: &[VariantReport]) -> Markup {
    let rows: Vec<_> =
        variants.iter().filter(|v| v.steps.len() > 1).flat_map(|v| v.steps.iter().map(move |s| (v, s))).collect();
    html! {
        @if !rows.is_empty() {
            h3 { "Step by step" }
            p class="small" { (STEPS) "." }
            div class="scroll" tabindex="0" role="group" aria-label="steps" {
                table class="figures" {
                    thead {
                        tr {
                            @for title in ["variant", "step"] { th scope="col" { (title) } }
                            @for title in ["times", "alone", "rate"] { th scope="col" class="num" { (title) } }
                        }
                    }
                    tbody {
                        @for (variant, step) in rows {
                            tr {
                                th scope="row" { (variant.name) }
                                td { (step.name) }
                                td class="num" { (step.times) }
                                td class="num" { (step.seconds.map_or("–".to_owned(), |s| Seconds(s).to_string())) }
                                td class="num" { (step.rate().map_or("–".to_owned(), |rate| si(rate, "B/s"))) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The launch-bound size, apart.
pub fn small(variants: &[VariantReport]) -> Markup {
    let rows: Vec<_> = variants.iter().filter_map(|v| Some((v, v.small.as_ref()?))).collect();
    html! {
        @if let Some((_, first)) = rows.first() {
            h3 { "At size " (first.size) " the launches cost more than the work" }
            div class="scroll" tabindex="0" role="group" aria-label="small size" {
                table class="figures" {
                    thead {
                        tr {
                            th scope="col" { "variant" }
                            @for title in ["time", "interval", "dispatches", "each", "speedup"] { th scope="col" class="num" { (title) } }
                        }
                    }
                    tbody {
                        @for (variant, small) in rows {
                            tr data-small=(variant.name) data-median-s=(exact(small.time.median.0)) {
                                th scope="row" { (variant.name) }
                                td class="num" { (small.time.median) }
                                td class="num" { (small.time.low) " to " (small.time.high) }
                                td class="num" { (variant.shader.len()) }
                                td class="num" { (small.per_dispatch_s) }
                                td class="num" { (small.speedup.map_or("–".to_owned(), |s| format!("{}x", digits3(s)))) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A verdict's word, which is also its class.
pub fn word(status: Status) -> &'static str {
    match status {
        Status::Ok => "ok",
        Status::Wrong => "wrong",
        Status::Failed => "failed",
        Status::Skipped => "skipped",
        Status::Inconclusive => "inconclusive",
    }
}
