//! `operators`: what networks are made of, each a kernel, each where its operations and its bytes put it.

use std::sync::{Arc, OnceLock};

use crate::lab::{Axis, Buffer, Data, Expected, Fill, Grid, Inputs, Metric, Part, Problem, Role, Work, variant};
use crate::labs::tiling;
use crate::verify::{ROUNDOFF, gamma_n};

/// The operators, by rising intensity: the names of their parts and of their kernels.
pub const NAMES: [&str; 6] = ["embedding", "silu", "matvec", "layer-norm", "small-product", "product"];

/// One kernel alone.
macro_rules! operator {
    ($name:literal, $problem:expr, $grid:expr) => {
        Part::new($name, $problem, &[variant!($name, $grid)])
    };
}

/// A workgroup a row.
const ROWS: Grid = Grid(&[Axis::by("rows", "ROWS")]);
const TILES: Grid = Grid(&[Axis::by("N", "TILE_N"), Axis::by("M", "TILE_M")]);

pub const EMBEDDING: Part = Part {
    // Thousands of words, whatever the size: few of them could not stand for all.
    also: &[|| embedding(64 * 4099)],
    ..operator!("embedding", embedding, Grid::EACH)
};
pub const SILU: Part = Part { also: &[|| silu(70_003)], ..operator!("silu", silu, Grid::EACH) };
/// Of these two also several rows whose length is no power of two.
pub const MATVEC: Part = Part { also: &[|| matvec_of(37, 131)], ..operator!("matvec", matvec, ROWS) };
pub const LAYER_NORM: Part = Part {
    also: &[|| layer_norm_of(181, 387, [-1.0, 1.0]), far_from_zero],
    ..operator!("layer-norm", layer_norm, ROWS)
};
pub const SMALL_PRODUCT: Part = Part {
    metric: Some(Metric::Flop),
    also: &[tiling::problem::single_oblong, tiling::problem::single_long],
    ..operator!("small-product", |size| product(size, SMALL), TILES)
};
pub const PRODUCT: Part = Part {
    metric: Some(Metric::Flop),
    also: &[tiling::problem::single_oblong, tiling::problem::single_long],
    ..operator!("product", |size| product(size, LARGE), TILES)
};

/// Numbers of an embedding.
const WIDTH: usize = 64;

/// Words that have one, at most.
const VOCABULARY: usize = 1 << 15;

/// Columns of a row, at most.
const COLUMNS: u32 = 1024;

/// Sides of the products, at most.
const SMALL: u32 = 64;
const LARGE: u32 = 1024;

/// The rows of `size` / 64 words, each number times 8, the square root of their count.
fn embedding(size: u32) -> Problem {
    let words = (size as usize).div_ceil(WIDTH);
    let n = words * WIDTH;
    let vocabulary = words.next_power_of_two().min(VOCABULARY);
    // Each word occurs before one occurs twice.
    let read = words.min(vocabulary);
    Problem {
        label: format!("the embeddings of {words} words of {vocabulary}, {WIDTH} f32 each, times {}", libm::sqrt(64.0)),
        size,
        extents: vec![("elements", n as u32)],
        work: Work::new(n as f64, 4.0 * (words + WIDTH * read + n) as f64),
        buffers: vec![
            Buffer::params(vec![n as u32]),
            Buffer::u32("words", 1, words, Role::Input(Fill::At(word))),
            Buffer::f32("table", 2, vocabulary * WIDTH, Role::Input(Fill::Random)),
            Buffer::f32("y", 3, n, Role::Output),
        ],
        reference: Box::new(|inputs| {
            let (words, table) = (inputs.at(1), inputs.at(2));
            let of = move |at: usize| table.f32(words.u32(at / WIDTH) as usize * WIDTH + at % WIDTH);
            vec![Expected {
                basis: "exact: a power of two does not round".to_owned(),
                ..Expected::exactly(move |at| 8.0 * f64::from(of(at)))
            }]
        }),
    }
}

