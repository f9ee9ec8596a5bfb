//! `shrink`, the second exercise's problem: rows that are smoothed four times.

use crate::lab::{Buffer, Expected, Fill, Part, Problem, Role, Work};
use crate::verify::ROUNDOFF;

/// The part: it has no ladder of its own.
pub static PART: Part = Part::new("shrink", problem, &[]);

/// Elements of a row; the last one may be shorter.
const ROW: usize = 1536;

/// How often a row is smoothed.
const TIMES: usize = 4;

/// A doubling, two sums and a quarter.
const FLOP: usize = 4;

/// Roundings of an element: of its sums, once each time; the products are with powers of two.
const ROUNDINGS: f64 = 2.0 * TIMES as f64;

/// `size` elements in rows.
fn problem(size: u32) -> Problem {
    let n = size as usize;
    Problem {
        label: format!("{size} elements in rows of {ROW}, smoothed {TIMES} times"),
        size,
        extents: vec![("elements", size)],
        work: Work::new((FLOP * TIMES * n) as f64, 8.0 * n as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::f32("x", 1, n, Role::Input(Fill::Uniform(0.5, 2.0))),
            Buffer::f32("y", 2, n, Role::Output),
        ],
        reference: Box::new(|inputs| {
            let x = inputs.f32(1);
            let rows = x.chunks(ROW).map(|row| row.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>());
            let y: Vec<f64> = rows.flat_map(|row| (0..TIMES).fold(row, |row, _| smooth(&row))).collect();
            let also = y.clone();
            // All elements are positive: the error is a share of the result.
            let share = (ROUNDINGS + 1.0) * ROUNDOFF;
            vec![Expected::within(
                move |at| y[at],
                move |at| share * also[at],
                "g(8) of the result: two sums, four times; u = 2^-24",
            )]
        }),
    }
}

/// A quarter of both neighbours and half of itself; at its ends an element is its own neighbour.
fn smooth(row: &[f64]) -> Vec<f64> {
    let last = row.len() - 1;
    let one = |at: usize| (row[at.saturating_sub(1)] + 2.0 * row[at] + row[(at + 1).min(last)]) / 4.0;
    (0..row.len()).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothing_spreads_an_element_by_the_binomial_coefficients_and_keeps_the_sum() {
        let mut row = vec![0.0; 9];
        row[4] = 256.0;
        let after = (0..TIMES).fold(row, |row, _| smooth(&row));
        assert_eq!(after, [1.0, 8.0, 28.0, 56.0, 70.0, 56.0, 28.0, 8.0, 1.0]);
        assert_eq!(smooth(&[4.0, 0.0, 0.0]), [3.0, 1.0, 0.0]);
        assert_eq!(smooth(&[5.0]), [5.0]);
    }

    #[test]
    fn sixteen_bits_are_beyond_the_tolerance() {
        let problem = problem(2000);
        let (_, y) = problem.posed(1);
        assert!((0..2000).all(|at| (y.tolerance)(at) < (y.value)(at) * 2f64.powi(-12)));
    }
}
