//! A polynomial at many places, on the device and on the host.

use rayon::prelude::*;

use crate::lab::{Buffer, Expected, Fill, HostWork, Inputs, Problem, Role, Turn, Work, chance};
use crate::verify::gamma_n;

/// The coefficients of eight steps in turn; it begins with the last.
const C: [f32; 8] = [0.97, 0.31, 0.74, 0.52, 0.88, 0.26, 0.63, 0.45];

/// Steps between two tests of a loop: the degree is a multiple.
pub const STEPS: u32 = C.len() as u32;

/// Elements that the host goes through together: a few vector registers of independent chains.
const LANES: usize = 32;

/// Elements of a task of the host.
const TASK: usize = 8192;

/// `size` elements, a polynomial of degree `k`, in `dispatches` dispatches where the variant says so.
pub fn problem(size: u32, k: u32, dispatches: u32) -> Problem {
    let n = size as usize;
    Problem {
        label: format!("a polynomial of degree {k} at {size} places"),
        size,
        extents: vec![("elements", size), ("dispatches", dispatches)],
        work: Work::new(2.0 * f64::from(k) * n as f64, 8.0 * n as f64).items(f64::from(dispatches)),
        buffers: vec![
            Buffer::params(vec![size, k, 0, size]),
            Buffer::f32("x", 1, n, Role::Input(Fill::At(near_one))),
            Buffer::f32("y", 2, n, Role::Output),
        ],
        reference: Box::new(move |inputs| vec![value(inputs, k)]),
    }
}

/// The elements of one turn, each put through a polynomial of degree `K`.
pub fn share<const K: u32>(problem: &Problem, turn: u32, turns: u32) -> Turn {
    let [first, end] = Turn::share(problem.size, turn, turns);
    Turn { params: vec![problem.size, K, first, end], extents: vec![("elements", end - first)] }
}

/// 0.999 <= |x| < 1, of either sign: no power of it vanishes, so that a step left out shows.
fn near_one(seed: u64, _: usize, at: usize) -> u32 {
    let mut chance = chance(seed, at);
    let size = (0.999 + 0.001 * chance.f32()).min(1.0 - f32::EPSILON);
    if chance.bool() { size.to_bits() } else { (-size).to_bits() }
}

/// Horner's rule in f64; its error in f32 is at most gamma(2k) times the polynomial of the absolute values (Higham, Accuracy and
/// Stability of Numerical Algorithms, section 5.1), fused or not.
fn value(inputs: &Inputs, k: u32) -> Expected {
    let x = inputs.at(1);
    let values: Vec<[f64; 2]> = (0..x.len()).into_par_iter().map(|at| horner(f64::from(x.f32(at)), k)).collect();
    let values = std::sync::Arc::new(values);
    let also = std::sync::Arc::clone(&values);
    let share = gamma_n(2.0 * f64::from(k));
    Expected::within(move |i| values[i][0], move |i| share * also[i][1], "g(2k) sum |c| |x|^i")
}

/// The polynomial at `x`, and that of the absolute values.
fn horner(x: f64, k: u32) -> [f64; 2] {
    let c = C.map(f64::from);
    let first = c[C.len() - 1];
    let step = |[value, most]: [f64; 2], i: u32| {
        let c = c[i as usize % C.len()];
        [value * x + c, most * x.abs() + c]
    };
    (0..k).fold([first, first], step)
}

/// The same on the host: all cores, some chains at a time.
pub static ON_THE_HOST: HostWork = HostWork { name: "polynomial on the host", from: 1, to: 2, run: on_the_host };

fn on_the_host(params: &[u32], x: &[u32], y: &mut [u32]) {
    let k = params[1];
    y.par_chunks_mut(TASK).zip(x.par_chunks(TASK)).for_each(|(y, x)| {
        for (y, x) in y.chunks_mut(LANES).zip(x.chunks(LANES)) {
            let mut at = [0.0; LANES];
            at.iter_mut().zip(x).for_each(|(at, x)| *at = f32::from_bits(*x));
            let sums = some(&at, k);
            y.iter_mut().zip(sums).for_each(|(y, sum)| *y = sum.to_bits());
        }
    });
}

fn some(at: &[f32; LANES], k: u32) -> [f32; LANES] {
    let mut sums = [C[C.len() - 1]; LANES];
    for _ in 0..k / STEPS {
        for c in C {
            for (sum, at) in sums.iter_mut().zip(at) {
                *sum = *sum * at + c;
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_as_right_as_a_kernel_must_be_at_sizes_that_no_chunk_divides() {
        for (size, k) in [(1, 8), (33, 64), (8200, 1024)] {
            let problem = problem(size, k, 1);
            let (inputs, expected) = problem.posed(7);
            let mut y = vec![0; size as usize];
            on_the_host(&[size, k, 0, size], inputs.u32(1), &mut y);
            for (at, y) in y.iter().enumerate() {
                let miss = (f64::from(f32::from_bits(*y)) - (expected.value)(at)).abs();
                assert!(miss <= (expected.tolerance)(at), "element {at} of {size}, degree {k}: {miss:e}");
            }
        }
    }

    #[test]
    fn eight_steps_left_out_are_beyond_the_tolerance() {
        let inputs = problem(100, 1024, 1).inputs(3);
        let expected = &(problem(100, 1024, 1).reference)(&inputs)[0];
        let fewer = &(problem(100, 1016, 1).reference)(&inputs)[0];
        let missed = (0..100).filter(|&i| ((expected.value)(i) - (fewer.value)(i)).abs() <= (expected.tolerance)(i));
        assert_eq!(missed.count(), 0);
    }
}
