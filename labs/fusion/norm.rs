//! `residual-layernorm`: add a residual and normalise each row, as three kernels and as one.

use std::sync::Arc;

use super::plane::{BY_ROW, ByRow, OBLONG, PLANE, area, f32_bytes, input, output, scratch};
use super::rounded::Rounded;
use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Pass, Problem, Reference, Variant, Work, variant};

pub const PART: Part = Part {
    also: &[|| of(OBLONG)],
    ..Part::new(
        "residual-layernorm",
        problem,
        &[
            Variant::new(
                "norm-unfused",
                &[
                    Pass::new("norm-1-add.wgsl", PLANE),
                    Pass::new("norm-2-statistics.wgsl", BY_ROW),
                    Pass::new("norm-3-normalise.wgsl", PLANE),
                ],
            ),
            variant!("norm-fused", BY_ROW),
            variant!("norm-kept", BY_ROW),
        ],
    )
};

/// What keeps a row without variance from dividing by zero, as in the shaders.
const EPSILON: f64 = 1e-5;

/// The residual, a difference, two sums and a square for the statistics; two differences or sums and two products.
const FLOP_AN_ELEMENT: f64 = 9.0;

fn problem(size: u32) -> Problem {
    of([size; 2])
}

fn of([rows, columns]: [u32; 2]) -> Problem {
    let n = area(rows, columns);
    let (high, wide) = (rows as usize, columns as usize);
    Problem {
        label: format!("y = gamma normalised(x + residual) + beta, {rows} rows of {columns}"),
        size: rows,
        extents: vec![("rows", rows), ("columns", columns)],
        work: Work::new(FLOP_AN_ELEMENT * n as f64, f32_bytes(3 * n + 2 * wide)),
        buffers: vec![
            Buffer::params(vec![rows, columns]),
            input("x", 1, n, Fill::Random),
            input("residual", 2, n, Fill::Random),
            input("gamma", 3, wide, Fill::Random),
            input("beta", 4, wide, Fill::Random),
            scratch("h", 5, n),
            scratch("statistics", 6, 2 * high),
            output(7, n),
        ],
        reference: reference(wide),
    }
}

/// What a row's elements share.
#[derive(Clone, Copy)]
struct Row {
    mean: Rounded,
    scale: Rounded,
}

fn reference(columns: usize) -> Reference {
    Box::new(move |inputs: &Inputs| {
        let [x, residual, gamma, beta] = [1, 2, 3, 4].map(|binding| inputs.at(binding));
        let rows = Arc::new(ByRow::new(x.len() / columns));
        let at = move |i: usize| {
            let all = i / columns * columns..(i / columns + 1) * columns;
            let Row { mean, scale } =
                rows.get(i / columns, || row(&x.floats(all.clone()), &residual.floats(all.clone())));
            let [gamma, beta] = [&gamma, &beta].map(|by| Rounded::exact(by.f32(i % columns)));
            (sum(x.f32(i), residual.f32(i)) - mean) * scale * gamma + beta
        };
        let also_at = at.clone();
        vec![Expected::within(
            move |i| at(i).value,
            move |i| also_at(i).error,
            "running error bound in f64: 4 sqrt(n) u for the row's two sums, 2 ULP for inverseSqrt, < 1 ULP each \
             other operation (WGSL's accuracy table)",
        )]
    })
}

fn sum(x: f32, residual: f32) -> Rounded {
    Rounded::exact(x) + Rounded::exact(residual)
}

/// Mean and variance from the differences to the row's first element, as the kernels compute them, so that the bound
/// covers what cancels there.
fn row(x: &[f32], residual: &[f32]) -> Row {
    let n = Rounded::exact(x.len() as f32);
    let shift = sum(x[0], residual[0]);
    let differences = || x.iter().zip(residual).map(|(&x, &residual)| sum(x, residual) - shift);
    let mean = Rounded::sum(differences()).div(n);
    let square = Rounded::sum(differences().map(|d| d * d)).div(n);
    let variance = (square - mean * mean).max(Rounded::default());
    Row { mean: shift + mean, scale: (variance + Rounded::constant(EPSILON)).inverse_sqrt() }
}
