//! What C must be, in double precision, and how far a kernel's C may be from it.

use half::f16;
use rayon::prelude::*;

use super::problem::Shape;
use crate::kernel::Scalar;
use crate::lab::{Expected, Fill, Inputs};

/// Half the distance from 1 to the next f32: the largest relative error of one rounding.
const UNIT_ROUNDOFF: f64 = 1.0 / (1u64 << 24) as f64;

/// How many times sqrt(K) roundings may add up.
///
/// Roundings that are independent and without bias add up like a random walk (Higham and Mary, "A new approach to
/// probabilistic rounding error analysis", 2019). A partial sum of k terms of our data is at most about k/K of
/// ||a_i|| ||b_j||, so by Azuma's inequality an error beyond `LAMBDA sqrt(K) u ||a_i|| ||b_j||` has a probability
/// below 2 exp(-1.5 LAMBDA^2 / 0.75^2), which is 1e-10 for an element. Up to K = 9 it is the worst case.
const LAMBDA: f64 = 3.0;

/// What the elements of C = A B must be.
pub fn product(shape: Shape, factors: Scalar, inputs: &Inputs) -> Expected {
    let a = widened(factors, inputs, 1, shape.elements()[0]);
    let b = widened(factors, inputs, 2, shape.elements()[1]);
    let [n, k] = [shape.n, shape.k].map(|extent| extent as usize);
    let c = dgemm(shape, &a, &b);
    let rows = row_norms(&a, k);
    let columns = column_norms(&b, n);
    let roundings = match factors {
        // Matrix units may cut a partial sum off, by up to 2 u of it, and that adds up in step. They do so at most
        // once in four products, and partial sums are half of the whole on average.
        Scalar::F16 => LAMBDA * (k as f64).sqrt() + k as f64 / 4.0,
        _ => LAMBDA * (k as f64).sqrt(),
    } * UNIT_ROUNDOFF;
    let basis = match factors {
        Scalar::F16 => "(3 sqrt(K) + K/4) u ||a_i|| ||b_j||, u = 2^-24: f32 sums that may be cut off; A and B are f16",
        _ => "3 sqrt(K) u ||a_i|| ||b_j||, u = 2^-24: K roundings in f32 that add up like a random walk",
    };
    Expected::within(move |index| c[index], move |index| roundings * rows[index / n] * columns[index % n], basis)
}

/// The input at `binding` in f64, which holds every f32 and f16 exactly.
fn widened(factors: Scalar, inputs: &Inputs, binding: u32, len: usize) -> Vec<f64> {
    match factors {
        Scalar::F16 => {
            let halves: &[f16] = bytemuck::cast_slice(inputs.u32(binding));
            halves[..len].par_iter().map(|half| half.to_f64()).collect()
        }
        _ => inputs.f32(binding)[..len].par_iter().map(|&value| f64::from(value)).collect(),
    }
}

#[allow(unsafe_code)]
fn dgemm(shape: Shape, a: &[f64], b: &[f64]) -> Vec<f64> {
    let [m, n, k] = [shape.m, shape.n, shape.k].map(|extent| extent as usize);
    let mut c = vec![0.0; m * n];
    assert!(a.len() == m * k && b.len() == k * n);
    let [row_k, row_n] = [k as isize, n as isize];
    // SAFETY: the three slices hold m*k, k*n and m*n elements, as just asserted, and the strides are theirs.
    unsafe {
        matrixmultiply::dgemm(m, k, n, 1.0, a.as_ptr(), row_k, 1, b.as_ptr(), row_n, 1, 0.0, c.as_mut_ptr(), row_n, 1);
    }
    c
}

fn row_norms(a: &[f64], k: usize) -> Vec<f64> {
    a.par_chunks_exact(k).map(|row| row.iter().map(|v| v * v).sum::<f64>().sqrt()).collect()
}

fn column_norms(b: &[f64], n: usize) -> Vec<f64> {
    let mut squares = vec![0.0; n];
    for row in b.chunks_exact(n) {
        for (square, v) in squares.iter_mut().zip(row) {
            *square += v * v;
        }
    }
    squares.into_iter().map(f64::sqrt).collect()
}

/// [`Fill::Random`] rounded to f16, two to a word.
pub fn random_halves(seed: u64, len: usize) -> Vec<u32> {
    let values = Fill::Random.words(seed, 2 * len);
    values
        .par_chunks_exact(2)
        .map(|pair| {
            let [low, high] = [pair[0], pair[1]].map(|bits| u32::from(f16::from_f32(f32::from_bits(bits)).to_bits()));
            low | high << 16
        })
        .collect()
}