/// Words in an order that goes through the whole vocabulary before it begins again, in long strides.
fn word(seed: u64, words: usize, at: usize) -> u32 {
    let vocabulary = words.next_power_of_two().min(VOCABULARY) as u64;
    // Odd: every word of a vocabulary that is a power of two is met once.
    ((0x9E37_79B1 * at as u64).wrapping_add(seed) % vocabulary) as u32
}

/// x / (1 + exp(-x)), element by element.
fn silu(size: u32) -> Problem {
    let n = size as usize;
    Problem {
        label: format!("y = x / (1 + exp(-x)), {n} f32"),
        size,
        extents: vec![("elements", size)],
        // exp, a sum, a division; a negation is none.
        work: Work::new(3.0 * n as f64, 8.0 * n as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::f32("x", 1, n, Role::Input(Fill::Uniform(-16.0, 16.0))),
            Buffer::f32("y", 2, n, Role::Output),
        ],
        reference: Box::new(|inputs| {
            let x = inputs.at(1);
            let also = Arc::clone(&x);
            let silu = |x: f64| x / (1.0 + libm::exp(-x));
            vec![Expected::within(
                move |at| silu(f64::from(x.f32(at))),
                move |at| {
                    let x = f64::from(also.f32(at));
                    // In ULP: exp's, the sum's, the division's, and the factor's where the quotient is formed first.
                    2.0 * ROUNDOFF * (3.0 + 2.0 * x.abs() + 1.0 + 2.5 + 1.0) * silu(x).abs()
                },
                "exp within 3 + 2|x| ULP, 2.5 ULP the division, 1 ULP each other operation (WGSL's accuracy table)",
            )]
        }),
    }
}

/// Rows of at most [`COLUMNS`] that are `size` elements together, or nearly.
fn rows(size: u32) -> (u32, u32) {
    let columns = size.min(COLUMNS);
    (size / columns, columns)
}

/// A matrix times a vector.
fn matvec(size: u32) -> Problem {
    let (m, k) = rows(size);
    Problem { size, ..matvec_of(m, k) }
}

/// `m` rows of `k` columns.
fn matvec_of(m: u32, k: u32) -> Problem {
    let n = m as usize * k as usize;
    Problem {
        label: format!("y = A x, {m} rows of {k} f32"),
        size: m * k,
        extents: vec![("rows", m)],
        work: Work::new(2.0 * n as f64, 4.0 * (n + (m + k) as usize) as f64),
        buffers: vec![
            Buffer::params(vec![m, k]),
            Buffer::f32("a", 1, n, Role::Input(Fill::Random)),
            Buffer::f32("x", 2, k as usize, Role::Input(Fill::Random)),
            Buffer::f32("y", 3, m as usize, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let a = Rows::new(inputs, k, {
                let x: Vec<f64> = inputs.f32(2).iter().map(|x| f64::from(*x)).collect();
                move |row: &[f32]| {
                    let products = row.iter().zip(&x).map(|(a, x)| f64::from(*a) * x);
                    products.fold([0.0, 0.0], |[sum, size], term| [sum + term, size + term.abs()])
                }
            });
            let also = Arc::clone(&a);
            let share = gamma_n(f64::from(k));
            vec![Expected::within(move |i| a.of(i)[0], move |i| share * also.of(i)[1], "g(k) sum |a| |x|")]
        }),
    }
}

/// What follows from a row of the input at binding 1, made where it is asked for.
struct Rows<F> {
    data: Arc<Data>,
    columns: usize,
    make: F,
    made: Vec<OnceLock<[f64; 2]>>,
}

impl<F: Fn(&[f32]) -> [f64; 2]> Rows<F> {
    fn new(inputs: &Inputs, columns: u32, make: F) -> Arc<Self> {
        let (data, columns) = (inputs.at(1), columns as usize);
        let made = std::iter::repeat_with(OnceLock::new).take(data.len() / columns).collect();
        Arc::new(Self { data, columns, make, made })
    }

    fn of(&self, row: usize) -> [f64; 2] {
        let first = row * self.columns;
        *self.made[row].get_or_init(|| (self.make)(&self.data.floats(first..first + self.columns)))
    }
}

/// What keeps a row without variance from dividing by zero, as in the shader.
const EPSILON: f64 = 1e-5;

