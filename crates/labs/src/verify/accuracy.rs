//! How far an output is from what it would be if no data had been rounded.

use crate::kernel::Scalar;
use crate::lab::Accuracy;

/// The errors of elements against their true values; one that was not written is infinitely far off.
pub fn accuracy(
    got: impl Iterator<Item = (usize, Option<f64>)>,
    scalar: Scalar,
    truth: &dyn Fn(usize) -> f64,
) -> Accuracy {
    let (mut errors, mut values, mut max_ulp) = (0.0, 0.0, 0.0_f64);
    let (mut elements, mut lost) = (0, 0);
    for (index, got) in got {
        let truth = truth(index);
        elements += 1;
        lost += u32::from(truth != 0.0 && got.is_some_and(|got| got == 0.0 || got.is_infinite()));
        if got.is_some_and(f64::is_infinite) && truth.is_finite() {
            continue;
        }
        let error = got.map_or(f64::INFINITY, |got| (got - truth).abs());
        (errors, values) = (errors + error * error, values + truth * truth);
        max_ulp = max_ulp.max(if error == 0.0 { 0.0 } else { error / ulp(truth, scalar) });
    }
    let error_l2 = if errors == 0.0 { 0.0 } else { f64::sqrt(errors / values) };
    Accuracy { error_l2, max_ulp, lost: f64::from(lost) / f64::from(elements.max(1)) }
}

/// The distance of neighbouring values of a type where `value` is: of integers 1.
fn ulp(value: f64, scalar: Scalar) -> f64 {
    let (digits, least) = match scalar {
        Scalar::F32 => (f32::MANTISSA_DIGITS, f32::MIN_EXP),
        Scalar::F16 => (half::f16::MANTISSA_DIGITS, half::f16::MIN_EXP),
        Scalar::U32 | Scalar::I32 => return 1.0,
    };
    // An exponent of f64 by its bits: logarithms are not the same everywhere.
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    2f64.powi(exponent.max(least - 1) + 1 - digits as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Expected;
    use crate::verify::{Poison, compare};

    #[test]
    fn the_error_against_the_truth_is_measured_beside_the_verdict_and_in_units_in_the_last_place() {
        let expected = Expected::within(|i| [1.0, 4.0][i], |_| 0.5, "wide").against(|i| [1.0, 4.25][i]);
        let of = |values: [f32; 2]| {
            let verdict = compare(bytemuck::cast_slice(&values), Scalar::F32, 2, &expected, Poison::of_run(3));
            (verdict.passed(), verdict.accuracy.expect("there is a truth"))
        };
        assert_eq!(of([1.0 + f32::EPSILON, 4.25]).1.max_ulp, 1.0);
        let (passed, stored) = of([1.0, 4.0]);
        assert!(passed);
        assert_eq!(stored.max_ulp, 0.25 / f64::from(4.0 * f32::EPSILON));
        assert!((stored.error_l2 - 0.25 / f64::sqrt(1.0 + 4.25 * 4.25)).abs() < 1e-15);
        assert_eq!(of([f32::from_bits(Poison::of_run(3).0), 4.0]).1.max_ulp, f64::INFINITY);
    }

    #[test]
    fn what_became_zero_or_infinite_is_lost_and_what_is_zero_in_truth_is_not() {
        let truth = [0.0, 2.0, 2.0, 2.0];
        let of = |got: [f64; 4]| accuracy(got.into_iter().map(Some).enumerate(), Scalar::F32, &|at| truth[at]);
        let found = of([0.0, 0.0, f64::INFINITY, 2.0]);
        assert_eq!((found.lost, found.error_l2), (0.5, f64::sqrt(0.5)));
        assert_eq!(of(truth).lost, 0.0);
    }

    #[test]
    fn a_unit_in_the_last_place_is_that_of_the_type_and_subnormal_values_share_theirs() {
        assert_eq!([ulp(1.0, Scalar::F32), ulp(1.0, Scalar::F16)], [f32::EPSILON.into(), 1.0 / 1024.0]);
        assert_eq!(ulp(0.0, Scalar::F32), f64::from(f32::from_bits(1)));
        assert_eq!(ulp(3e-5, Scalar::F16), 2f64.powi(-24));
        assert_eq!(ulp(3e9, Scalar::U32), 1.0);
    }
}
