//! `chain`: five element-wise operations, as five kernels and as one.

use super::plane::{area, f32_bytes, input, output, scratch};
use super::rounded::Rounded;
use crate::lab::{Axis, Buffer, Expected, Fill, Grid, Inputs, Part, Pass, Problem, Reference, Variant, Work, variant};

pub const PART: Part = Part::new(
    "chain",
    problem,
    &[
        Variant::new(
            "chain-unfused",
            &[
                Pass::new("chain-1-scale.wgsl", Grid::EACH),
                Pass::new("chain-2-offset.wgsl", Grid::EACH),
                Pass::new("chain-3-leaky-relu.wgsl", Grid::EACH),
                Pass::new("chain-4-square.wgsl", Grid::EACH),
                Pass::new("chain-5-compress.wgsl", Grid::EACH),
            ],
        ),
        variant!("chain-fused", Grid::EACH),
        variant!("chain-vec4", Grid(&[Axis::each("vectors")])),
    ],
);

/// Scale, add, maximum of value and scaled value, square, and add and divide.
const FLOP_AN_ELEMENT: f64 = 7.0;

fn problem(size: u32) -> Problem {
    let n = area(size, size);
    // A size for which this saturates has a buffer beyond every device's limit, which is refused by name.
    let elements = u32::try_from(n).unwrap_or(u32::MAX);
    Problem {
        label: format!("y = u^2 / (1 + u^2), u = leaky ReLU(1.7 x + 0.3), {size} x {size} elements"),
        size,
        extents: vec![("elements", elements), ("vectors", elements.div_ceil(4))],
        work: Work::new(FLOP_AN_ELEMENT * n as f64, f32_bytes(2 * n)),
        buffers: vec![
            Buffer::params(vec![elements]),
            input("x", 1, n, Fill::Random),
            scratch("a", 2, n),
            scratch("b", 3, n),
            output(4, n),
        ],
        reference: reference(),
    }
}

fn reference() -> Reference {
    Box::new(|inputs: &Inputs| {
        let (x, y) = (inputs.at(1), inputs.at(1));
        vec![Expected::within(
            move |i| chain(x.f32(i)).value,
            move |i| chain(y.f32(i)).error,
            "running error bound in f64: < 1 ULP an operation, 2.5 ULP the division (WGSL's accuracy table)",
        )]
    })
}

fn chain(x: f32) -> Rounded {
    let offset = Rounded::constant(1.7) * Rounded::exact(x) + Rounded::constant(0.3);
    let leaky = offset.max(Rounded::constant(0.1) * offset);
    let square = leaky * leaky;
    square.div(Rounded::exact(1.0) + square)
}
