//! `split`: a product of f32 matrices on units that multiply f16.

use std::sync::{Arc, OnceLock};

use super::products::Product;
use crate::lab::{Axis, Buffer, Expected, Fill, Grid, Inputs, Part, Problem, Role, Work, mix};

pub const PART: Part = Part::new("split", problem, &[]);

/// A workgroup computes TILE x TILE elements of C.
pub const TILES: Grid = Grid(&[Axis::by("N", "TILE"), Axis::by("M", "TILE")]);

fn problem(size: u32) -> Problem {
    let n = size as usize;
    let value = |name, binding, side| Buffer::f32(name, binding, n * n, Role::Input(Fill::At(side)));
    Problem {
        label: format!("C = A B, M = N = K = {size}, f32"),
        size,
        extents: vec![("M", size), ("N", size)],
        work: Work::new(2.0 * (n * n * n) as f64, 12.0 * (n * n) as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            value("a", 1, small::<0>),
            value("b", 2, small::<1>),
            Buffer::f32("c", 3, n * n, Role::Output),
        ],
        reference: Box::new(move |inputs| vec![product(inputs, n)]),
    }
}

/// From 2^-9 to 2^-7, of either sign, with all 24 digits: what f16 leaves of such a value is so small that it is subnormal in f16.
fn small<const SIDE: u64>(seed: u64, _len: usize, at: usize) -> u32 {
    let chance = mix(mix(seed ^ SIDE) ^ at as u64);
    let of_one = 1.0 + (chance >> 41) as f32 / (1 << 23) as f32;
    let size = of_one * if chance & 1 == 0 { 1.0 / 512.0 } else { 1.0 / 256.0 };
    if chance & 2 == 0 { size } else { -size }.to_bits()
}

/// How exact it is, is a goal of its own: one product of f16 is right here.
fn product(inputs: &Inputs, n: usize) -> Expected {
    let c = Arc::new(Product { format: 0, a: inputs.at(1), b: inputs.at(2), n, rows: vec![OnceLock::new(); n] });
    let [values, sizes, truth] = std::array::from_fn(|_| Arc::clone(&c));
    let basis = "2^-9 of the sum of |a b|: A and B may be rounded to f16, and products or sums as well";
    let expected = Expected::within(move |at| values.element(at).0, move |at| sizes.element(at).1 / 512.0, basis);
    expected.against(move |at| truth.element(at).0)
}
