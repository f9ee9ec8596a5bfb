//! `levels`, the second exercise's problem: a costly function of bytes, of which there are 256.

use super::problem::COEFFICIENTS;
use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Problem, Role, Work};

/// The part: it has no ladder of its own.
pub static PART: Part = Part::new("levels", problem, &[]);

/// Values that a byte has.
const LEVELS: usize = 256;

/// Steps of Horner's rule for one of them.
const STEPS: usize = 64;

/// Elements that share what is computed once, by the exercise's terms.
const SHARED_BY: usize = 16_384;

/// Two for each step, and two for the place.
const FLOP_A_LEVEL: usize = 2 * STEPS + 2;

/// `size` bytes, four in a word.
fn problem(size: u32) -> Problem {
    let n = size as usize;
    let flop = n.div_ceil(SHARED_BY) * LEVELS * FLOP_A_LEVEL;
    Problem {
        label: format!(
            "a polynomial of degree {STEPS} at {size} bytes; each byte's value once for {SHARED_BY} elements"
        ),
        size,
        extents: vec![("elements", size)],
        work: Work::new(flop as f64, (n.div_ceil(4) * 4 + 4 * n) as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::u32("levels", 1, n.div_ceil(4), Role::Input(Fill::Below(u32::MAX))),
            Buffer::f32("coefficients", 2, COEFFICIENTS, Role::Input(Fill::Uniform(0.25, 1.0))),
            Buffer::f32("y", 3, n, Role::Output),
        ],
        reference: Box::new(|inputs| vec![responses(inputs)]),
    }
}

/// Error of Horner's rule: gamma(2k) times the polynomial of the absolute values, and one ULP for the place in each power.
fn responses(inputs: &Inputs) -> Expected {
    let levels = inputs.at(1);
    let c: Vec<f64> = inputs.f32(2).iter().map(|c| f64::from(*c)).collect();
    let table: Vec<[f64; 2]> = (0..LEVELS).map(|level| response(&c, level)).collect();
    let tolerances: Vec<f64> =
        table.iter().map(|[_, most]| 4.0 * STEPS as f64 * f64::from(f32::EPSILON) * most).collect();
    let level = move |at: usize| (levels.u32(at / 4) >> (8 * (at % 4)) & 255) as usize;
    let also = level.clone();
    Expected::within(move |at| table[level(at)][0], move |at| tolerances[also(at)], "g(4k) sum |c| |x|^i, k = 64")
}

/// The polynomial at a level's place, from -1 to 1, and that of the absolute values.
fn response(c: &[f64], level: usize) -> [f64; 2] {
    let x = (level as f64 - 127.5) / 128.0;
    let first = c[COEFFICIENTS - 1];
    (0..STEPS).fold([first, first], |[value, most], step| {
        let c = c[step % COEFFICIENTS];
        [value * x + c, most * x.abs() + c]
    })
}
