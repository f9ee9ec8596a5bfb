//! `wide`: dot products of values in f16, of which the kernel decides what they are added up in.

use std::sync::Arc;

use super::formats::FORMATS;
use super::stored::{Dots, PAIRS, word};
use crate::lab::{Axis, Buffer, Expected, Fill, Grid, Inputs, Part, Problem, Role, Work};

pub const PART: Part = Part { also: &[odd], ..Part::new("wide", problem, &[]) };

/// A workgroup for each dot product.
pub const ROWS: Grid = Grid(&[Axis::by("pairs", "PAIRS")]);

/// A row of workgroups more than there is, and half a word at the end.
fn odd() -> Problem {
    problem(14 * PAIRS as u32 + 777)
}

fn problem(size: u32) -> Problem {
    let n = size as usize;
    let (words, rows) = (n.div_ceil(2), n.div_ceil(PAIRS));
    Problem {
        label: format!("dot products of {PAIRS} pairs of f16, {n} pairs in all"),
        size,
        extents: vec![("pairs", size)],
        work: Work::new(2.0 * n as f64, 4.0 * n as f64 + 4.0 * rows as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::u32("x", 1, words, Role::Input(Fill::At(word::<1, 0, 0>))),
            Buffer::u32("y", 2, words, Role::Input(Fill::At(word::<1, 1, 0>))),
            Buffer::f32("dots", 3, rows, Role::Output),
        ],
        reference: Box::new(move |inputs| vec![dots(inputs, n)]),
    }
}

/// Roundings of f16 that a term may go through in a tree, and its product's.
const ROUNDINGS: usize = 30;

/// How exact it is, is a goal of its own: sums in f16 are right here.
fn dots(inputs: &Inputs, n: usize) -> Expected {
    let dots = Arc::new(Dots::new(&FORMATS[1], inputs, 1, n));
    let [values, sizes, truth] = std::array::from_fn(|_| Arc::clone(&dots));
    let share = (ROUNDINGS.min(n) + 2) as f64 * 2f64.powi(-10);
    let basis = "min(n, 30) + 2 roundings of f16, each by up to 2^-10 of the sum of |x y|";
    let expected = Expected::within(move |row| values.row(row).sum, move |row| share * sizes.row(row).size, basis);
    expected.against(move |row| truth.row(row).sum)
}
