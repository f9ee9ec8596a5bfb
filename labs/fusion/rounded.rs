//! The reference's arithmetic: a value, and how far an f32 computation of it may be.
//!
//! This is running error analysis (Wilkinson 1986; Higham, *Accuracy and Stability of Numerical Algorithms*, 3.3):
//! each operation carries the bounds of its operands on and adds its own, so that a tolerance is derived along with
//! the value, element by element. What an operation adds is WGSL's accuracy table (section 15.7.4): a correctly
//! rounded result in whichever direction (under 1 ULP) for + - *, 2.5 ULP for a division, 3 + 2|x| ULP for exp.

use std::ops::{Add, Mul, Sub};

/// One unit in the last place, as a share of the value: 2^-23.
const ULP: f64 = f32::EPSILON as f64;

/// The probabilistic bound on a sum of n terms is `LAMBDA sqrt(n) u`: exceeded once in some thousand sums at worst
/// (Higham & Mary 2019), and far from that where not all rounding errors are as large as they can be.
const LAMBDA: f64 = 4.0;

/// A value in f64, and a bound on the absolute error of computing it in f32.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rounded {
    pub value: f64,
    pub error: f64,
}

impl Rounded {
    /// What was read from a buffer: there is no error in it yet.
    pub fn exact(value: f32) -> Self {
        Self { value: f64::from(value), error: 0.0 }
    }

    /// A constant that a shader states in decimal, and holds as the nearest f32.
    pub fn constant(value: f64) -> Self {
        Self { value, error: 0.5 * ULP * value.abs() }
    }

    /// `value` with what its operands carried into it, and the rounding of `ulps`. A result below the smallest normal
    /// number may be flushed to zero.
    fn after(value: f64, carried: f64, ulps: f64) -> Self {
        let largest = value.abs() + carried;
        Self { value, error: carried + ulps * ULP * largest + f64::from(f32::MIN_POSITIVE) }
    }

    /// The larger of the two: exact, and no further off than the worse of them.
    pub fn max(self, other: Self) -> Self {
        Self { value: self.value.max(other.value), error: self.error.max(other.error) }
    }

    /// The quotient, within 2.5 ULP.
    pub fn div(self, by: Self) -> Self {
        let value = self.value / by.value;
        let carried = (self.error + value.abs() * by.error) / (by.value.abs() - by.error);
        Self::after(value, carried, 2.5)
    }

    /// e to this power, within 3 + 2|x| ULP.
    pub fn exp(self) -> Self {
        let value = libm::exp(self.value);
        Self::after(value, value * libm::expm1(self.error), 3.0 + 2.0 * self.value.abs())
    }

    /// The natural logarithm: within 2^-21 of it between 0.5 and 2, within 3 ULP elsewhere.
    pub fn ln(self) -> Self {
        let value = libm::log(self.value);
        let carried = self.error / (self.value - self.error);
        let near_one = f64::powi(2.0, -21);
        Self::after(value, carried + near_one, 3.0)
    }

    /// The hyperbolic tangent, within 1e-5: WGSL allows the worse of that and of sinh / cosh by way of exp, and for
    /// |x| up to 10 that is the worse.
    pub fn tanh(self) -> Self {
        Self::after(libm::tanh(self.value), self.error + 1e-5, 1.0)
    }

    /// 1 / sqrt, within 2 ULP.
    pub fn inverse_sqrt(self) -> Self {
        let value = self.value.sqrt().recip();
        let carried = (self.value - self.error).sqrt().recip() - value;
        Self::after(value, carried, 2.0)
    }

    /// The sum of many terms, in any order: each term's own error, and `4 sqrt(n) u` of the magnitudes for the
    /// additions (u = 2^-24), in place of the worst case, which for thousands of terms hides a missing one.
    pub fn sum(terms: impl Iterator<Item = Self>) -> Self {
        let (mut value, mut carried, mut magnitude, mut count) = (0.0, 0.0, 0.0, 0u32);
        for term in terms {
            value += term.value;
            carried += term.error;
            magnitude += term.value.abs();
            count += 1;
        }
        let additions = LAMBDA * f64::from(count).sqrt() * 0.5 * ULP * magnitude;
        Self { value, error: carried + additions }
    }

    /// The same value, further off by `ulps` of it.
    pub fn blurred(self, ulps: f64) -> Self {
        Self::after(self.value, self.error, ulps)
    }
}

impl Add for Rounded {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::after(self.value + other.value, self.error + other.error, 1.0)
    }
}

impl Sub for Rounded {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::after(self.value - other.value, self.error + other.error, 1.0)
    }
}

impl Mul for Rounded {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let carried = self.value.abs() * other.error + other.value.abs() * self.error + self.error * other.error;
        Self::after(self.value * other.value, carried, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_f32_computation_stays_within_the_bound_and_the_bound_stays_small() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..10_000 {
            let (a, b) = (rng.f32() * 4.0 - 2.0, rng.f32() * 4.0 + 0.1);
            let narrow = f64::from((a * b - a).exp() / (b + a * a) + 1.0 / (b * 3.0).sqrt());
            let (x, y) = (Rounded::exact(a), Rounded::exact(b));
            let three = Rounded::exact(3.0);
            let wide = (x * y - x).exp().div(y + x * x) + (y * three).inverse_sqrt();
            assert!((narrow - wide.value).abs() <= wide.error, "{a} {b}");
            assert!(wide.error < 1e-5 * wide.value.abs() * (1.0 + x.value.abs()));
        }
    }

    #[test]
    fn a_missing_term_of_a_long_sum_is_outside_of_the_bound() {
        let mut rng = fastrand::Rng::with_seed(5);
        let terms: Vec<f32> = (0..8192).map(|_| rng.f32() + 0.5).collect();
        let sum = Rounded::sum(terms.iter().map(|&term| Rounded::exact(term)));
        let narrow: f32 = terms.iter().sum();
        assert!((f64::from(narrow) - sum.value).abs() <= sum.error);
        assert!(sum.error < 0.5, "the smallest term is 0.5: {}", sum.error);
    }
}
