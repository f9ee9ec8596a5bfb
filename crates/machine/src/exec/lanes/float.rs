//! Floating point, the same bits on every machine.
//!
//! The policy: IEEE 754 binary32 with subnormal numbers, rounded to nearest even; no contraction; every NaN that arithmetic
//! produces is the same one. Transcendental functions are evaluated in binary64 by a portable library and rounded once,
//! which is well within WGSL's accuracy table. `f16` is computed in `f32` and rounded.

/// How values are computed, for a person: the policy for NaN, denormals and contraction.
pub const VALUE_POLICY: &str = "f32 is IEEE 754 binary32, rounded to nearest even: denormals are kept, nothing is \
    contracted or reassociated (`a * b + c` rounds twice, fma once), and every NaN that arithmetic makes is 0x7fc00000; \
    f16 is computed in f32 and rounded; transcendental functions are computed in binary64 and rounded once";

/// The policy for cooperative matrices, to follow [`VALUE_POLICY`] of a kernel that has any.
pub const MATRIX_POLICY: &str = "a multiply-add of cooperative matrices sums in f32 from the addend on, in the order of k, each \
    product and each sum rounded (matrix units may add in another order, and cut off instead of rounding)";

const NAN: u32 = 0x7fc0_0000;

pub fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// The bits of a result, with one NaN for all.
pub fn bits(value: f32) -> u32 {
    if value.is_nan() { NAN } else { value.to_bits() }
}

/// Evaluates in binary64.
pub fn via64(x: u32, function: impl Fn(f64) -> f64) -> u32 {
    bits(function(f64::from(f(x))) as f32)
}

pub fn min(a: f32, b: f32) -> f32 {
    if a.is_nan() || b < a { b } else { a }
}

pub fn max(a: f32, b: f32) -> f32 {
    if a.is_nan() || a < b { b } else { a }
}

/// Rounds to the nearest value of `f16`, held as `f32`.
pub fn round_f16(x: u32) -> u32 {
    bits(half::f16::from_f32(f(x)).to_f32())
}

pub fn sign(x: f32) -> f32 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        x
    }
}

/// `x - floor(x)`, which may round up to 1.
pub fn fract(x: f32) -> f32 {
    x - x.floor()
}

/// The fraction in [0.5, 1) and the exponent with `x = fraction * 2^exponent`.
pub fn frexp(x: f32) -> (f32, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    libm::frexpf(x)
}

/// `x * 2^exponent`, rounded once.
pub fn ldexp(x: f32, exponent: i32) -> f32 {
    libm::ldexpf(x, exponent)
}

pub fn pow(x: f32, y: f32) -> f32 {
    libm::pow(f64::from(x), f64::from(y)) as f32
}

/// Clamps to what both types hold, then truncates; NaN gives 0.
pub fn to_i32(x: f32) -> i32 {
    x.clamp(-2_147_483_648.0, 2_147_483_520.0) as i32
}

pub fn to_u32(x: f32) -> u32 {
    x.clamp(0.0, 4_294_967_040.0) as u32
}

pub fn to_i64(x: f32) -> i64 {
    x.clamp(-9_223_372_036_854_775_808.0, 9_223_371_487_098_961_920.0) as i64
}

pub fn to_u64(x: f32) -> u64 {
    x.clamp(0.0, 18_446_742_974_197_923_840.0) as u64
}

/// `round(clamp(x, low, 1) * scale)` as an integer; halves round up, as WGSL's `floor(0.5 + x)`.
pub fn quantize(x: f32, low: f32, scale: f32) -> i32 {
    (0.5 + scale * min(max(x, low), 1.0)).floor() as i32
}
