//! `bias-gelu`: the end of a linear layer, as two kernels and as one.

use super::plane::{OBLONG, PLANE, area, f32_bytes, input, output, scratch};
use super::rounded::Rounded;
use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Pass, Problem, Reference, Variant, Work, variant};
use std::f64::consts::PI;

pub const PART: Part = Part {
    also: &[|| of(OBLONG)],
    ..Part::new(
        "bias-gelu",
        problem,
        &[
            Variant::new("gelu-unfused", &[Pass::new("gelu-1-bias.wgsl", PLANE), Pass::new("gelu-2-gelu.wgsl", PLANE)]),
            variant!("gelu-fused", PLANE),
        ],
    )
};

/// The bias, three products and a sum for the cubic, one product, tanh counted as one, a sum, two products.
const FLOP_AN_ELEMENT: f64 = 10.0;

fn problem(size: u32) -> Problem {
    of([size; 2])
}

fn of([rows, columns]: [u32; 2]) -> Problem {
    let n = area(rows, columns);
    let wide = columns as usize;
    Problem {
        label: format!("y = GELU(x + bias), tanh form, {rows} rows of {columns}"),
        size: rows,
        extents: vec![("rows", rows), ("columns", columns)],
        work: Work::new(FLOP_AN_ELEMENT * n as f64, f32_bytes(2 * n + wide)),
        buffers: vec![
            Buffer::params(vec![rows, columns]),
            input("x", 1, n, Fill::Random),
            input("bias", 2, wide, Fill::Random),
            scratch("biased", 3, n),
            output(4, n),
        ],
        reference: reference(wide),
    }
}

fn reference(columns: usize) -> Reference {
    Box::new(move |inputs: &Inputs| {
        let (x, bias) = (inputs.at(1), inputs.at(2));
        let at = move |i: usize| gelu(Rounded::exact(x.f32(i)) + Rounded::exact(bias.f32(i % columns)));
        let also_at = at.clone();
        vec![Expected::within(
            move |i| at(i).value,
            move |i| also_at(i).error,
            "running error bound in f64 of the same formula: tanh within 1e-5, < 1 ULP each other operation \
             (WGSL's accuracy table)",
        )]
    })
}

fn gelu(z: Rounded) -> Rounded {
    let cubic = Rounded::constant(0.044715) * z * z * z;
    let inner = Rounded::constant((2.0 / PI).sqrt()) * (z + cubic);
    Rounded::exact(0.5) * z * (Rounded::exact(1.0) + inner.tanh())
}
