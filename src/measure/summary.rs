//! From samples to a median with an interval.

use serde::{Deserialize, Serialize};

use crate::units::Seconds;

/// What a set of samples says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    #[serde(rename = "median_s")]
    pub median: Seconds,
    /// The interval's lower end: the 5th percentile, or further down where [`Summary::DRIFT`] asks for it.
    #[serde(rename = "low_s")]
    pub low: Seconds,
    /// The interval's upper end: the 95th percentile, or further up where [`Summary::DRIFT`] asks for it.
    #[serde(rename = "high_s")]
    pub high: Seconds,
    /// The shortest sample.
    #[serde(rename = "min_s")]
    pub min: Seconds,
    /// How many samples.
    pub samples: usize,
    /// Half the interquartile range over the median: how steady the machine was, whatever a few outliers did.
    pub unrest: f64,
}

impl Summary {
    /// The least half-width of the interval, relative to the median: what a median moves by from one process to
    /// the next (placement of pages, clocks) that no sample within a process can show.
    /// Six runs of lab-tiling on lavapipe, one after the other, moved by up to 4 % between the fastest and the slowest.
    pub const DRIFT: f64 = 0.03;

    /// Summarises `samples`, or `None` where there are none.
    ///
    /// The interval is where a repeated run's median is expected, not the (far narrower) confidence interval of
    /// this run's median: runs on a shared machine differ by more than the standard error within one.
    pub fn of(samples: &[Seconds]) -> Option<Self> {
        let mut sorted: Vec<f64> = samples.iter().map(|s| s.0).collect();
        sorted.sort_by(f64::total_cmp);
        let min = *sorted.first()?;
        let median = quantile(&sorted, 0.5);
        Some(Self {
            median: Seconds(median),
            low: Seconds(quantile(&sorted, 0.05).min(median * (1.0 - Self::DRIFT))),
            high: Seconds(quantile(&sorted, 0.95).max(median * (1.0 + Self::DRIFT))),
            min: Seconds(min),
            samples: sorted.len(),
            unrest: (quantile(&sorted, 0.75) - quantile(&sorted, 0.25)) / (2.0 * median),
        })
    }

    /// An estimate in place of a measurement: no samples, no interval.
    pub fn estimated(time: Seconds) -> Self {
        Self { median: time, low: time, high: time, min: time, samples: 0, unrest: 0.0 }
    }

    /// Half the interval's width over the median.
    pub fn spread(&self) -> f64 {
        (self.high.0 - self.low.0) / (2.0 * self.median.0)
    }

    /// Whether the two intervals have no time in common.
    pub fn apart(&self, other: &Self) -> bool {
        self.high < other.low || other.high < self.low
    }
}

/// The `q`-quantile (0 to 1) of sorted values, of which there is at least one, interpolated linearly between neighbours (type 7 of Hyndman & Fan 1996).
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let position = q * (sorted.len() - 1) as f64;
    let (below, fraction) = (position.floor() as usize, position.fract());
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + fraction * (sorted[above] - sorted[below])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(samples: &[f64]) -> Summary {
        let samples: Vec<Seconds> = samples.iter().copied().map(Seconds).collect();
        Summary::of(&samples).expect("there are samples")
    }

    #[test]
    fn one_outlier_moves_the_interval_but_not_the_median() {
        let summary = summary(&[1.0, 1.0, 1.0, 1.0, 9.0]);
        assert_eq!(summary.median, Seconds(1.0));
        assert_eq!(summary.min, Seconds(1.0));
        assert!(summary.high.0 > 7.0);
        assert_eq!(summary.unrest, 0.0);
    }

    #[test]
    fn an_interval_is_never_narrower_than_the_drift_between_runs() {
        let summary = summary(&[1.0; 30]);
        assert_eq!((summary.low, summary.high), (Seconds(0.97), Seconds(1.03)));
    }

    #[test]
    fn no_samples_give_no_summary() {
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn intervals_that_touch_are_not_apart() {
        assert!(!summary(&[1.0]).apart(&summary(&[1.03])));
        assert!(summary(&[1.0]).apart(&summary(&[1.1])));
    }
}
