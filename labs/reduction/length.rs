//! `length`, the first exercise's problem: the squared length of a vector of f32.

use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Problem, Reference, Role, Work, chance};
use crate::verify::gamma_n;

/// The part: it has no ladder of its own.
pub static PART: Part = Part { also: &[integers, equal], ..Part::new("length", problem, &[]) };

/// With more elements a GPU takes seconds for the start, whose invocations meet at one address.
const MOST: u32 = 1 << 22;

fn problem(size: u32) -> Problem {
    of(size.min(MOST), Fill::Random, rounded())
}

/// Integers below 16: their squares add up to less than 2^24, without rounding in any order, so that one element too few or
/// too many is seen.
fn integers() -> Problem {
    of(20_011, Fill::At(integer), exact())
}

/// All elements are equal.
fn equal() -> Problem {
    of(9_999, Fill::At(|_, _, _| 1.5f32.to_bits()), exact())
}

fn integer(seed: u64, _len: usize, at: usize) -> u32 {
    (chance(seed, at + 1).u32(0..31) as f32 - 15.0).to_bits()
}

fn of(size: u32, fill: Fill, reference: Reference) -> Problem {
    let n = size as usize;
    Problem {
        label: format!("the squared length of a vector of {n} f32"),
        size,
        extents: vec![("elements", size)],
        work: Work::new(2.0 * n as f64, 4.0 * n as f64 + 4.0),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::f32("x", 1, n, Role::Input(fill)),
            Buffer::f32("total", 2, 1, Role::Total),
        ],
        reference,
    }
}

/// The sum of the squares of x in f64, where those of f32 have no rounding errors.
fn squared(inputs: &Inputs) -> f64 {
    inputs.f32(1).iter().map(|x| f64::from(*x) * f64::from(*x)).sum()
}

fn exact() -> Reference {
    Box::new(|inputs| {
        let sum = squared(inputs);
        vec![Expected { basis: "exact: multiples of 1/4 below 2^22".to_owned(), ..Expected::exactly(move |_| sum) }]
    })
}

/// All terms have one sign, so that the error of any order is a share of the sum: at most gamma(n) = n u / (1 - n u), with one
/// rounding for each product and each addition. No smaller share would do: adding one by one to a sum that has grown large
/// rounds many times in the same direction.
fn rounded() -> Reference {
    Box::new(|inputs| {
        let (sum, n) = (squared(inputs), inputs.f32(1).len() as f64 + 1.0);
        let share = gamma_n(n);
        let basis = "g(n) = n u / (1 - n u) of the sum of n squares, in any order; u = 2^-24";
        vec![Expected::within(move |_| sum, move |_| share * sum, basis)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error over what is allowed.
    fn off(problem: &Problem, length: impl Fn(&[f32]) -> f32) -> f64 {
        let (inputs, expected) = problem.posed(5);
        let error = (f64::from(length(inputs.f32(1))) - (expected.value)(0)).abs();
        if error == 0.0 { 0.0 } else { error / (expected.tolerance)(0) }
    }

    fn one_by_one(x: &[f32]) -> f32 {
        x.iter().fold(0.0, |sum, x| sum + x * x)
    }

    fn pairwise(x: &[f32]) -> f32 {
        match x {
            [] => 0.0,
            [x] => x * x,
            _ => pairwise(&x[..x.len() / 2]) + pairwise(&x[x.len() / 2..]),
        }
    }

    #[test]
    fn sums_in_f32_are_within_the_tolerance_whatever_their_order() {
        for size in [1, 2, 17, 1025, 40_000, 1 << 20] {
            let problem = problem(size);
            for length in [one_by_one, pairwise] {
                assert!(off(&problem, length) <= 1.0, "{size}: {}", off(&problem, length));
            }
        }
        for problem in [integers(), equal()] {
            assert_eq!((off(&problem, one_by_one), off(&problem, pairwise)), (0.0, 0.0), "{}", problem.label);
        }
    }

    #[test]
    fn a_sum_that_lacks_elements_or_their_squares_is_refused() {
        for (problem, few) in [(integers(), 1), (equal(), 1), (problem(1025), 32)] {
            assert!(off(&problem, |x| one_by_one(&x[few..])) > 1.0, "{}", problem.label);
            assert!(off(&problem, |x| x.iter().sum()) > 1.0, "{}", problem.label);
            assert!(off(&problem, |_| 0.0) > 1.0, "{}", problem.label);
        }
    }
}
