//! Counters side by side.

use serde::{Deserialize, Serialize};

use crate::sim::{Counter, Counters};

/// One counter of two kernels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CounterRow {
    /// The counter's name, as in `counters`.
    pub name: String,
    /// The first kernel's; `None` where it is not modelled.
    pub a: Option<f64>,
    /// The second kernel's.
    pub b: Option<f64>,
    /// The second over the first; `None` where the first is 0 or not known.
    pub ratio: Option<f64>,
}

impl CounterRow {
    /// Whether the two differ at all.
    pub fn differs(&self) -> bool {
        self.a != self.b
    }
}

/// What no kernel changes by itself, or another counter says better.
const LEFT_OUT: [&str; 3] = ["subgroup_width", "active_lanes", "sampled_workgroups"];

/// The counters that are compared: the size of the launch first.
fn compared() -> impl Iterator<Item = &'static Counter> {
    let kept = |counter: &&Counter| !LEFT_OUT.contains(&counter.name);
    let (size, others): (Vec<_>, Vec<_>) = Counters::TABLE
        .iter()
        .filter(kept)
        .partition(|counter| counter.name == "workgroups");
    size.into_iter().chain(others)
}

/// The counters of `a` and `b`, in a fixed order; those that are zero in both are left out.
pub fn counter_rows(a: &Counters, b: &Counters) -> Vec<CounterRow> {
    let rows = compared().map(|counter| {
        let (a, b) = ((counter.read)(a), (counter.read)(b));
        let ratio = a.zip(b).filter(|(a, _)| *a != 0.0).map(|(a, b)| b / a);
        CounterRow {
            name: counter.name.to_owned(),
            a,
            b,
            ratio,
        }
    });
    let nothing = |count: Option<f64>| count.is_none_or(|count| count == 0.0);
    rows.filter(|row| !(nothing(row.a) && nothing(row.b)))
        .collect()
}
