//! `rotary`, the first exercise's problem: pairs turned by an angle that follows from where they stand.

use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Problem, Role, Work};

/// The part: it has no ladder of its own.
pub static PART: Part = Part::new("rotary", problem, &[]);

/// Pairs of a row, each with a rate of its own.
const PAIRS: usize = 32;

/// Rows of a sequence: positions are counted anew in each.
const POSITIONS: usize = 512;

/// A product for the angle, its sine and cosine, four products and two sums to turn.
const FLOP_A_PAIR: f64 = 9.0;

/// `size` pairs.
fn problem(size: u32) -> Problem {
    let n = size as usize;
    let pair = 8 * n;
    Problem {
        label: format!("{size} pairs in rows of {PAIRS}, each turned by its position times its rate"),
        size,
        extents: vec![("elements", size)],
        work: Work::new(FLOP_A_PAIR * n as f64, (2 * pair + 4 * PAIRS) as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::f32("x", 1, 2 * n, Role::Input(Fill::Random)),
            Buffer::f32("rates", 2, PAIRS, Role::Input(Fill::At(|_, _, at| rate(at).to_bits()))),
            Buffer::f32("table", 3, 2 * n, Role::Input(Fill::At(table))),
            Buffer::f32("y", 4, 2 * n, Role::Output),
        ],
        reference: Box::new(|inputs| vec![turned(inputs)]),
    }
}

/// Radians a position: the first pair comes to pi at the end of a sequence, the others to ever less.
fn rate(pair: usize) -> f32 {
    let fastest = 0.999 * std::f64::consts::PI / POSITIONS as f64;
    (fastest * libm::pow(0.9, pair as f64)) as f32
}

/// The angle of a pair, from 0 to below pi.
fn angle(pair: usize) -> f64 {
    (pair / PAIRS % POSITIONS) as f64 * f64::from(rate(pair % PAIRS))
}

/// Word `at` of the table: the cosine and the sine of each pair's angle.
fn table(_: u64, _: usize, at: usize) -> u32 {
    let angle = angle(at / 2);
    let value = if at.is_multiple_of(2) { libm::cos(angle) } else { libm::sin(angle) };
    (value as f32).to_bits()
}

/// WGSL promises sine and cosine within 2^-11 between -pi and pi; the roundings besides are within eight ULP.
fn turned(inputs: &Inputs) -> Expected {
    let x = inputs.at(1);
    let also = std::sync::Arc::clone(&x);
    let pair = |at: usize| (at & !1, at | 1);
    Expected::within(
        move |at| {
            let (first, second) = pair(at);
            let (a, b) = (f64::from(x.f32(first)), f64::from(x.f32(second)));
            let (sin, cos) = (libm::sin(angle(at / 2)), libm::cos(angle(at / 2)));
            if at == first { a * cos - b * sin } else { a * sin + b * cos }
        },
        move |at| {
            let (first, second) = pair(at);
            let size = f64::from(also.f32(first)).abs() + f64::from(also.f32(second)).abs();
            size * (libm::pow(2.0, -11.0) + 8.0 * f64::from(f32::EPSILON))
        },
        "sine and cosine within 2^-11 in [-pi, pi] (WGSL's accuracy table)",
    )
}
