//! How far roundings take an f32 from what it should be.

/// The largest relative error of one rounding, u = 2^-24: half the distance from 1 to the next f32.
pub const ROUNDOFF: f64 = 1.0 / (1 << 24) as f64;

/// g(n) = n u / (1 - n u), the largest relative error of n roundings (Higham, Accuracy and Stability of Numerical Algorithms,
/// section 3.1).
pub fn g(n: f64) -> f64 {
    n * ROUNDOFF / (1.0 - n * ROUNDOFF)
}
