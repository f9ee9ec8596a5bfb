//! Two times and whether they differ.

use serde::{Deserialize, Serialize};

use crate::measure::Summary;

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
