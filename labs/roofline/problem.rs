//! A polynomial at many places: as many multiply-adds for each element as its degree, and always the same bytes.

use std::sync::OnceLock;

use rayon::prelude::*;

use crate::facts::{DeviceType, Facts};
use crate::lab::{AxisMark, Buffer, Ceilings, Expected, Fill, Inputs, Problem, Role, Sweep, Work, chance, doublings};
use crate::verify::gamma_n;

/// The kernels' coefficients: step number i of Horner's rule uses number i % 16, and it begins with the last.
const C: [f32; COEFFICIENTS] =
    [0.97, 0.31, 0.74, 0.52, 0.88, 0.26, 0.63, 0.45, 0.91, 0.37, 0.79, 0.58, 0.29, 0.68, 0.42, 0.83];

/// How many there are.
pub const COEFFICIENTS: usize = 16;

/// The degree of the rows beside the curves: below the ridge of any device that is known.
const DEGREE: u32 = 16;

/// Elements whose reference is made together: a workgroup's, so that of a few workgroups no more is made.
const PIECE: usize = 256;

/// Over the degree, all else being equal.
pub static OVER_DEGREE: Sweep = Sweep {
    knees: true,
    marks: |_, ceilings| ridge(ceilings).into_iter().collect(),
    ..Sweep::over("degree k (k / 4 FLOP a byte)", |_, ceilings, _| doublings(1, last(ceilings)), polynomial)
};

/// The last degree: two steps beyond where the roofs meet at least, so that the line behind a knee shows.
fn last(ceilings: &Ceilings) -> u32 {
    let beyond = ridge(ceilings).map_or(0, |mark| (4.0 * mark.at) as u32);
    beyond.next_power_of_two().clamp(1 << 10, 1 << 14)
}

/// Where the device's roofs meet: k / 4 FLOP a byte are the ridge.
fn ridge(ceilings: &Ceilings) -> Option<AxisMark> {
    let ridge = ceilings.flop_per_s? / ceilings.byte_per_s?;
    Some(AxisMark { at: 4.0 * ridge, label: "4 x the ridge of the roofs".to_owned() })
}

/// Degrees that no point of the axis has, at more elements than a run's small sizes, all of them compared; the first has more than
/// 2^16.
pub static BETWEEN: &[fn() -> Problem] =
    &[|| polynomial(70_003, 3), || polynomial(5_001, 100), || polynomial(2_051, 777)];

/// The problem at the degree of the rows.
pub fn intensity(size: u32) -> Problem {
    polynomial(size, DEGREE)
}

/// `size` elements, a polynomial of degree `k`.
pub fn polynomial(size: u32, k: u32) -> Problem {
    let n = size as usize;
    Problem {
        label: format!("a polynomial of degree {k} at {size} places: {} FLOP a byte", f64::from(k) / 4.0),
        size,
        extents: vec![("elements", size), ("fours", size.div_ceil(4))],
        work: Work::new(2.0 * f64::from(k) * n as f64, 8.0 * n as f64),
        buffers: vec![
            Buffer::params(vec![size, k]),
            Buffer::f32("x", 1, n, Role::Input(Fill::At(near_one))),
            Buffer::f32("y", 2, n, Role::Output),
        ],
        reference: Box::new(move |inputs| vec![value(inputs, k)]),
    }
}

/// 0.99 <= |x| < 1, of either sign: no power of it vanishes, so that a step left out shows.
fn near_one(seed: u64, _: usize, at: usize) -> u32 {
    let mut chance = chance(seed, at);
    let size = 0.99 + 0.01 * chance.f32() * (1.0 - f32::EPSILON);
    let size = size.min(1.0 - f32::EPSILON);
    if chance.bool() { size.to_bits() } else { (-size).to_bits() }
}

