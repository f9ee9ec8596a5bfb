//! How far two outputs may differ.

use half::f16;

use crate::harness::protocol::Tolerance;
use crate::kernel::Scalar;
use crate::verify::Order;

/// How far floats may differ, relative to the largest number in their buffer, where filtered textures go into them: devices weigh
/// texels by 8 bits of a fraction along each axis.
const FILTERED: f64 = 8e-3;

/// How far values may differ.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Allowed {
    /// How far floats may, relative to the largest number in the buffer; `None` for rounding.
    pub relative: Option<f64>,
    /// One of the two comes from a device, and filters textures.
    pub filters: bool,
    /// What was asked for in other terms.
    pub tolerance: Tolerance,
}

impl Allowed {
    /// How far floats may, which are rounded so.
    pub fn of(self, rounding: f64, halves: bool) -> Near {
        let relative = self.relative.unwrap_or(if self.filters { rounding.max(FILTERED) } else { rounding });
        Near { relative, tolerance: self.tolerance, halves }
    }
}

/// How far two floats may differ.
#[derive(Clone, Copy)]
pub(super) struct Near {
    relative: f64,
    /// In its terms, where it has some for floats.
    tolerance: Tolerance,
    /// Whether they are f16.
    halves: bool,
}

impl Near {
    /// Whether two floats agree, which are so far `off`, relative to the largest.
    pub fn takes(self, x: f64, y: f64, off: f64) -> bool {
        let Tolerance { absolute, ulps, .. } = self.tolerance;
        if off == 0.0 || (absolute.is_none() && ulps.is_none()) {
            return off <= self.relative;
        }
        let apart = (x - y).abs();
        absolute.is_some_and(|most| apart <= most)
            || apart.is_finite() && ulps.is_some_and(|most| self.ulps(x, y) <= u64::from(most))
    }

    /// How many floats two are apart.
    fn ulps(self, x: f64, y: f64) -> u64 {
        let place = |x: f64| match self.halves {
            true => Order(Scalar::F16).ordinal(f16::from_f64(x).to_bits().into()),
            false => Order(Scalar::F32).ordinal((x as f32).to_bits()),
        };
        place(x).abs_diff(place(y))
    }
}
