//! Times and counters of two kernels side by side.

use serde::{Deserialize, Serialize};

use crate::measure::Summary;
use crate::sim::Counters;

/// The second time over the first, with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeRatio {
    /// The second median over the first.
    pub value: f64,
    /// The interval's lower end: the second's shortest over the first's longest credible median.
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

type Read = fn(&Counters) -> Option<f64>;

/// Every counter that a kernel can change; the machine's own figures are left out.
const COUNTERS: &[(&str, Read)] = &[
    ("workgroups", |c| Some(c.workgroups as f64)),
    ("subgroup_instructions", |c| {
        Some(c.subgroup_instructions as f64)
    }),
    ("lane_efficiency", |c| Some(c.lane_efficiency)),
    ("branches", |c| Some(c.branches as f64)),
    ("divergent_branches", |c| Some(c.divergent_branches as f64)),
    ("flop", |c| Some(c.flop as f64)),
    ("global_requests", |c| Some(c.global_requests as f64)),
    ("global_sectors", |c| Some(c.global_sectors as f64)),
    ("global_sectors_ideal", |c| {
        Some(c.global_sectors_ideal as f64)
    }),
    ("global_bytes", |c| Some(c.global_bytes as f64)),
    ("dram_bytes", |c| c.dram_bytes.map(|bytes| bytes as f64)),
    ("shared_requests", |c| Some(c.shared_requests as f64)),
    ("shared_wavefronts", |c| {
        c.shared_wavefronts.map(|count| count as f64)
    }),
    ("shared_wavefronts_ideal", |c| {
        c.shared_wavefronts_ideal.map(|count| count as f64)
    }),
    ("atomic_requests", |c| Some(c.atomic_requests as f64)),
    ("atomic_serializations", |c| {
        Some(c.atomic_serializations as f64)
    }),
    ("barriers", |c| Some(c.barriers as f64)),
    ("occupancy", |c| c.occupancy),
];

/// The counters of `a` and `b`, in a fixed order; those that are zero in both are left out.
pub fn counter_rows(a: &Counters, b: &Counters) -> Vec<CounterRow> {
    let rows = COUNTERS.iter().map(|(name, read)| {
        let (a, b) = (read(a), read(b));
        let ratio = a.zip(b).filter(|(a, _)| *a != 0.0).map(|(a, b)| b / a);
        CounterRow {
            name: (*name).to_owned(),
            a,
            b,
            ratio,
        }
    });
    let nothing = |count: Option<f64>| count.is_none_or(|count| count == 0.0);
    rows.filter(|row| !(nothing(row.a) && nothing(row.b)))
        .collect()
}