/// Horner's rule in f64; its error in f32 is at most gamma(2k) times the polynomial of the absolute values
/// (Higham, Accuracy and Stability of Numerical Algorithms, section 5.1).
fn value(inputs: &Inputs, k: u32) -> Expected {
    let x = inputs.at(1);
    let c = C.map(f64::from);
    let mut pieces: Vec<OnceLock<Vec<[f64; 2]>>> = Vec::new();
    pieces.resize_with(x.len().div_ceil(PIECE), OnceLock::new);
    let pieces = std::sync::Arc::new(pieces);
    let of = move |element: usize| -> [f64; 2] {
        let piece = element / PIECE;
        let values = pieces[piece].get_or_init(|| {
            let all = piece * PIECE..((piece + 1) * PIECE).min(x.len());
            all.map(|element| horner(&c, f64::from(x.f32(element)), k)).collect()
        });
        values[element % PIECE]
    };
    let (also, first) = (of.clone(), of.clone());
    let prepare = move |elements: &[usize]| {
        elements.par_chunk_by(|a, b| a / PIECE == b / PIECE).for_each(|piece| {
            first(piece[0]);
        });
    };
    let share = gamma_n(2.0 * f64::from(k));
    Expected {
        prepare: Some(Box::new(prepare)),
        ..Expected::within(move |i| of(i)[0], move |i| share * also(i)[1], "g(2k) sum |c| |x|^i")
    }
}

/// The polynomial at `x`, and that of the absolute values.
fn horner(c: &[f64; COEFFICIENTS], x: f64, k: u32) -> [f64; 2] {
    let first = c[COEFFICIENTS - 1];
    let step = |[value, most]: [f64; 2], i: u32| {
        let c = c[i as usize % COEFFICIENTS];
        [value * x + c, most * x.abs() + c.abs()]
    };
    (0..k).fold([first, first.abs()], step)
}

/// Elements that no cache holds, on a device of its own memory; few on a CPU, whose arithmetic takes the time.
pub fn default_size(device: &Facts) -> u32 {
    match device.kind_on_silicon() {
        DeviceType::Discrete => 1 << 24,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Simulated | DeviceType::Other => 1 << 22,
        DeviceType::Cpu => 1 << 20,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_is_the_sum_of_the_powers() {
        let c = C.map(f64::from);
        for k in [0, 1, 15, 16, 17, 40] {
            let coefficient = |i: u32| if i == k { c[15] } else { c[(k - 1 - i) as usize % 16] };
            let sum: f64 = (0..=k).map(|i| coefficient(i) * f64::powi(-0.995, i as i32)).sum();
            assert!((horner(&c, -0.995, k)[0] - sum).abs() < 1e-12, "degree {k}");
        }
    }

    #[test]
    fn degrees_go_on_until_the_line_behind_the_knee_shows() {
        let of = |flop_per_s, byte_per_s| Ceilings { flop_per_s, byte_per_s, ..Ceilings::default() };
        assert_eq!(last(&of(Some(10.9e12), Some(336e9))), 1024);
        assert_eq!(last(&of(Some(10.9e12), Some(33.6e9))), 8192);
        assert_eq!(last(&of(None, Some(33.6e9))), 1024);
    }

    #[test]
    fn no_place_is_beyond_1_or_below_0_99_and_both_signs_come() {
        let places: Vec<f32> = (0..10_000).map(|at| f32::from_bits(near_one(7, 0, at))).collect();
        assert!(places.iter().all(|x| (0.99..1.0).contains(&x.abs())));
        assert!(places.iter().any(|x| *x > 0.0) && places.iter().any(|x| *x < 0.0));
    }

    #[test]
    fn a_step_left_out_is_beyond_the_tolerance() {
        let problem = polynomial(100, 1024);
        let (inputs, expected) = problem.posed(3);
        let fewer = &(polynomial(100, 1023).reference)(&inputs)[0];
        let missed = (0..100).filter(|&i| ((expected.value)(i) - (fewer.value)(i)).abs() <= (expected.tolerance)(i));
        assert!(missed.count() < 5);
    }
}
