//! `gradients`: small values that are stored in 16 bits, and what becomes of them.

use std::f64::consts::TAU;
use std::sync::Arc;

use half::{bf16, f16};

use crate::facts::Facts;
use crate::kernel::Scalar;
use crate::lab::{
    Axis, Buffer, Ceilings, Data, Expected, Fill, Grid, Inputs, Ordinate, Part, Pass, Problem, Role, Sweep, Undone,
    Variant, Work, mix,
};

pub const PART: Part = Part { also: &[subnormal], sweep: Some(&SWEEP), ..Part::new("gradients", problem, LADDER) };

/// An invocation for each word, which holds two gradients.
const WORDS: Grid = Grid(&[Axis::each("words")]);

const LADDER: &[Variant] = &[
    Variant::new(
        "gradient-f16",
        &[Pass::new("gradient-f16-1-store.wgsl", WORDS), Pass::new("gradient-f16-2-read.wgsl", WORDS)],
    ),
    Variant::new(
        "gradient-scaled",
        &[Pass::new("gradient-scaled-1-store.wgsl", WORDS), Pass::new("gradient-scaled-2-read.wgsl", WORDS)],
    ),
    Variant::new(
        "gradient-bf16",
        &[Pass::new("gradient-bf16-1-store.wgsl", WORDS), Pass::new("gradient-bf16-2-read.wgsl", WORDS)],
    ),
];

static SWEEP: Sweep = Sweep { ordinate: Ordinate::Lost, ..Sweep::over("loss scale", points, at_point) };

/// The loss scale at the main size.
const SCALE: u32 = 1 << 10;

/// Gradients at a point of the axis, at most.
const AT_A_POINT: u32 = 1 << 16;

/// The logarithm (to base 2) of a gradient is normally distributed around this one, with this deviation.
const MIDDLE: f64 = -22.0;
const DEVIATION: f64 = 5.0;

/// The largest f16, the smallest normal one, and the distance of the subnormal ones.
const LARGEST: f32 = 65504.0;
const SMALLEST: f64 = 1.0 / (1 << 14) as f64;
const STEP: f64 = 1.0 / (1 << 24) as f64;

fn problem(size: u32) -> Problem {
    of(size, SCALE, Fill::At(gradient), stored)
}

fn at_point(size: u32, scale: u32) -> Problem {
    of(size.min(AT_A_POINT), scale, Fill::At(gradient), stored)
}

/// Powers of four.
fn points(_: &Facts, _: &Ceilings, _size: u32) -> Vec<u32> {
    (0..=12).map(|power| 1 << (2 * power)).collect()
}

/// Values that f16 has among its subnormal ones, so that none is rounded: a device that takes them for zeros is named.
fn subnormal() -> Problem {
    of(14 * 256 + 5, 1, Fill::At(small), exact)
}

fn of(size: u32, scale: u32, fill: Fill, expected: fn(&Inputs, f32) -> Vec<Expected>) -> Problem {
    let n = size as usize;
    let words = n.div_ceil(2);
    let scratch = |name, binding| Buffer { name, binding, scalar: Scalar::U32, len: words, role: Role::Scratch };
    Problem {
        label: format!("{n} gradients, stored in 16 bits and read again, loss scale {scale}"),
        size,
        extents: vec![("gradients", size), ("words", words as u32)],
        work: Work::new(2.0 * n as f64, 8.0 * n as f64 + 8.0 * words as f64),
        buffers: vec![
            Buffer::params(vec![size, scale]),
            Buffer::f32("gradients", 1, n, Role::Input(fill)),
            scratch("stored_f16", 2),
            scratch("stored_scaled", 3),
            scratch("stored_bf16", 4),
            Buffer::f32("read_f16", 5, n, Role::OneOf),
            Buffer::f32("read_scaled", 6, n, Role::OneOf),
            Buffer::f32("read_bf16", 7, n, Role::OneOf),
        ],
        reference: Box::new(move |inputs| expected(inputs, scale as f32)),
    }
}

/// A gradient of either sign (Box and Muller's way from two uniform numbers to a normal one).
fn gradient(seed: u64, _len: usize, at: usize) -> u32 {
    let chance = mix(mix(seed) ^ at as u64);
    let [one, other] = [chance >> 32, chance & 0xffff_fffe].map(|part| (part as f64 + 0.5) / (1u64 << 32) as f64);
    let normal = (-2.0 * libm::log(one)).sqrt() * libm::cos(TAU * other);
    let size = libm::exp2(MIDDLE + DEVIATION * normal) as f32;
    (if chance & 1 == 0 { size } else { -size }).to_bits()
}

/// A multiple of 2^-24 below 2^-14, of either sign.
fn small(seed: u64, _len: usize, at: usize) -> u32 {
    let chance = mix(mix(seed) ^ at as u64);
    let size = (1 + chance % 1023) as f32 * STEP as f32;
    (if chance >> 63 == 0 { size } else { -size }).to_bits()
}

