//! What C must be, in double precision, and how far a kernel's C may be from it.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use half::f16;
use rayon::prelude::*;

use super::problem::Shape;
use crate::kernel::Scalar;
use crate::lab::{Data, Expected, Fill, Inputs};
use crate::verify::ROUNDOFF;

/// How many times sqrt(K) roundings may add up.
///
/// Roundings that are independent and without bias add up like a random walk (Higham and Mary, "A new approach to
/// probabilistic rounding error analysis", 2019). A partial sum of k terms of our data is at most about k/K of
/// ||a_i|| ||b_j||, so by Azuma's inequality an error beyond `LAMBDA sqrt(K) u ||a_i|| ||b_j||` has a probability
/// below 2 exp(-1.5 LAMBDA^2 / 0.75^2), which is 1e-10 for an element. Up to K = 9 it is the worst case.
const LAMBDA: f64 = 3.0;

/// What the elements of C = A B must be.
pub fn product(shape: Shape, factors: Scalar, inputs: &Inputs) -> Expected {
    let c = Arc::new(Product::new(shape, factors, inputs));
    let roundings = match factors {
        // Matrix units may cut a partial sum off, by up to 2 u of it, and that adds up in step. They do so at most
        // once in four products, and partial sums are half of the whole on average.
        Scalar::F16 => LAMBDA * f64::from(shape.k).sqrt() + f64::from(shape.k) / 4.0,
        _ => LAMBDA * f64::from(shape.k).sqrt(),
    } * ROUNDOFF;
    let basis = match factors {
        Scalar::F16 => "(3 sqrt(K) + K/4) u ||a_i|| ||b_j||, u = 2^-24: f32 sums that may be cut off; A and B are f16",
        _ => "3 sqrt(K) u ||a_i|| ||b_j||, u = 2^-24: K roundings in f32 that add up like a random walk",
    };
    let (values, norms) = (Arc::clone(&c), Arc::clone(&c));
    Expected {
        prepare: Some(Box::new(move |indices| c.prepare(indices))),
        ..Expected::within(
            move |index| values.value(index),
            move |index| roundings * norms.row_norm(index) * norms.column_norm(index),
            basis,
        )
    }
}

/// C in f64: whole, or where it is asked for.
struct Product {
    shape: Shape,
    factors: Scalar,
    a: Arc<Data>,
    b: Arc<Data>,
    whole: OnceLock<Vec<f64>>,
    some: RwLock<HashMap<usize, f64>>,
    /// Held while some are computed: who asks for the same meanwhile waits for them.
    preparing: Mutex<()>,
    rows: Vec<OnceLock<f64>>,
    columns: Vec<OnceLock<f64>>,
}

impl Product {
    fn new(shape: Shape, factors: Scalar, inputs: &Inputs) -> Self {
        let unknown = |len: u32| std::iter::repeat_with(OnceLock::new).take(len as usize).collect();
        Self {
            shape,
            factors,
            a: inputs.at(1),
            b: inputs.at(2),
            whole: OnceLock::new(),
            some: RwLock::default(),
            preparing: Mutex::default(),
            rows: unknown(shape.m),
            columns: unknown(shape.n),
        }
    }

    fn value(&self, index: usize) -> f64 {
        if let Some(whole) = self.whole.get() {
            return whole[index];
        }
        let known = self.some.read().unwrap_or_else(PoisonError::into_inner).get(&index).copied();
        known.unwrap_or_else(|| self.whole()[index])
    }

    fn whole(&self) -> &[f64] {
        self.whole.get_or_init(|| {
            let Shape { m, n, k } = self.shape;
            let (a, b) = (self.widened(&self.a, 0..(m * k) as usize), self.widened(&self.b, 0..(k * n) as usize));
            dgemm(self.shape, &a, &b)
        })
    }

    /// Computes elements by blocks: rows that ask for the same columns are one.
    fn prepare(&self, indices: &[usize]) {
        let _preparing = self.preparing.lock().unwrap_or_else(PoisonError::into_inner);
        let n = self.shape.n as usize;
        let known = |index: &&usize| self.some.read().unwrap_or_else(PoisonError::into_inner).contains_key(*index);
        if self.whole.get().is_some() || indices.iter().all(|index| known(&index)) {
            return;
        }
        let mut blocks: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for row in indices.chunk_by(|a, b| a / n == b / n) {
            let columns = row.iter().map(|index| index % n).collect();
            blocks.entry(columns).or_default().push(row[0] / n);
        }
        for (columns, rows) in blocks {
            let shape = Shape { m: rows.len() as u32, n: columns.len() as u32, ..self.shape };
            let (a, b) = (self.rows_of_a(&rows), self.columns_of_b(&columns));
            self.note_norms((&rows, &a), (&columns, &b));
            let c = dgemm(shape, &a, &b);
            let places = rows.iter().flat_map(|row| columns.iter().map(move |column| row * n + column));
            self.some.write().unwrap_or_else(PoisonError::into_inner).extend(places.zip(c));
        }
    }

    fn rows_of_a(&self, rows: &[usize]) -> Vec<f64> {
        let k = self.shape.k as usize;
        rows.iter().flat_map(|row| self.widened(&self.a, row * k..(row + 1) * k)).collect()
    }

    /// Columns of B, which may not lie side by side, as the rows of a narrower matrix.
    fn columns_of_b(&self, columns: &[usize]) -> Vec<f64> {
        let [k, n] = [self.shape.k as usize, self.shape.n as usize];
        let mut narrow = Vec::with_capacity(k * columns.len());
        for row in 0..k {
            narrow.extend(columns.iter().map(|column| self.element(&self.b, row * n + column)));
        }
        narrow
    }

    /// The norms of rows and columns that are at hand: to gather a column of B for its norm alone takes longer than that.
    fn note_norms(&self, (rows, a): (&[usize], &[f64]), (columns, b): (&[usize], &[f64])) {
        for (row, values) in rows.iter().zip(a.chunks(self.shape.k as usize)) {
            self.rows[*row].get_or_init(|| norm(values));
        }
        let mut squares = vec![0.0; columns.len()];
        for values in b.chunks(columns.len()) {
            squares.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * value);
        }
        for (column, squares) in columns.iter().zip(squares) {
            self.columns[*column].get_or_init(|| squares.sqrt());
        }
    }

    fn row_norm(&self, index: usize) -> f64 {
        let row = index / self.shape.n as usize;
        *self.rows[row].get_or_init(|| norm(&self.rows_of_a(&[row])))
    }

    fn column_norm(&self, index: usize) -> f64 {
        let column = index % self.shape.n as usize;
        *self.columns[column].get_or_init(|| norm(&self.columns_of_b(&[column])))
    }

    /// One element of an input in f64.
    fn element(&self, data: &Data, at: usize) -> f64 {
        match self.factors {
            Scalar::F16 => f16::from_bits((data.u32(at / 2) >> (16 * (at % 2))) as u16).to_f64(),
            _ => f64::from(data.f32(at)),
        }
    }

    /// Elements of an input in f64, which holds every f32 and f16 exactly.
    fn widened(&self, data: &Data, range: Range<usize>) -> Vec<f64> {
        match self.factors {
            Scalar::F16 => {
                let words = data.words(range.start / 2..range.end.div_ceil(2));
                let halves: &[f16] = bytemuck::cast_slice(&words);
                halves[range.start % 2..][..range.len()].iter().map(|half| half.to_f64()).collect()
            }
            _ => data.floats(range).into_iter().map(f64::from).collect(),
        }
    }
}

fn norm(values: &[f64]) -> f64 {
    values.iter().map(|v| v * v).sum::<f64>().sqrt()
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
