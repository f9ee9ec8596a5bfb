//! `stored`: dot products of values that are stored in 32, 16 or 8 bits.

use std::sync::{Arc, OnceLock};

use super::formats::{FORMATS, Format};
use crate::lab::{
    Axis, Buffer, Data, Expected, Fill, Grid, Inputs, Part, Problem, Role, Undone, Variant, Work, mix, variant,
};
use crate::verify::gamma_n;

pub const PART: Part = Part { also: &[subnormal, large], ..Part::new("stored", problem, LADDER) };

/// A workgroup for each dot product.
const ROWS: Grid = Grid(&[Axis::by("pairs", "PAIRS")]);

const LADDER: &[Variant] = &[
    variant!("stored-f32", ROWS),
    variant!("stored-f16", ROWS),
    variant!("stored-bf16", ROWS),
    variant!("stored-e4m3", ROWS),
];

/// Pairs of a dot product, as in the kernels.
pub const PAIRS: usize = 4096;

/// What the values are like.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    /// From 1/4 to 4, of either sign: every format has them.
    Normal,
    /// So small that they are subnormal in a format, and so few digits that their sums are exact.
    Subnormal,
    /// Some of them from 7e4: beyond what f16 has.
    Large,
}

const KINDS: [Values; 3] = [Values::Normal, Values::Subnormal, Values::Large];

fn problem(size: u32) -> Problem {
    of::<0>(size)
}

/// Sums are exact, so that a device that takes subnormal f16 for zeros is named and not called wrong: WGSL allows it.
fn subnormal() -> Problem {
    of::<1>(14 * PAIRS as u32 + 5)
}

/// In f16 they become infinite, and in e4m3 448.
fn large() -> Problem {
    of::<2>(14 * PAIRS as u32 + 777)
}

/// The buffers of each format.
const NAMES: [[&str; 3]; 4] = [
    ["x_f32", "y_f32", "dots_f32"],
    ["x_f16", "y_f16", "dots_f16"],
    ["x_bf16", "y_bf16", "dots_bf16"],
    ["x_e4m3", "y_e4m3", "dots_e4m3"],
];

fn of<const KIND: usize>(size: u32) -> Problem {
    let n = size as usize;
    let fills = [
        [word::<0, 0, KIND>, word::<0, 1, KIND>],
        [word::<1, 0, KIND>, word::<1, 1, KIND>],
        [word::<2, 0, KIND>, word::<2, 1, KIND>],
        [word::<3, 0, KIND>, word::<3, 1, KIND>],
    ];
    let rows = n.div_ceil(PAIRS);
    let mut buffers = vec![Buffer::params(vec![size])];
    for (at, format) in FORMATS.iter().enumerate() {
        let ([x, y, dots], first, words) = (NAMES[at], 3 * at as u32 + 1, n.div_ceil(format.a_word()));
        let input = if format.bits == 32 { Buffer::f32 } else { Buffer::u32 };
        buffers.push(input(x, first, words, Role::Input(Fill::At(fills[at][0]))));
        buffers.push(input(y, first + 1, words, Role::Input(Fill::At(fills[at][1]))));
        buffers.push(Buffer::f32(dots, first + 2, rows, Role::OneOf));
    }
    let kind = match KINDS[KIND] {
        Values::Normal => "",
        Values::Subnormal => ", subnormal values",
        Values::Large => ", some values beyond f16",
    };
    Problem {
        label: format!("dot products of {PAIRS} pairs, {n} pairs in all{kind}"),
        size,
        extents: vec![("pairs", size)],
        work: Work::new(2.0 * n as f64, 8.0 * n as f64 + 4.0 * rows as f64),
        buffers,
        reference: Box::new(move |inputs| reference(inputs, n, KINDS[KIND])),
    }
}

/// The word at a place of x (0) or y (1) in a format.
pub fn word<const FORMAT: usize, const SIDE: usize, const KIND: usize>(seed: u64, _len: usize, at: usize) -> u32 {
    let format = &FORMATS[FORMAT];
    format.word((0..format.a_word()).map(|i| value(KINDS[KIND], seed, SIDE, at * format.a_word() + i)))
}

/// A value before it is stored.
fn value(kind: Values, seed: u64, side: usize, at: usize) -> f32 {
    let chance = mix(mix(seed ^ side as u64) ^ at as u64);
    let of_one = 1.0 + (chance >> 41) as f32 / (1 << 23) as f32;
    let normal = of_one * [0.25, 0.5, 1.0, 2.0][chance as usize % 4] * if chance & 4 == 0 { 1.0 } else { -1.0 };
    match (kind, side) {
        // Rows in turns: f16 has multiples of 2^-24 there, e4m3 of 2^-9.
        (Values::Subnormal, 0) if (at / PAIRS).is_multiple_of(2) => (1 + chance % 1007) as f32 / (1 << 24) as f32,
        (Values::Subnormal, 0) => (1 + chance % 7) as f32 / 512.0,
        (Values::Subnormal, _) => [1.0, 2.0][chance as usize % 2],
        (Values::Large, 0) if at % 97 == 3 => 7e4 * of_one,
        (Values::Large, _) if at % 97 == 3 => normal.abs(),
        _ => normal,
    }
}