/// Each row less its mean and over its deviation, times gamma, plus beta.
fn layer_norm(size: u32) -> Problem {
    let (high, wide) = rows(size);
    Problem { size, ..layer_norm_of(high, wide, [-1.0, 1.0]) }
}

/// Rows whose mean is thousands of times their deviation: the mean of the squares less the square of the mean keeps no digit of it.
fn far_from_zero() -> Problem {
    layer_norm_of(37, 387, [2047.0, 2049.0])
}

/// `high` rows of `wide` columns, with elements in that range.
pub fn layer_norm_of(high: u32, wide: u32, [low, most]: [f32; 2]) -> Problem {
    let n = high as usize * wide as usize;
    let columns = wide as usize;
    Problem {
        label: format!("y = gamma normalised(x) + beta, {high} rows of {wide} f32"),
        size: high.saturating_mul(wide),
        extents: vec![("rows", high)],
        // Two sums, a difference, a square; two products and a sum.
        work: Work::new(7.0 * n as f64, 4.0 * (2 * n + 2 * columns) as f64),
        buffers: vec![
            Buffer::params(vec![high, wide]),
            Buffer::f32("x", 1, n, Role::Input(Fill::Uniform(low, most))),
            Buffer::f32("gamma", 2, columns, Role::Input(Fill::Random)),
            Buffer::f32("beta", 3, columns, Role::Input(Fill::Random)),
            Buffer::f32("y", 4, n, Role::Output),
        ],
        reference: Box::new(move |inputs| vec![normalised(inputs, wide, f64::from(most))]),
    }
}

/// Mean and variance of a row.
fn statistics(row: &[f32]) -> [f64; 2] {
    let n = row.len() as f64;
    let mean = row.iter().map(|x| f64::from(*x)).sum::<f64>() / n;
    [mean, row.iter().map(|x| (f64::from(*x) - mean) * (f64::from(*x) - mean)).sum::<f64>() / n]
}

/// To first order: x is at most `most` in size, so the mean is off by gamma(n) of that at most, the variance by its own gamma(n + 4) and by
/// the square of the mean's error, the deviation's inverse by half of that and 2 ULP.
fn normalised(inputs: &Inputs, columns: u32, most: f64) -> Expected {
    let rows = Rows::new(inputs, columns, statistics);
    let [x, gamma, beta] = [1, 2, 3].map(|binding| inputs.at(binding));
    let wide = columns as usize;
    let n = f64::from(columns);
    let at = move |i: usize| {
        let ([mean, variance], by) = (rows.of(i / wide), f64::from(gamma.f32(i % wide)));
        let (scale, difference) = (1.0 / libm::sqrt(variance + EPSILON), f64::from(x.f32(i)) - mean);
        let value = difference * scale * by + f64::from(beta.f32(i % wide));
        let mean_off = gamma_n(n + 1.0) * most;
        let off = (gamma_n(n + 4.0) * variance + mean_off * mean_off) / (variance + EPSILON);
        let scaled =
            scale * (mean_off + 2.0 * ROUNDOFF * difference.abs()) + (off + 6.0 * ROUNDOFF) * difference.abs() * scale;
        (value, scaled * by.abs() + 4.0 * ROUNDOFF * (value.abs() + (difference * scale * by).abs()))
    };
    let also = at.clone();
    let basis = "g(n) for the mean, g(n + 4) for the variance, 2 ULP for inverseSqrt, 1 ULP each other operation";
    Expected::within(move |i| at(i).0, move |i| also(i).1, basis)
}