/// What is read where gradients were stored in f16, each times `scale`, and how far it may be off.
fn in_f16(gradient: f32, scale: f32) -> (f64, f64) {
    let scaled = gradient * scale;
    let size = f64::from(scaled.abs());
    if scaled.abs() > LARGEST {
        return (f64::from(scaled.signum()) * f64::INFINITY, 0.0);
    }
    let off = match size {
        // The nearest one, the other neighbour, or zero where a device has no subnormal f16.
        size if size < SMALLEST => size + STEP,
        size => size / 1024.0,
    };
    let division = 4.0 * f64::from(f32::EPSILON) * size;
    (f16::from_f32(scaled).to_f64() / f64::from(scale), (off + division) / f64::from(scale))
}

fn stored(inputs: &Inputs, scale: f32) -> Vec<Expected> {
    let f16 = |scale: f32| {
        let [value, tolerance] = [0, 1].map(|_| inputs.at(1));
        let basis = "a neighbour in f16: WGSL does not say how it is rounded, and subnormal ones may become zero";
        Expected::within(move |at| in_f16(value.f32(at), scale).0, move |at| in_f16(tolerance.f32(at), scale).1, basis)
    };
    truly(inputs, [f16(1.0), f16(scale), in_bf16(inputs.at(1))])
}

fn exact(inputs: &Inputs, _scale: f32) -> Vec<Expected> {
    let f16 = || {
        let [value, found] = [0, 1].map(|_| inputs.at(1));
        // Whatever it is divided by, the scale is 1.
        let flushed = Undone {
            value: Box::new(move |at| 0.0 * f64::from(found.f32(at))),
            says: "this device takes subnormal f16 for zeros, which WGSL allows: gradients below 6.1e-5 are lost",
        };
        Expected { undone: Some(flushed), ..Expected::exactly(move |at| f64::from(value.f32(at))) }
    };
    truly(inputs, [f16(), f16(), in_bf16(inputs.at(1))])
}

fn in_bf16(gradients: Arc<Data>) -> Expected {
    Expected::exactly(move |at| bf16::from_f32(gradients.f32(at)).to_f64())
}

/// The truth is the gradients themselves.
fn truly(inputs: &Inputs, expected: [Expected; 3]) -> Vec<Expected> {
    let against = |expected: Expected| {
        let truth = inputs.at(1);
        expected.against(move |at| f64::from(truth.f32(at)))
    };
    expected.map(against).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of the gradients that `is` lost at a loss scale.
    fn share(scale: u32, is: fn(f64) -> bool) -> f64 {
        let problem = at_point(1 << 16, scale);
        let inputs = problem.inputs(7);
        let scaled = (problem.reference)(&inputs).remove(1);
        let lost = (0..1 << 16).filter(|at| is((scaled.value)(*at))).count();
        lost as f64 / f64::from(1 << 16)
    }

    /// Of a normal distribution, the share below a number of deviations.
    fn below(deviations: f64) -> f64 {
        0.5 * libm::erfc(-deviations / std::f64::consts::SQRT_2)
    }

    #[test]
    fn as_many_are_lost_as_lie_below_half_of_the_smallest_f16_and_above_the_largest() {
        for power in [0, 4, 8, 12] {
            let expected = below((-25.0 - f64::from(power) - MIDDLE) / DEVIATION);
            let found = share(1 << power, |value| value == 0.0);
            assert!((found - expected).abs() < 4.0 * (expected / 65536.0).sqrt(), "2^{power}: {found}, {expected}");
        }
        for power in [20, 22, 24] {
            let expected = below((MIDDLE - (16.0 - f64::from(power))) / DEVIATION);
            let found = share(1 << power, f64::is_infinite);
            assert!((found - expected).abs() < 4.0 * (expected / 65536.0).sqrt(), "2^{power}: {found}, {expected}");
        }
        assert!(share(1, |value| value == 0.0) > 0.2 && share(1 << 8, f64::is_infinite) == 0.0);
    }

    #[test]
    fn values_at_the_ends_of_f16_are_kept_zero_or_infinite_as_they_are_scaled() {
        assert_eq!(in_f16(6e-5, 1.0).0, 1007.0 * STEP, "subnormal");
        assert_eq!(in_f16(2e-8, 1.0).0, 0.0);
        assert!((in_f16(2e-8, 65536.0).0 / 2e-8 - 1.0).abs() < 1e-3);
        assert_eq!(in_f16(-7e4, 1.0), (f64::NEG_INFINITY, 0.0));
        assert_eq!(in_f16(7e4 / 1024.0, 1024.0).0, f64::INFINITY);
    }
}
