//! What the simulator counted: a small chart a counter, and every figure in a table.

use maud::{Markup, html};

use super::bars::{Bar, bars};
use super::text::exact;
use crate::compare;
use crate::sim::{Counter, Counters};
use crate::units::{digits3, percent, si};

/// The share of lanes that is active.
const LANES: &Counter = compare::counter("lane_efficiency");

/// The counters that have a chart, in order.
const CHARTS: [&Counter; 11] = compare::counters([
    "global_sectors",
    "dram_bytes",
    "shared_wavefronts",
    "atomic_serializations",
    "subgroup_instructions",
    "lane_efficiency",
    "divergent_branches",
    "l1_hit_rate",
    "l2_hit_rate",
    "occupancy",
    "achieved_occupancy",
]);

/// A counter's value as it stands in its chart.
fn text(counter: &Counter, value: f64) -> String {
    match counter.unit {
        "" => percent(value),
        "B" => si(value, "B"),
        _ => si(value, ""),
    }
}

/// Charts and table of what was counted for each of these names; nothing where nothing was. What was counted of a
/// kernel that is `wrong` is of the run that showed it, and has no bar beside the others.
pub fn counters(counted: &[(&str, &Counters)], wrong: &[(&str, &Counters)]) -> Markup {
    let charts = CHARTS.into_iter().filter(|chart| {
        let values = counted.iter().filter_map(|(_, counters)| (chart.read)(counters));
        values.fold(0.0, f64::max) > 0.0
    });
    html! {
        @if !counted.is_empty() || !wrong.is_empty() {
            div class="multiples" {
                @for chart in charts {
                    figure class="chart" {
                        figcaption { strong { (chart.words) } }
                        (self::chart(chart, counted))
                    }
                }
            }
            p class="small" { "The upright mark is the fewest that the same data could take." }
            @if !wrong.is_empty() {
                p class="small" {
                    "Not drawn, for they are of the run that showed a kernel to be wrong: "
                    (wrong.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")) "."
                }
            }
            (table(&[counted, wrong].concat()))
        }
    }
}

fn chart(chart: &Counter, counted: &[(&str, &Counters)]) -> Markup {
    let rows: Vec<Bar> = counted
        .iter()
        .filter_map(|(name, counters)| {
            // Without instructions there is no share of lanes that was active.
            let idle = chart.name == LANES.name && counters.subgroup_instructions == 0;
            let value = (chart.read)(counters).filter(|_| !idle)?;
            let ideal = chart.ideal.and_then(|ideal| ideal(counters));
            let mark = ideal.filter(|_| value > 0.0);
            let text = text(chart, value).trim_end().to_owned();
            let ratio = mark.filter(|ideal| *ideal > 0.0);
            let hover = match ratio {
                Some(ideal) => {
                    let (times, ideal) = (digits3(value / ideal), self::text(chart, ideal));
                    format!("{name}: {text}, {times} times the fewest {}", ideal.trim_end())
                }
                None => format!("{name}: {text}"),
            };
            Some(Bar {
                name: (*name).to_owned(),
                value,
                text: match ratio {
                    Some(ideal) => format!("{text} ({}x)", digits3(value / ideal)),
                    None => text,
                },
                interval: None,
                mark,
                hover,
                data: Some(((*name).to_owned(), exact(value))),
            })
        })
        .collect();
    let words: Vec<&str> = rows.iter().map(|row| row.hover.as_str()).collect();
    let full = if chart.unit.is_empty() { 1.0 } else { 0.0 };
    bars(chart.name, chart.words, &words.join("; "), &rows, full)
}

/// Every counter, as in the JSON.
fn table(counted: &[(&str, &Counters)]) -> Markup {
    let columns: Vec<serde_json::Map<String, serde_json::Value>> = counted
        .iter()
        .filter_map(|(_, counters)| match serde_json::to_value(counters) {
            Ok(serde_json::Value::Object(fields)) => Some(fields),
            _ => None,
        })
        .collect();
    let names: Vec<&String> = columns.first().map_or(Vec::new(), |fields| fields.keys().collect());
    html! {
        details {
            summary {
                "Every counter, in figures"
                @if counted.iter().any(|(_, counters)| counters.is_sampled()) {
                    " (estimated, where fewer workgroups were sampled than there are)"
                }
            }
            div class="scroll" tabindex="0" role="group" aria-label="counters" {
                table class=(if counted.len() > 5 { "figures many" } else { "figures" }) {
                    thead {
                        tr {
                            th scope="col" { "counter" }
                            @for (name, _) in counted { th scope="col" class="num" { (name) } }
                        }
                    }
                    tbody {
                        @for field in names {
                            tr {
                                th scope="row" { (field) }
                                @for (column, (name, _)) in columns.iter().zip(counted) {
                                    td class="num" data-counter=(field) data-variant=(name) {
                                        @match &column[field.as_str()] {
                                            serde_json::Value::Null => "unknown",
                                            serde_json::Value::String(text) => (text),
                                            value => (value.to_string()),
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
