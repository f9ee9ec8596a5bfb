//! What to say when a kernel is faster than its roof. Nothing is clamped: one of the two figures is wrong.
use crate::device::Reading;
use crate::units::si;

/// The warning for `achieved` (in `unit`) above the roof `peak`, or nothing where it is below or the roof is unknown.
/// `clock` is the one that the roof counts, in Hz; `observed` the one that the device was seen to run at.
pub fn above_roof(
    achieved: f64,
    peak: Option<f64>,
    unit: &str,
    clock: Option<f64>,
    observed: Option<&Reading>,
) -> Option<String> {
    let peak = peak.filter(|peak| achieved > *peak)?;
    let mut text = format!(
        "{:.1} % of the theoretical roof ({} of {}): the model is wrong or the clock boosted",
        100.0 * achieved / peak,
        si(achieved, unit),
        si(peak, unit)
    );
    if let Some(clock) = clock {
        text += &format!("; the roof counts {:.0} MHz", clock / 1e6);
    }
    if let Some(observed) = observed {
        text += &format!("; the device was seen at {:.0} MHz ({})", observed.value / 1e6, observed.from);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Identity, Queried};
    use crate::roof::theory::{GivenPeaks, Theory, theory};

    fn rtx_4090() -> Theory {
        let identity = Identity { name: "NVIDIA GeForce RTX 4090".to_owned(), ..Identity::default() };
        theory(&identity, &Queried::default(), &GivenPeaks::default())
    }

    #[test]
    fn above_the_roof_both_clocks_are_told() {
        let theory = rtx_4090();
        let observed = Reading::new(2.76e9, "NVML");
        let text =
            above_roof(90e12, theory.f32.value, "FLOP/s", theory.clock.value, observed.as_ref()).unwrap_or_default();
        assert!(text.contains("109.0 %") && text.contains("counts 2520 MHz"), "{text}");
        assert!(text.contains("seen at 2760 MHz (NVML)"), "{text}");
    }

    #[test]
    fn below_or_without_a_roof_there_is_nothing_to_say() {
        let theory = rtx_4090();
        assert_eq!(above_roof(80e12, theory.f32.value, "FLOP/s", theory.clock.value, None), None);
        assert_eq!(above_roof(1e20, None, "FLOP/s", theory.clock.value, None), None);
    }
}
