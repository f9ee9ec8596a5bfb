//! `axpy`, the first exercise's problem: three streams, nothing used twice.

use super::problem::{extent, f32_buffer, params, square};
use crate::lab::{Expected, Fill, Inputs, Part, Problem, Reference, Role, Work};

/// What the kernels multiply with, as in the shader.
const A: f64 = 2.5;

/// The part: it has no ladder of its own.
pub static PART: Part = Part::new("axpy", problem, &[]);

/// z = 2.5 x + y, with as many elements as a square of side `size`.
fn problem(size: u32) -> Problem {
    let n = square(size);
    Problem {
        label: format!("z = 2.5 x + y, {n} f32 (a square of side {size})"),
        size,
        extents: vec![("elements", extent(n))],
        work: Work::new(2.0 * n as f64, (3 * 4 * n) as f64),
        buffers: vec![
            params(vec![extent(n)]),
            f32_buffer("x", 1, n, Role::Input(Fill::Random)),
            f32_buffer("y", 2, n, Role::Input(Fill::Random)),
            f32_buffer("z", 3, n, Role::Output),
        ],
        reference: reference(),
    }
}

fn reference() -> Reference {
    Box::new(|inputs: &Inputs| {
        let [x, y] = [1, 2].map(|binding| inputs.f32(binding).to_vec());
        let product: Vec<f64> = x.iter().map(|&x| A * f64::from(x)).collect();
        let sum: Vec<f64> = product.iter().zip(&y).map(|(p, &y)| p + f64::from(y)).collect();
        let value = sum.clone();
        let error = move |i: usize| f64::from(f32::EPSILON) * (product[i].abs() + sum[i].abs());
        vec![Expected::within(
            move |i| value[i],
            error,
            "2^-23 (|2.5 x| + |z|): one rounding of the product, one of the sum, or one of both",
        )]
    })
}
