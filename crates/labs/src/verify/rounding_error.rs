//! The relative error of many roundings, which bounds the error of f32 results.

/// The largest relative error of one rounding, u = 2^-24: half the distance from 1 to the next f32.
pub const ROUNDOFF: f64 = 1.0 / (1 << 24) as f64;

/// gamma(n) = n u / (1 - n u), the largest relative error of n roundings (Higham, Accuracy and Stability of Numerical Algorithms,
/// section 3.1).
pub fn gamma_n(n: f64) -> f64 {
    n * ROUNDOFF / (1.0 - n * ROUNDOFF)
}