/// A product of square matrices: `most` a side, and less where there are few elements: it takes a device longer than all else.
fn product(size: u32, most: u32) -> Problem {
    let side = most.min(f64::from(size / 16).sqrt() as u32).max(1);
    Problem { size, ..tiling::problem::single(side) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many elements of `y` are wrong.
    fn wrong(problem: &Problem, y: impl Fn(&Inputs, usize) -> f32) -> (usize, usize) {
        let (inputs, expected) = problem.posed(3);
        let len = problem.outputs().next().map_or(0, |output| output.len);
        (expected.refused(len, |i| y(&inputs, i)), len)
    }

    #[test]
    fn every_word_occurs_before_one_occurs_twice() {
        for words in [1usize, 3, 1000, 1 << 16] {
            let vocabulary = words.next_power_of_two().min(VOCABULARY);
            let mut seen = vec![0u32; vocabulary];
            (0..words).for_each(|at| seen[word(7, words, at) as usize] += 1);
            let times = words.div_ceil(vocabulary) as u32;
            assert!(seen.iter().all(|count| *count <= times), "{words}");
        }
    }

    #[test]
    fn silu_in_f32_is_right_in_both_forms_and_the_gate_alone_is_not() {
        let problem = silu(5000);
        let x = |inputs: &Inputs, i: usize| inputs.f32(1)[i];
        assert_eq!(wrong(&problem, |all, i| x(all, i) / (1.0 + (-x(all, i)).exp())).0, 0);
        assert_eq!(wrong(&problem, |all, i| x(all, i) * (1.0 / (1.0 + (-x(all, i)).exp()))).0, 0);
        let (off, len) = wrong(&problem, |all, i| 1.0 / (1.0 + (-x(all, i)).exp()));
        assert!(off > len - 10);
    }

    fn normalise(all: &Inputs, i: usize, columns: usize, unbiased: bool) -> f32 {
        let row = &all.f32(1)[i / columns * columns..][..columns];
        let n = columns as f32;
        let mean = row.iter().sum::<f32>() / n;
        let squares = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>();
        let variance = squares / if unbiased { n - 1.0 } else { n };
        let scale = 1.0 / (variance + EPSILON as f32).sqrt();
        (row[i % columns] - mean) * scale * all.f32(2)[i % columns] + all.f32(3)[i % columns]
    }

    #[test]
    fn a_row_is_normalised_by_its_own_variance_and_not_by_an_estimate_of_another() {
        for size in [1, 2, 17, 1000, 3000] {
            let problem = layer_norm(size);
            let columns = rows(size).1 as usize;
            assert_eq!(wrong(&problem, |all, i| normalise(all, i, columns, false)).0, 0, "{size}");
        }
        let (off, len) = wrong(&layer_norm(3000), |all, i| normalise(all, i, 1024, true));
        assert!(off > len / 2, "{off} of {len}");
    }

    #[test]
    fn a_variance_from_the_mean_of_the_squares_is_beyond_the_tolerance_where_the_mean_is_large() {
        let problem = far_from_zero();
        let columns = 387;
        assert_eq!(wrong(&problem, |all, i| normalise(all, i, columns, false)).0, 0);
        let (off, len) = wrong(&problem, |all, i| {
            let row = &all.f32(1)[i / columns * columns..][..columns];
            let n = columns as f32;
            let mean = row.iter().sum::<f32>() / n;
            let variance = (row.iter().map(|x| x * x).sum::<f32>() / n - mean * mean).max(0.0);
            let scale = 1.0 / (variance + EPSILON as f32).sqrt();
            (row[i % columns] - mean) * scale * all.f32(2)[i % columns] + all.f32(3)[i % columns]
        });
        assert!(off > len / 4, "{off} of {len}");
    }

    #[test]
    fn a_column_left_out_of_a_sum_is_beyond_the_tolerance() {
        let problem = matvec(1 << 15);
        let row = |all: &Inputs, i: usize, columns: usize| -> f32 {
            all.f32(1)[i * 1024..][..columns].iter().zip(all.f32(2)).map(|(a, x)| a * x).sum()
        };
        assert_eq!(wrong(&problem, |all, i| row(all, i, 1024)).0, 0);
        let (off, len) = wrong(&problem, |all, i| row(all, i, 1023));
        assert!(off > len / 2, "{off} of {len}");
    }

    #[test]
    fn each_operator_has_more_operations_a_byte_than_the_one_before() {
        let parts = [EMBEDDING, SILU, MATVEC, LAYER_NORM, SMALL_PRODUCT, PRODUCT];
        assert_eq!(parts.each_ref().map(|part| part.name), NAMES);
        let all = parts.map(|part| (part.problem)(1 << 24).work.intensity());
        assert!(all.is_sorted(), "{all:?}");
    }
}
