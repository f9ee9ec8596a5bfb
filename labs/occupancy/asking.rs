//! `asking`, the first exercise's problem: the sums of the columns of a matrix that is much longer than wide.

use super::quarters::quarters_up_to;
use crate::lab::{Buffer, Expected, Fill, Part, Problem, Role, Work};

/// The part: it has no ladder of its own.
pub static PART: Part = Part { also: TAILS, ..Part::new("asking", problem, &[]) };

/// Columns: few enough that a device is far from full with an invocation for each.
const COLUMNS: u32 = 2000;

/// The largest size of an element: sums of 524 rows stay below 2^24, and 16 bits cannot hold them.
const MOST: u64 = 20_000;

/// Rows that are no multiple of four, or fewer than four.
const TAILS: &[fn() -> Problem] = &[|| of(301, 2), || of(77, 7), || of(64, 8), || of(5, 13)];

/// As many whole rows as `size` elements make.
fn problem(size: u32) -> Problem {
    of(COLUMNS, size.div_ceil(COLUMNS))
}

fn of(columns: u32, rows: u32) -> Problem {
    let (wide, n) = (columns as usize, columns as usize * rows as usize);
    Problem {
        label: format!("the sums of the {columns} columns of {rows} rows"),
        size: n as u32,
        extents: vec![("elements", columns)],
        work: Work::new(n as f64, (4 * n + 4 * wide) as f64),
        buffers: vec![
            Buffer::params(vec![columns, rows]),
            Buffer::f32("x", 1, n, Role::Input(Fill::At(|seed, _, at| quarters_up_to::<MOST>(seed, at)))),
            Buffer::f32("sums", 2, wide, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let x = inputs.at(1);
            let mut sums = vec![0.0; wide];
            for row in x.whole().chunks(wide) {
                sums.iter_mut().zip(row).for_each(|(sum, word)| *sum += f64::from(f32::from_bits(*word)));
            }
            vec![Expected::exactly(move |column| sums[column])]
        }),
    }
}
