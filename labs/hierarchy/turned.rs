//! `turned`, the second exercise's problem: tiles whose rows become columns.

use crate::lab::{Buffer, Expected, Fill, Part, Problem, Role, Work};

/// The part: it has no ladder of its own.
pub static PART: Part = Part::new("turned", problem, &[]);

/// Rows and columns of a tile.
const SIDE: usize = 32;

/// `size` tiles.
fn problem(size: u32) -> Problem {
    let n = size as usize * SIDE * SIDE;
    Problem {
        label: format!("{size} tiles of {SIDE} x {SIDE} words, each transposed"),
        size,
        extents: vec![("tiles", size)],
        work: Work::new(0.0, (8 * n) as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::u32("tiles", 1, n, Role::Input(Fill::Below(1 << 30))),
            Buffer::u32("turned", 2, n, Role::Output),
        ],
        reference: Box::new(|inputs| {
            let tiles = inputs.at(1);
            let place = |i: usize| i / (SIDE * SIDE) * SIDE * SIDE + i % SIDE * SIDE + i / SIDE % SIDE;
            vec![Expected::exactly(move |i| f64::from(tiles.u32(place(i))))]
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_a_turned_tile_is_a_column_of_the_tile() {
        let problem = problem(3);
        let (inputs, expected) = problem.posed(1);
        let column_5_of_tile_2 = (0..32).map(|row| f64::from(inputs.u32(1)[2048 + row * 32 + 5]));
        assert!(column_5_of_tile_2.enumerate().all(|(at, word)| (expected.value)(2048 + 5 * 32 + at) == word));
    }
}
