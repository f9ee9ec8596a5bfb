//! `axpy`, the first exercise's problem: three streams, nothing used twice.

use super::problem::{extent, f32_buffer, square};
use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Problem, Reference, Role, Work};

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
            Buffer::params(vec![extent(n)]),
            f32_buffer("x", 1, n, Role::Input(Fill::Random)),
            f32_buffer("y", 2, n, Role::Input(Fill::Random)),
            f32_buffer("z", 3, n, Role::Output),
        ],
        reference: reference(),
    }
}

/// The product and the sum of each element, of the inputs as they are asked for.
fn steps(inputs: &Inputs) -> impl Fn(usize) -> (f64, f64) + Send + Sync + use<> {
    let [x, y] = [1, 2].map(|binding| inputs.at(binding));
    move |i| {
        let product = A * f64::from(x.f32(i));
        (product, product + f64::from(y.f32(i)))
    }
}

fn reference() -> Reference {
    Box::new(|inputs: &Inputs| {
        let (value, terms) = (steps(inputs), steps(inputs));
        let error = move |i: usize| {
            let (product, sum) = terms(i);
            f64::from(f32::EPSILON) * (product.abs() + sum.abs())
        };
        vec![Expected::within(
            move |i| value(i).1,
            error,
            "2^-23 (|2.5 x| + |z|): one rounding of the product, one of the sum, or one of both",
        )]
    })
}
