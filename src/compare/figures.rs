//! Times and counters of two kernels side by side.

use serde::{Deserialize, Serialize};

use crate::measure::{Ratio, Summary};
use crate::sim::{Counter, Counters};

/// The second time over the first, with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeRatio {
    /// The second median over the first.
    pub value: f64,
    /// The interval's lower end: the second's shortest over the first's longest credible median, or of paired differences.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
    /// Whether the times are estimates, which have no interval.
    pub estimated: bool,
    /// What the interval says.
    pub verdict: TimeChange,
}

/// Whether the second of two times differs from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeChange {
    /// The second takes less time.
    #[serde(rename = "faster")]
    Faster,
    /// The second takes more time.
    #[serde(rename = "slower")]
    Slower,
    /// The interval holds 1.
    #[serde(rename = "no difference")]
    Same,
}

impl TimeChange {
    /// As in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::Same => "no difference",
        }
    }
}

impl TimeRatio {
    /// `second` over `first`.
    ///
    /// The interval is the widest that the two intervals allow: it holds 1 exactly where they have a time in common.
    /// Each is at least [`Summary::DRIFT`] wide to either side, so a drift between runs alone makes no difference.
    /// Estimates have no interval; they differ where they are further apart than that drift.
    pub fn of(first: &Summary, second: &Summary) -> Self {
        let estimated = first.samples == 0 || second.samples == 0;
        let low = second.low.0 / first.high.0;
        let high = second.high.0 / first.low.0;
        let floor = if estimated { 1.0 + Summary::DRIFT } else { 1.0 };
        Self {
            value: second.median.0 / first.median.0,
            low,
            high,
            estimated,
            verdict: match (low, high) {
                (_, high) if high * floor < 1.0 => TimeChange::Faster,
                (low, _) if low > floor => TimeChange::Slower,
                _ => TimeChange::Same,
            },
        }
    }

    /// Of two that ran in turns.
    pub fn paired(ratio: &Ratio) -> Self {
        let change = if ratio.value > 1.0 { TimeChange::Slower } else { TimeChange::Faster };
        Self {
            value: ratio.value,
            low: ratio.low,
            high: ratio.high,
            estimated: false,
            verdict: if ratio.differs() { change } else { TimeChange::Same },
        }
    }

    /// The smallest change that would have shown, as a share: half of the interval; `None` of estimates, which have none.
    pub fn smallest(&self) -> Option<f64> {
        let half = Ratio { value: self.value, low: self.low, high: self.high }.smallest();
        (!self.estimated).then_some(half)
    }
}

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
const LEFT_OUT: [&Counter; 3] = counters(["subgroup_width", "active_lanes", "sampled_workgroups"]);

/// The size of the launch.
const SIZE: &Counter = counter("workgroups");

/// The counter of this name. In a `const`, a name that no counter has does not compile.
pub const fn counter(name: &str) -> &'static Counter {
    const fn same(a: &[u8], b: &[u8]) -> bool {
        match (a, b) {
            ([x, a @ ..], [y, b @ ..]) => *x == *y && same(a, b),
            _ => a.is_empty() && b.is_empty(),
        }
    }
    let mut row = 0;
    while !same(Counters::TABLE[row].name.as_bytes(), name.as_bytes()) {
        row += 1;
    }
    &Counters::TABLE[row]
}

/// The counters of these names, as [`counter`] finds each.
pub const fn counters<const N: usize>(names: [&str; N]) -> [&'static Counter; N] {
    let mut found = [SIZE; N];
    let mut at = 0;
    while at < N {
        found[at] = counter(names[at]);
        at += 1;
    }
    found
}

/// The counters that are compared: the size of the launch first.
fn compared() -> impl Iterator<Item = &'static Counter> {
    let apart = |one: &Counter| one.name == SIZE.name || LEFT_OUT.iter().any(|left| left.name == one.name);
    std::iter::once(SIZE).chain(Counters::TABLE.iter().filter(move |one| !apart(one)))
}

/// The counters of `a` and `b`, in a fixed order; those that are zero in both are left out.
pub fn counter_rows(a: &Counters, b: &Counters) -> Vec<CounterRow> {
    let rows = compared().map(|counter| {
        let (a, b) = ((counter.read)(a), (counter.read)(b));
        let ratio = a.zip(b).filter(|(a, _)| *a != 0.0).map(|(a, b)| b / a);
        CounterRow { name: counter.name.to_owned(), a, b, ratio }
    });
    let nothing = |count: Option<f64>| count.is_none_or(|count| count == 0.0);
    rows.filter(|row| !(nothing(row.a) && nothing(row.b))).collect()
}
