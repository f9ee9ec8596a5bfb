//! `matrix`: C = A B, from f32 arithmetic to matrix units that multiply f16.

use std::sync::{Arc, OnceLock};

use super::formats::FORMATS;
use super::stored::word;
use crate::facts::Feature;
use crate::kernel::Scalar;
use crate::lab::{
    Axis, Buffer, Data, Expected, Fill, Grid, Inputs, Metric, Need, Part, Problem, Role, Variant, Work, variant,
};
use crate::verify::gamma_n;

pub const PART: Part = Part { metric: Some(Metric::Flop), ..Part::new("matrix", problem, LADDER) };

/// A workgroup computes TILE x TILE elements of C.
const TILES: Grid = Grid(&[Axis::by("N", "TILE"), Axis::by("M", "TILE")]);

const HALF: Need = Need::Feature(Feature::F16);

const LADDER: &[Variant] = &[
    variant!("product-f32", TILES),
    variant!("product-stored", TILES, HALF),
    variant!("product-f16", TILES, HALF),
    variant!("matrix-f16-sum", TILES, Need::HalfMatrices, Need::SubgroupOfOneSize),
    variant!("matrix-f32-sum", TILES, Need::HalfMatrices, Need::SubgroupOfOneSize),
    variant!("split-3", TILES, Need::HalfMatrices, Need::SubgroupOfOneSize),
];

/// Rows and columns of the matrices: an eighth of the root of the lab's size.
fn problem(size: u32) -> Problem {
    let side = (size.isqrt() / 8).max(1);
    let n = side as usize;
    let f16 = |name, binding, side| {
        let role = Role::Input(Fill::At(side));
        Buffer { name, binding, scalar: Scalar::F16, len: n * n, role }
    };
    let f32 = |name, binding, side| Buffer::f32(name, binding, n * n, Role::Input(Fill::At(side)));
    let output = |name, binding| Buffer::f32(name, binding, n * n, Role::OneOf);
    Problem {
        label: format!("C = A B, M = N = K = {side}"),
        size,
        extents: vec![("M", side), ("N", side)],
        work: Work::new(2.0 * (n * n * n) as f64, 12.0 * (n * n) as f64),
        buffers: vec![
            Buffer::params(vec![side]),
            f32("a_f32", 1, word::<0, 0, 0>),
            f32("b_f32", 2, word::<0, 1, 0>),
            f16("a_f16", 3, word::<1, 0, 0>),
            f16("b_f16", 4, word::<1, 1, 0>),
            output("c_f32", 5),
            output("c_stored", 6),
            output("c_f16", 7),
            output("c_f16_sum", 8),
            output("c_f32_sum", 9),
            output("c_split", 10),
        ],
        reference: Box::new(move |inputs| reference(inputs, n)),
    }
}

fn reference(inputs: &Inputs, n: usize) -> Vec<Expected> {
    let of = |format: usize, binding: u32| {
        let [a, b] = [binding, binding + 1].map(|at| inputs.at(at));
        Arc::new(Product { format, a, b, n, rows: vec![OnceLock::new(); n] })
    };
    let (exact, halves) = (of(0, 1), of(1, 3));
    let within = |product: &Arc<Product>, share: f64, basis: &str| {
        let [value, size] = std::array::from_fn(|_| Arc::clone(product));
        let truth = Arc::clone(&exact);
        let expected = Expected::within(move |at| value.element(at).0, move |at| share * size.element(at).1, basis);
        expected.against(move |at| truth.element(at).0)
    };
    let terms = n as f64;
    // Products are rounded, too, and units may cut sums off.
    let wide = gamma_n(2.0 * terms + 2.0);
    let narrow = ((terms + 2.0) * 2f64.powi(-10)).min(1.0);
    let sums = "g(2 K + 2) of the sum of |a b|, u = 2^-24, of the values as they are stored";
    let f16 = "(K + 2) 2^-10 of the sum of |a b|: products and sums are rounded to f16, or cut off";
    vec![
        within(&exact, wide, sums),
        within(&halves, wide, sums),
        within(&halves, narrow, f16),
        within(&halves, narrow, f16),
        within(&halves, wide, sums),
        within(
            &exact,
            wide + 2f64.powi(-20),
            "g(2 K + 2) + 2^-20 of the sum of |a b|, u = 2^-24: what is left of rests is left out",
        ),
    ]
}

/// A product in double precision, row by row as it is asked for.
pub struct Product {
    /// Of the values, in [`FORMATS`].
    pub format: usize,
    pub a: Arc<Data>,
    pub b: Arc<Data>,
    pub n: usize,
    /// Of each row the sums of a b and of |a b|.
    pub rows: Vec<OnceLock<Vec<(f64, f64)>>>,
}

impl Product {
    pub fn element(&self, at: usize) -> (f64, f64) {
        let (row, n) = (at / self.n, self.n);
        let format = &FORMATS[self.format];
        let value = |data: &Data, at: usize| format.value(data.u32(at / format.a_word()), at % format.a_word());
        let made = self.rows[row].get_or_init(|| {
            let mut sums = vec![(0.0, 0.0); n];
            for k in 0..n {
                let a = value(&self.a, row * n + k);
                for (column, sum) in sums.iter_mut().enumerate() {
                    let product = a * value(&self.b, k * n + column);
                    *sum = (sum.0 + product, sum.1 + product.abs());
                }
            }
            sums
        });
        made[at % n]
    }
}
