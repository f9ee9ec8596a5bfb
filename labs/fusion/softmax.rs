//! `softmax`: each row's exponentials over their sum, as three kernels, as one, and with one reduction.

use std::sync::Arc;

use super::plane::{BY_ROW, ByRow, OBLONG, PLANE, area, f32_bytes, input, output, scratch};
use super::rounded::Rounded;
use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Pass, Problem, Reference, Variant, Work, variant};

pub const PART: Part = Part {
    also: &[|| of(OBLONG, Fill::Random), large],
    ..Part::new(
        "softmax",
        problem,
        &[
            Variant::new(
                "softmax-unfused",
                &[
                    Pass::new("softmax-1-max.wgsl", BY_ROW),
                    Pass::new("softmax-2-exp-sum.wgsl", BY_ROW),
                    Pass::new("softmax-3-normalise.wgsl", PLANE),
                ],
            ),
            variant!("softmax-fused", BY_ROW),
            variant!("softmax-online", BY_ROW),
            variant!("softmax-subgroup", BY_ROW),
        ],
    )
};

/// A maximum, a difference, exp counted as one, a sum and a division.
const FLOP_AN_ELEMENT: f64 = 5.0;

fn problem(size: u32) -> Problem {
    of([size; 2], Fill::Random)
}

/// Values whose exponentials overflow f32: a kernel that does not subtract the row's maximum is right on small ones.
fn large() -> Problem {
    of([19, 70], Fill::Uniform(-40.0, 120.0))
}

fn of([rows, columns]: [u32; 2], fill: Fill) -> Problem {
    let n = area(rows, columns);
    Problem {
        label: format!("y = softmax of each row of x, {rows} rows of {columns}"),
        size: rows,
        extents: vec![("rows", rows), ("columns", columns)],
        work: Work::new(FLOP_AN_ELEMENT * n as f64, f32_bytes(2 * n)),
        buffers: vec![
            Buffer::params(vec![rows, columns]),
            input("x", 1, n, fill),
            scratch("maxima", 2, rows as usize),
            scratch("exponentials", 3, n),
            scratch("sums", 4, rows as usize),
            output(5, n),
        ],
        reference: reference(columns as usize),
    }
}

/// What a row's elements share.
#[derive(Clone, Copy)]
struct Row {
    maximum: Rounded,
    sum: Rounded,
}

fn reference(columns: usize) -> Reference {
    Box::new(move |inputs: &Inputs| {
        let x = inputs.at(1);
        let rows = Arc::new(ByRow::new(x.len() / columns));
        let at = move |i: usize| {
            let all = i / columns * columns..(i / columns + 1) * columns;
            let Row { maximum, sum } = rows.get(i / columns, || row(&x.floats(all.clone())));
            (Rounded::exact(x.f32(i)) - maximum).exp().div(sum)
        };
        let also_at = at.clone();
        vec![Expected::within(
            move |i| at(i).value,
            move |i| also_at(i).error,
            "running error bound in f64: exp within 3 + 2|x| ULP (WGSL's accuracy table), 4 sqrt(n) u for the sum, \
             and 2 log2(n) rescalings of the sum by an exp, for the online form",
        )]
    })
}

fn row(x: &[f32]) -> Row {
    let (maximum, sum) = exponentials(x);
    Row { maximum, sum }
}

/// A row's maximum, and the sum of the exponentials of its values less the maximum.
pub fn exponentials(x: &[f32]) -> (Rounded, Rounded) {
    let maximum = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let minimum = x.iter().copied().fold(f32::INFINITY, f32::min);
    let maximum = Rounded::exact(maximum);
    let sum = Rounded::sum(x.iter().map(|&x| (Rounded::exact(x) - maximum).exp()));
    let range = maximum.value - f64::from(minimum);
    (maximum, sum.blurred(rescaling(x.len(), range)))
}

/// ULPs by which the online form's sum is off because it was scaled down to larger maxima: the running maximum of n
/// values in random order changes about ln n times, and a tree merges log2 n times at most. Each change multiplies
/// by an exp of 3 + 2|d| ULP, and the differences d of one chain of changes add up to at most the range.
fn rescaling(n: usize, range: f64) -> f64 {
    let changes = 2.0 * libm::log2(n as f64).ceil();
    4.0 * changes + 2.0 * range
}
