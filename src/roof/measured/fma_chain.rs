//! What a chain of multiply-adds starts with, and what it must come to.

use bytemuck::{Pod, Zeroable};

use super::microkernel::{ComputeShape, StepForm};

/// As in compute.wgsl: seeds repeat after this many invocations.
pub const SEEDS: usize = 61;
/// The point that every chain approaches from below, but never reaches.
const FIXED_POINT: f64 = 0.5;
/// Unit roundoff of f32.
const ROUNDOFF: f64 = 1.0 / (1 << 24) as f64;

/// The parameters of a shape's run.
pub struct FmaChain {
    form: StepForm,
    width: usize,
    chains: usize,
    steps: u32,
    raw: Raw,
}

/// As in compute.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Raw {
    a: f32,
    b: f32,
    trips: u32,
}

impl FmaChain {
    /// Steps that approach the fixed point so slowly that, after `trips` trips, the result still tells
    /// how many were made.
    pub fn new(shape: &ComputeShape, trips: u32) -> Self {
        let steps = trips * shape.unroll;
        let left = 1.0 - 1.0 / f64::from(steps.max(32));
        let (a, b) = match shape.form {
            StepForm::Affine => (left, FIXED_POINT * (1.0 - f64::from(left as f32))),
            // y * y + b comes to rest at p with a slope of 2p.
            StepForm::Quadratic => (0.0, left / 2.0 - left * left / 4.0),
        };
        Self {
            form: shape.form,
            width: shape.width as usize,
            chains: shape.chains as usize,
            steps,
            raw: Raw { a: a as f32, b: b as f32, trips },
        }
    }

    /// What the kernel's buffer holds.
    pub fn bytes(&self) -> &[u8] {
        bytemuck::bytes_of(&self.raw)
    }

    /// The first of `results` that is not what the chains that start from `seeds` come to in f64, if any.
    pub fn fault(&self, seeds: &[f32], results: &[f32]) -> Option<String> {
        let ends: Vec<f64> = seeds[..SEEDS * self.width].iter().map(|seed| self.end(f64::from(*seed))).collect();
        let period: Vec<f64> = (0..SEEDS * self.width)
            .map(|at| {
                let (lane, component) = (at / self.width, at % self.width);
                (0..self.chains).map(|chain| ends[(lane + chain) % SEEDS * self.width + component]).sum()
            })
            .collect();
        let tolerance = self.tolerance();
        results
            .iter()
            .zip(period.iter().cycle())
            .enumerate()
            .find(|(_, (got, expected))| {
                let error = (f64::from(**got) - **expected).abs();
                error.is_nan() || error > tolerance
            })
            .map(|(at, (got, expected))| {
                format!("{got} instead of {expected} (to within {tolerance:.1e}) at index {at}")
            })
    }

    fn end(&self, seed: f64) -> f64 {
        let (a, b) = (f64::from(self.raw.a), f64::from(self.raw.b));
        (0..self.steps).fold(seed, |y, _| match self.form {
            StepForm::Affine => a * y + b,
            StepForm::Quadratic => y * y + b,
        })
    }

    /// All values are below one half, so each of a step's two roundings errs by at most a quarter of [`ROUNDOFF`], and
    /// no step magnifies an earlier error. Adding the chains up rounds once for each, by at most the sum's.
    fn tolerance(&self) -> f64 {
        let chains = self.chains as f64;
        chains * f64::from(self.steps) * ROUNDOFF / 2.0 + chains * chains * FIXED_POINT * ROUNDOFF
    }
}
