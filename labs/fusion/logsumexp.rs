//! `logsumexp`, the second exercise's problem: one number of each row, in one go over it.

use std::sync::Arc;

use rayon::prelude::*;

use super::plane::{OBLONG, area, f32_bytes, input, output};
use super::rounded::Rounded;
use super::softmax::exponentials;
use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Problem, Reference, Work, chance};

/// The part: it has no ladder of its own.
pub static PART: Part =
    Part { also: &[|| of(OBLONG, Fill::Random), large, low, apart, wide], ..Part::new("logsumexp", problem, &[]) };

/// A maximum, a difference, exp counted as one, and a sum.
const FLOP_AN_ELEMENT: f64 = 4.0;

/// Rows that are long against the lanes of a workgroup, as many elements as a square of side `size`.
fn problem(size: u32) -> Problem {
    let rows = (size / 4).max(1);
    // A product that overflows is refused by the size of its buffers all the same.
    of([rows, size.saturating_mul(4)], Fill::Random)
}

/// Values whose exponentials overflow f32: a kernel that does not subtract the row's maximum is right on small ones.
fn large() -> Problem {
    of([19, 700], Fill::Uniform(-40.0, 120.0))
}

/// Values whose exponentials are no more than zero in f32: a maximum that begins at 0, or at -200, is right on rows that reach above it.
fn low() -> Problem {
    of([19, 70], Fill::Uniform(-5060.0, -5020.0))
}

/// Columns of [`apart`].
const COLUMNS: usize = 71;

/// Rows about 100 or 200 apart: the maximum of another row leaves nothing of a row, or overflows.
fn apart() -> Problem {
    of([18, COLUMNS as u32], Fill::At(far_from_its_neighbours))
}

fn far_from_its_neighbours(seed: u64, _len: usize, at: usize) -> u32 {
    let middle = [-100.0, 0.0, 100.0][at / COLUMNS % 3];
    (middle + chance(seed, at).f32()).to_bits()
}

/// A row longer than what an invocation or a workgroup can keep of it.
fn wide() -> Problem {
    of([2, 40_000], Fill::Random)
}

fn of([rows, columns]: [u32; 2], fill: Fill) -> Problem {
    let n = area(rows, columns);
    Problem {
        label: format!("y = log sum exp of each row of x, {rows} rows of {columns}"),
        size: columns.div_ceil(4),
        extents: vec![("rows", rows), ("columns", columns)],
        work: Work::new(FLOP_AN_ELEMENT * n as f64, f32_bytes(n + rows as usize)),
        buffers: vec![Buffer::params(vec![rows, columns]), input("x", 1, n, fill), output(2, rows as usize)],
        reference: reference(columns as usize),
    }
}

fn reference(columns: usize) -> Reference {
    Box::new(move |inputs: &Inputs| {
        let rows = inputs.f32(1).par_chunks(columns).map(row);
        let rows: Arc<[Rounded]> = rows.collect::<Vec<_>>().into();
        let also_rows = Arc::clone(&rows);
        vec![Expected::within(
            move |i| rows[i].value,
            move |i| also_rows[i].error,
            "running error bound in f64: exp within 3 + 2|x| ULP and log within 2^-21 or 3 ULP (WGSL's accuracy table), \
             4 sqrt(n) u for the sum, and 2 log2(n) rescalings of the sum by an exp, for the online form",
        )]
    })
}

fn row(x: &[f32]) -> Rounded {
    let (maximum, sum) = exponentials(x);
    maximum + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(problem: &Problem, y: impl Fn(&[f32]) -> f32) -> usize {
        let (inputs, expected) = problem.posed(9);
        let columns = problem.extent("columns").expect("it has columns") as usize;
        let rows: Vec<&[f32]> = inputs.f32(1).chunks(columns).collect();
        expected.refused(rows.len(), |i| y(rows[i]))
    }

    fn two_passes(row: &[f32]) -> f32 {
        let largest = row.iter().copied().fold(f32::MIN, f32::max);
        largest + row.iter().map(|x| (x - largest).exp()).sum::<f32>().ln()
    }

    fn online(row: &[f32]) -> f32 {
        let (mut largest, mut sum) = (f32::MIN, 0.0f32);
        for &x in row {
            let next = largest.max(x);
            sum = sum * (largest - next).exp() + (x - next).exp();
            largest = next;
        }
        largest + sum.ln()
    }

    #[test]
    fn both_forms_are_within_the_tolerance_whatever_the_values() {
        for problem in [problem(64), of(OBLONG, Fill::Random), large(), low(), apart(), wide()] {
            assert_eq!(wrong(&problem, two_passes), 0, "{}", problem.label);
            assert_eq!(wrong(&problem, online), 0, "{}", problem.label);
        }
    }

    #[test]
    fn a_sum_without_the_maximum_with_a_wrong_one_or_without_the_last_column_is_wrong() {
        let plain = |row: &[f32]| row.iter().map(|x| x.exp()).sum::<f32>().ln();
        assert_eq!(wrong(&large(), plain), 19);
        let from_zero = |row: &[f32]| {
            let largest = row.iter().copied().fold(0.0, f32::max);
            largest + row.iter().map(|x| (x - largest).exp()).sum::<f32>().ln()
        };
        assert_eq!((wrong(&large(), from_zero), wrong(&low(), from_zero)), (0, 19));
        let near_zero = |row: &[f32]| row.iter().map(|x| x.exp()).sum::<f32>().ln();
        assert_eq!(wrong(&apart(), near_zero), 12, "a row's own maximum is needed above and below");
        let problem = problem(256);
        assert_eq!(wrong(&problem, |row| two_passes(&row[1..])), 64);
    }
}
