//! The exercises' problems: C = A B with one factor stored column after column.

use super::problem::{OBLONG, Shape, UPRIGHT, matmul};
use super::reference::product;
use crate::kernel::Scalar;
use crate::lab::{Part, Problem};

/// C = A B^T: B has a row for each column of C.
pub static RIGHT: Part = Part {
    also: &[|| right(OBLONG), || right(UPRIGHT)],
    ..Part::new("matmul-bt", |size| right(Shape::square(size)), &[])
};

/// C = A^T B: A has a column for each row of C.
pub static LEFT: Part = Part {
    also: &[|| left(OBLONG), || left(UPRIGHT)],
    ..Part::new("matmul-at", |size| left(Shape::square(size)), &[])
};

fn right(shape: Shape) -> Problem {
    turned(shape, "C = A B^T", 2, [shape.n, shape.k])
}

fn left(shape: Shape) -> Problem {
    turned(shape, "C = A^T B", 1, [shape.k, shape.m])
}

/// The product of f32 with the factor at `binding` stored as this many rows and columns.
fn turned(shape: Shape, formula: &str, binding: u32, [rows, columns]: [u32; 2]) -> Problem {
    let plain = matmul(shape, Scalar::F32);
    Problem {
        label: plain.label.replacen("C = A B", formula, 1),
        reference: Box::new(move |inputs| {
            let turned = transposed(inputs.u32(binding), rows as usize, columns as usize);
            vec![product(shape, Scalar::F32, &inputs.with(binding, turned))]
        }),
        ..plain
    }
}

/// A matrix of `rows` by `columns`, column after column.
fn transposed(words: &[u32], rows: usize, columns: usize) -> Vec<u32> {
    (0..rows * columns).map(|i| words[i % rows * columns + i / rows]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Inputs;

    /// C in f64, with factors as `a(row, k)` and `b(k, column)` find them.
    fn summed(shape: Shape, a: impl Fn(u32, u32) -> f32, b: impl Fn(u32, u32) -> f32) -> Vec<f64> {
        let element = |i: u32| {
            let (row, column) = (i / shape.n, i % shape.n);
            let terms = (0..shape.k).map(|k| f64::from(a(row, k)) * f64::from(b(k, column)));
            terms.sum()
        };
        (0..shape.m * shape.n).map(element).collect()
    }

    fn agrees(problem: &Problem, inputs: &Inputs, found: &[f64]) -> bool {
        let expected = (problem.reference)(inputs).remove(0);
        let right = |(i, c): (usize, &f64)| (c - (expected.value)(i)).abs() < 1e-9;
        found.iter().enumerate().all(right)
    }

    #[test]
    fn the_turned_factor_is_read_with_rows_for_columns() {
        let shape = Shape { m: 5, n: 3, k: 7 };
        let problem = right(shape);
        let inputs = problem.inputs(11);
        let (a, b) = (inputs.f32(1), inputs.f32(2));
        let c = summed(shape, |r, k| a[(r * 7 + k) as usize], |k, c| b[(c * 7 + k) as usize]);
        assert!(agrees(&problem, &inputs, &c));

        let problem = left(shape);
        let inputs = problem.inputs(11);
        let (a, b) = (inputs.f32(1), inputs.f32(2));
        let c = summed(shape, |r, k| a[(k * 5 + r) as usize], |k, c| b[(k * 3 + c) as usize]);
        assert!(agrees(&problem, &inputs, &c));
        assert_eq!(problem.label, "C = A^T B, M = 5, N = 3, K = 7, f32");
    }
}
