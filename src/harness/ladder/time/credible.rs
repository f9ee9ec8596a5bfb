//! Whether a time is credible: none is shorter than the roofs allow.

use super::measured_roofs::BEYOND_CACHE;
use crate::harness::protocol::{ProblemReport, Roofs};
use crate::measure::Summary;
use crate::units::{Seconds, si};

/// How far above the highest known roof a rate may be before it is refused: a boosted clock explains a little, and
/// a cache or a skipped piece of work the rest.
const CREDIBLE: f64 = 1.25;

/// Whether the working set may fit a cache. Of a cache that is not known, nothing is said.
pub fn from_cache(problem: &ProblemReport, roofs: &Roofs) -> bool {
    roofs.last_level_cache.is_some_and(|cache| problem.working_set.0 < BEYOND_CACHE * cache)
}

/// Why `time` is below the roofline's floor, with the arithmetic, or `None` where it is credible.
pub fn not_credible(time: Summary, problem: &ProblemReport, roofs: &Roofs) -> Option<String> {
    let compute =
        roofs.highest_compute().map(|peak| (problem.flop.0 / peak, si(problem.flop.0, "FLOP"), si(peak, "FLOP/s")));
    let memory = roofs
        .highest_memory()
        .filter(|_| !from_cache(problem, roofs) && roofs.last_level_cache.is_some())
        .map(|peak| (problem.byte.0 / peak, si(problem.byte.0, "B"), si(peak, "B/s")));
    let (floor, amount, peak) = compute.into_iter().chain(memory).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (time.median.0 * CREDIBLE < floor).then(|| {
        format!(
            "the time is not credible: {amount} at the device's {peak} take at least {}, but {} were measured",
            Seconds(floor),
            time.median
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::protocol::{FlopRate, Roof};
    use crate::units::{Bytes, Flop};

    fn problem() -> ProblemReport {
        ProblemReport {
            label: "test".to_owned(),
            size: 1,
            flop: Flop(2e9),
            byte: Bytes(1e6),
            items: 0.0,
            working_set: Bytes(1e6),
            outputs: 1,
        }
    }

    fn roofs(flop_per_s: f64) -> Roofs {
        let mut roofs = Roofs::default();
        roofs.compute.theoretical = Roof { rate: FlopRate { flop_per_s: Some(flop_per_s) }, ..Roof::default() };
        roofs
    }

    fn time(seconds: f64) -> Summary {
        Summary::of(&[Seconds(seconds)]).expect("one sample")
    }

    #[test]
    fn a_time_below_the_floor_is_refused_with_the_arithmetic() {
        let reason = not_credible(time(0.001), &problem(), &roofs(1e12)).expect("refused");
        assert!(reason.contains("2.00 GFLOP at the device's 1.00 TFLOP/s take at least 2.00 ms"), "{reason}");
        assert!(reason.contains("1.00 ms were measured"), "{reason}");
    }

    #[test]
    fn a_time_that_a_boosted_clock_explains_is_kept() {
        assert_eq!(not_credible(time(0.0019), &problem(), &roofs(1e12)), None);
    }

    #[test]
    fn without_a_roof_nothing_is_refused() {
        assert_eq!(not_credible(time(1e-9), &problem(), &Roofs::default()), None);
    }
}
