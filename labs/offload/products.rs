//! `products`, the first exercise's problem: many small matrix products of different sizes.

use std::sync::Arc;

use crate::kernel::Scalar;
use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Problem, Role, Turn, Work};

/// The part: it has no ladder of its own.
pub static PART: Part = Part::new("products", problem, &[]);

/// Rows, inner length and columns of the products, in turn: none is a multiple of another's, and most are small.
const SHAPES: [[u32; 3]; 8] =
    [[8, 16, 8], [5, 16, 7], [16, 16, 16], [3, 16, 9], [12, 16, 12], [1, 16, 40], [7, 16, 11], [24, 16, 10]];

/// Words of a product in the table: rows, inner length, columns, and where A, B and C begin.
const WORDS: usize = 6;

/// What product number `p` of a list has before it, counted by `of`.
fn before(p: usize, of: fn(&[u32; 3]) -> u32) -> u32 {
    let round: u32 = SHAPES.iter().map(of).sum();
    let rest: u32 = SHAPES[..p % SHAPES.len()].iter().map(of).sum();
    (p / SHAPES.len()) as u32 * round + rest
}

fn in_a([m, k, _]: &[u32; 3]) -> u32 {
    m * k
}

fn in_b([_, k, n]: &[u32; 3]) -> u32 {
    k * n
}

fn in_c([m, _, n]: &[u32; 3]) -> u32 {
    m * n
}

/// Word `at` of the table.
fn table(_: u64, _: usize, at: usize) -> u32 {
    let (p, word) = (at / WORDS, at % WORDS);
    match word {
        0..=2 => SHAPES[p % SHAPES.len()][word],
        3 => before(p, in_a),
        4 => before(p, in_b),
        _ => before(p, in_c),
    }
}

/// `size` products.
fn problem(size: u32) -> Problem {
    let count = size as usize;
    let [a, b, c] = [in_a, in_b, in_c].map(|of| before(count, of) as usize);
    let flop: f64 =
        (0..count).map(|p| SHAPES[p % SHAPES.len()].iter().map(|side| f64::from(*side)).product::<f64>()).sum();
    let bytes = 4 * (a + b + c + WORDS * count);
    let f32s = |name, binding, len, role| Buffer { name, binding, scalar: Scalar::F32, len, role };
    let words = |name, binding, len, role| Buffer { name, binding, scalar: Scalar::U32, len, role };
    Problem {
        label: format!("{size} products C = A B of eight different sizes"),
        size,
        extents: vec![("products", size), ("elements", c as u32)],
        work: Work::new(2.0 * flop, bytes as f64),
        buffers: vec![
            words("params", 0, 4, Role::Params(vec![0, size, 0, c as u32])),
            words("shapes", 1, WORDS * count, Role::Input(Fill::At(table))),
            f32s("a", 2, a, Role::Input(Fill::Random)),
            f32s("b", 3, b, Role::Input(Fill::Random)),
            f32s("c", 4, c, Role::Output),
        ],
        reference: Box::new(move |inputs| vec![products(inputs, count)]),
    }
}

/// The products and the elements of C that one dispatch of `turns` has.
pub fn share(problem: &Problem, turn: u32, turns: u32) -> Turn {
    let each = problem.size.div_ceil(turns);
    let first = turn.saturating_mul(each).min(problem.size);
    let end = first.saturating_add(each).min(problem.size);
    let [from, to] = [first, end].map(|p| before(p as usize, in_c));
    Turn { params: vec![first, end, from, to], extents: vec![("elements", to - from)] }
}

/// Every element in f64; k products and sums round at most k + 1 times (Higham, section 3.1).
fn products(inputs: &Inputs, count: usize) -> Expected {
    let (a, b) = (inputs.f32(2), inputs.f32(3));
    let mut values: Vec<[f64; 2]> = Vec::new();
    for p in 0..count {
        let [m, k, n] = SHAPES[p % SHAPES.len()].map(|side| side as usize);
        let (at_a, at_b) = (before(p, in_a) as usize, before(p, in_b) as usize);
        for (row, column) in (0..m * n).map(|i| (i / n, i % n)) {
            let terms = (0..k).map(|i| f64::from(a[at_a + row * k + i]) * f64::from(b[at_b + i * n + column]));
            values.push(terms.fold([0.0, 0.0], |[sum, most], term| [sum + term, most + term.abs()]));
        }
    }
    let values = Arc::new(values);
    let also = Arc::clone(&values);
    let u = f64::from(f32::EPSILON) / 2.0;
    Expected::within(
        move |i| values[i][0],
        move |i| 17.0 * u * also[i][1] / (1.0 - 17.0 * u),
        "g(k + 1) sum |a||b|, k = 16",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_any_number_of_dispatches_are_all_products_once() {
        let problem = problem(13);
        for turns in [1, 2, 5, 13] {
            let mut next = [0, 0];
            for turn in 0..turns {
                let own = share(&problem, turn, turns);
                assert_eq!([own.params[0], own.params[2]], next, "turn {turn} of {turns}");
                next = [own.params[1], own.params[3]];
            }
            assert_eq!(next, [13, problem.buffers[4].len as u32], "{turns} dispatches");
        }
    }
}
