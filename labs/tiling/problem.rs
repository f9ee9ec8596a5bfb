//! C = A B, row-major: the problems of both ladders.

use super::reference;
use crate::kernel::Scalar;
use crate::lab::{Buffer, Fill, Problem, Role, Work};

/// Rows of A and C, columns of B and C, and the length of each sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows of A and C.
    pub m: u32,
    /// Columns of B and C.
    pub n: u32,
    /// Columns of A, rows of B.
    pub k: u32,
}

impl Shape {
    /// M = N = K.
    pub fn square(size: u32) -> Self {
        Self { m: size, n: size, k: size }
    }

    /// Elements of A, B and C.
    pub fn elements(self) -> [usize; 3] {
        let [m, n, k] = [self.m, self.n, self.k].map(|extent| extent as usize);
        [m * k, k * n, m * n]
    }
}

/// The square problem in f32.
pub fn single(size: u32) -> Problem {
    matmul(Shape::square(size), Scalar::F32)
}

/// The square problem with factors in f16 and the product in f32.
pub fn half(size: u32) -> Problem {
    matmul(Shape::square(size), Scalar::F16)
}

/// M < N < K, all odd: a kernel that mixes them up is right on every square.
pub const OBLONG: Shape = Shape { m: 35, n: 67, k: 129 };

/// M > N > K.
pub const UPRIGHT: Shape = Shape { m: 131, n: 66, k: 9 };

/// [`single`] with M < N < K.
pub fn single_oblong() -> Problem {
    matmul(OBLONG, Scalar::F32)
}

/// [`single`] with few rows and columns, and more steps than any that a kernel may have counted by hand.
pub fn single_long() -> Problem {
    matmul(Shape { m: 5, n: 7, k: 2_051 }, Scalar::F32)
}

/// [`single`] with M > N > K.
pub fn single_upright() -> Problem {
    matmul(UPRIGHT, Scalar::F32)
}

/// [`half`] with M < N < K.
pub fn half_oblong() -> Problem {
    matmul(OBLONG, Scalar::F16)
}

/// C = A B with A and B made of `factors` (f32 or f16), C of f32.
pub fn matmul(shape: Shape, factors: Scalar) -> Problem {
    let Shape { m, n, k } = shape;
    let [a, b, c] = shape.elements();
    let fill = match factors {
        Scalar::F16 => Fill::With(reference::random_halves),
        _ => Fill::Random,
    };
    let input = |name, binding, len| Buffer { name, binding, scalar: factors, len, role: Role::Input(fill) };
    Problem {
        label: label(shape, factors),
        size: m,
        extents: vec![("M", m), ("N", n), ("K", k)],
        work: Work::new(2.0 * f64::from(m) * f64::from(n) * f64::from(k), (factors.bytes() * (a + b) + 4 * c) as f64),
        buffers: vec![
            Buffer::params(vec![m, n, k]),
            input("a", 1, a),
            input("b", 2, b),
            Buffer::f32("c", 3, c, Role::Output),
        ],
        reference: Box::new(move |inputs| vec![reference::product(shape, factors, inputs)]),
    }
}

fn label(shape: Shape, factors: Scalar) -> String {
    let Shape { m, n, k } = shape;
    let sizes = if m == n && n == k { format!("M = N = K = {m}") } else { format!("M = {m}, N = {n}, K = {k}") };
    match factors {
        Scalar::F16 => format!("C = A B, {sizes}, A and B in f16, C in f32"),
        _ => format!("C = A B, {sizes}, f32"),
    }
}
