//! Which clock a run is read from.

use serde::{Deserialize, Serialize};

use crate::device::Timing;
use crate::units::Seconds;

/// The clock that times were read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// The device's own timestamps around a compute pass.
    GpuTimestamps,
    /// The host's clock around submission and wait.
    Wall,
    /// No clock: a model.
    Estimate,
}

impl Clock {
    /// The clock's reading of `timing`; the wall clock's where the device's is missing.
    pub fn read(self, timing: Timing) -> Seconds {
        match (self, timing.gpu) {
            (Self::GpuTimestamps, Some(gpu)) => gpu,
            _ => timing.wall,
        }
    }

    /// The name as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::GpuTimestamps => "GPU timestamps",
            Self::Wall => "wall clock",
            Self::Estimate => "estimated, not measured",
        }
    }
}

/// Device time over wall time below which the two contradict each other: a submission costs well under half of a batch.
const LEAST_AGREEMENT: f64 = 0.5;

/// Above it likewise: the wall clock starts before the device and ends after it.
const MOST_AGREEMENT: f64 = 1.02;

/// The device's timestamps where every one of these batches has them and they agree with the wall clock, else the
/// wall clock; and why.
pub fn choose_clock(batches: &[Timing]) -> (Clock, String) {
    if batches.is_empty() {
        return (Clock::Wall, "nothing was timed".to_owned());
    }
    let mut ratios = Vec::new();
    for timing in batches {
        let Some(gpu) = timing.gpu else {
            return (Clock::Wall, "the device has no timestamps, or wrote zeros".to_owned());
        };
        ratios.push(gpu.0 / timing.wall.0);
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    let agree = "of the wall clock's time over the same batches";
    if (LEAST_AGREEMENT..=MOST_AGREEMENT).contains(&median) {
        let why = format!("timestamps give {:.1} % {agree}", median * 100.0);
        (Clock::GpuTimestamps, why)
    } else {
        let why = format!("timestamps give {:.1} % {agree}: not credible", median * 100.0);
        (Clock::Wall, why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing(wall: f64, gpu: Option<f64>) -> Timing {
        Timing { wall: Seconds(wall), gpu: gpu.map(Seconds) }
    }

    #[test]
    fn timestamps_are_used_only_where_they_agree_with_the_wall_clock() {
        let good = [timing(1.0, Some(0.97)), timing(1.0, Some(0.95))];
        assert_eq!(choose_clock(&good).0, Clock::GpuTimestamps);
        let ticks_misread = [timing(1.0, Some(52.0)), timing(1.0, Some(51.0))];
        assert_eq!(choose_clock(&ticks_misread).0, Clock::Wall);
        let pass_left_out = [timing(1.0, Some(0.01)), timing(1.0, Some(0.01))];
        assert_eq!(choose_clock(&pass_left_out).0, Clock::Wall);
    }

    #[test]
    fn one_missing_timestamp_is_enough_to_fall_back() {
        let batches = [timing(1.0, Some(0.97)), timing(1.0, None)];
        assert_eq!(choose_clock(&batches).0, Clock::Wall);
        assert_eq!(choose_clock(&[]).0, Clock::Wall);
    }
}