fn reference(inputs: &Inputs, n: usize, kind: Values) -> Vec<Expected> {
    let of = |at: usize| Arc::new(Dots::new(&FORMATS[at], inputs, 3 * at as u32 + 1, n));
    let truth = of(0);
    let expected = (0..FORMATS.len()).map(|at| {
        let (dots, truth) = (of(at), Arc::clone(&truth));
        let (values, sizes) = (Arc::clone(&dots), dots);
        let exact = kind == Values::Subnormal;
        let share = if exact { 0.0 } else { gamma_n(PAIRS.min(n) as f64) };
        let basis = match exact {
            true => "exact: the sums have fewer than 25 digits",
            false => "g(4096) = n u / (1 - n u), u = 2^-24, of the sum of |x y|, of the values as they are stored",
        };
        let undone = exact.then(|| flushed(&values)).filter(|_| (FORMATS[at].bits) < 32);
        let expected = Expected::within(
            move |row| values.row(row).sum,
            // Of an infinite sum nothing is a share.
            move |row| if sizes.row(row).size.is_finite() { share * sizes.row(row).size } else { 0.0 },
            basis,
        );
        Expected { undone, ..expected }.against(move |row| truth.row(row).sum)
    });
    expected.collect()
}

/// What comes out where subnormal f16 are taken for zeros, as WGSL allows: e4m3 is widened by way of f16.
fn flushed(dots: &Arc<Dots>) -> Undone {
    let dots = Arc::clone(dots);
    Undone {
        value: Box::new(move |row| dots.row(row).of_normal),
        says: "this device takes subnormal f16 for zeros, which WGSL allows: what is stored below 6.1e-5 is lost",
    }
}

/// Dot products of the values as they are stored, each made where it is asked for.
pub struct Dots {
    format: &'static Format,
    x: Arc<Data>,
    y: Arc<Data>,
    n: usize,
    rows: Vec<OnceLock<Row>>,
}

#[derive(Clone, Copy, Default)]
pub struct Row {
    /// In double precision.
    pub sum: f64,
    /// The sum of |x y|.
    pub size: f64,
    /// The sum without those x that are subnormal where they are unpacked as f16.
    of_normal: f64,
}

impl Dots {
    /// Of n pairs, whose x is at `binding` and whose y behind it.
    pub fn new(format: &'static Format, inputs: &Inputs, binding: u32, n: usize) -> Self {
        let rows = std::iter::repeat_with(OnceLock::new).take(n.div_ceil(PAIRS)).collect();
        Self { format, x: inputs.at(binding), y: inputs.at(binding + 1), n, rows }
    }

    pub fn row(&self, row: usize) -> Row {
        *self.rows[row].get_or_init(|| {
            let mut made = Row::default();
            let a_word = self.format.a_word();
            let least = if self.format.bits == 8 { 2f64.powi(-6) } else { 2f64.powi(-14) };
            for at in row * PAIRS..((row + 1) * PAIRS).min(self.n) {
                let of = |data: &Data| self.format.value(data.u32(at / a_word), at % a_word);
                let (x, y) = (of(&self.x), of(&self.y));
                made.sum += x * y;
                made.size += (x * y).abs();
                made.of_normal += if x.abs() < least { 0.0 } else { x * y };
            }
            made
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_the_bits_are_half_the_bytes_and_an_error_that_follows_from_the_digits() {
        let problem = problem(1 << 16);
        let inputs = problem.inputs(3);
        let expected = (problem.reference)(&inputs);
        let error = |expected: &Expected| {
            let truth = expected.truth.as_ref().expect("it is measured");
            let squares = (0..16).map(|row| ((expected.value)(row) - truth(row)).powi(2)).sum::<f64>();
            (squares / (0..16).map(|row| truth(row).powi(2)).sum::<f64>()).sqrt()
        };
        let [f32, f16, bf16, e4m3] = [0, 1, 2, 3].map(|at| error(&expected[at]));
        assert_eq!(f32, 0.0);
        // Roundings of 11, 8 and 4 digits, each up to half a unit.
        assert!((4e-5..6e-4).contains(&f16) && (3e-4..5e-3).contains(&bf16) && (5e-3..8e-2).contains(&e4m3));
        let bytes: Vec<u64> = [1, 4, 7, 10].map(|at| problem.buffer(at).expect("it is there").bytes()).into();
        assert_eq!(bytes, [1 << 18, 1 << 17, 1 << 17, 1 << 16]);
    }

    #[test]
    fn subnormal_values_add_up_exactly_and_a_device_that_loses_them_is_named() {
        let problem = subnormal();
        let inputs = problem.inputs(1);
        let expected = (problem.reference)(&inputs);
        let lost: Vec<bool> =
            expected.iter().map(|one| one.undone.as_ref().is_some_and(|lost| (lost.value)(0) == 0.0)).collect();
        assert_eq!(lost, [false, true, true, true]);
        assert!((expected[1].value)(0) > 0.0 && (expected[3].value)(1) > 0.0);
        assert_eq!((expected[3].value)(0), 0.0, "6e-5 is nothing in e4m3");
    }

    #[test]
    fn what_f16_does_not_have_is_infinite_there_and_448_in_e4m3() {
        let problem = large();
        let inputs = problem.inputs(1);
        let sums: Vec<f64> = (problem.reference)(&inputs).iter().map(|one| (one.value)(0)).collect();
        assert_eq!(sums[1], f64::INFINITY);
        assert!(sums[0] > 7e4 && sums[2] > 7e4 && sums[3] < 7e4, "{sums:?}");
    }
}
