//! What the simulator counted: a small chart a counter, and every figure in a table.

use maud::{Markup, html};

use super::bars::{Bar, bars};
use super::text::exact;
use crate::sim::Counters;
use crate::units::{digits3, percent, si};

/// A counter that has a chart.
struct Chart {
    /// Its name in the JSON.
    key: &'static str,
    title: &'static str,
    value: fn(&Counters) -> Option<f64>,
    /// What it would be at best.
    ideal: fn(&Counters) -> Option<f64>,
    text: fn(f64) -> String,
    /// A share of one.
    share: bool,
}

const CHARTS: [Chart; 8] = [
    Chart {
        key: "global_sectors",
        title: "Sectors of storage memory",
        value: |c| count(c.global_sectors),
        ideal: |c| count(c.global_sectors_ideal),
        text: |value| si(value, ""),
        share: false,
    },
    Chart {
        key: "dram_bytes",
        title: "Bytes to and from DRAM",
        value: |c| c.dram_bytes.and_then(count),
        ideal: |_| None,
        text: |value| si(value, "B"),
        share: false,
    },
    Chart {
        key: "shared_wavefronts",
        title: "Wavefronts of workgroup memory",
        value: |c| c.shared_wavefronts.and_then(count),
        ideal: |c| c.shared_wavefronts_ideal.and_then(count),
        text: |value| si(value, ""),
        share: false,
    },
    Chart {
        key: "atomic_serializations",
        title: "Turns that lanes take at atomics",
        value: |c| count(c.atomic_serializations),
        ideal: |c| count(c.atomic_requests),
        text: |value| si(value, ""),
        share: false,
    },
    Chart {
        key: "subgroup_instructions",
        title: "Instructions, one a subgroup",
        value: |c| count(c.subgroup_instructions),
        ideal: |_| None,
        text: |value| si(value, ""),
        share: false,
    },
    Chart {
        key: "lane_efficiency",
        title: "Active lanes of all that were issued",
        value: |c| (c.subgroup_instructions > 0).then_some(c.lane_efficiency),
        ideal: |_| None,
        text: percent,
        share: true,
    },
    Chart {
        key: "divergent_branches",
        title: "Divergent branches",
        value: |c| count(c.divergent_branches),
        ideal: |_| None,
        text: |value| si(value, ""),
        share: false,
    },
    Chart {
        key: "occupancy",
        title: "Occupancy: resident subgroups of all possible",
        value: |c| c.occupancy,
        ideal: |_| None,
        text: percent,
        share: true,
    },
];

fn count(value: u64) -> Option<f64> {
    Some(value as f64)
}

/// Charts and table of what was counted for each of these names; nothing where nothing was. What was counted of a
/// kernel that is `wrong` is of the run that showed it, and has no bar beside the others.
pub fn counters(counted: &[(&str, &Counters)], wrong: &[(&str, &Counters)]) -> Markup {
    let charts = CHARTS.iter().filter(|chart| {
        let values = counted
            .iter()
            .filter_map(|(_, counters)| (chart.value)(counters));
        values.fold(0.0, f64::max) > 0.0
    });
    html! {
        @if !counted.is_empty() || !wrong.is_empty() {
            div class="multiples" {
                @for chart in charts {
                    figure class="chart" {
                        figcaption { strong { (chart.title) } }
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

fn chart(chart: &Chart, counted: &[(&str, &Counters)]) -> Markup {
    let rows: Vec<Bar> = counted
        .iter()
        .filter_map(|(name, counters)| {
            let value = (chart.value)(counters)?;
            let mark = (chart.ideal)(counters).filter(|_| value > 0.0);
            let text = (chart.text)(value).trim_end().to_owned();
            let ratio = mark.filter(|ideal| *ideal > 0.0);
            let hover = match ratio {
                Some(ideal) => {
                    let (times, ideal) = (digits3(value / ideal), (chart.text)(ideal));
                    format!(
                        "{name}: {text}, {times} times the ideal {}",
                        ideal.trim_end()
                    )
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
    let full = if chart.share { 1.0 } else { 0.0 };
    bars(chart.key, chart.title, &words.join("; "), &rows, full)
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
    let names: Vec<&String> = columns
        .first()
        .map_or(Vec::new(), |fields| fields.keys().collect());
    html! {
        details {
            summary { "Every counter, in figures" }
            div class="scroll" tabindex="0" role="region" aria-label="counters" {
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
