//! `products`, the first exercise's problem: many small matrix products of different sizes.

use std::sync::Arc;

use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Problem, Role, Turn, Work};
use crate::verify::ROUNDOFF;

/// The part: it has no ladder of its own.
pub static PART: Part = Part {
    also: &[|| of(19, other_inner, |_, words| table(other_inner, words))],
    ..Part::new("products", problem, &[])
};

/// Rows, inner length and columns of the products, in turn: none is a multiple of another's, and most are small.
const SHAPES: [[u32; 3]; 8] =
    [[8, 16, 8], [5, 16, 7], [16, 16, 16], [3, 16, 9], [12, 16, 12], [1, 16, 40], [7, 16, 11], [24, 16, 10]];

/// The sizes of product number `p`.
type Shape = fn(usize) -> [u32; 3];

fn shape(p: usize) -> [u32; 3] {
    SHAPES[p % SHAPES.len()]
}

/// The same with inner lengths of their own: what is right for them has read each in the table.
fn other_inner(p: usize) -> [u32; 3] {
    let [rows, _, columns] = shape(p);
    [rows, 1 + (7 * p as u32 + 1) % LONGEST, columns]
}

/// The longest inner length.
const LONGEST: u32 = 16;

/// Words of a product in the table: rows, inner length, columns, and where A, B and C begin.
const WORDS: usize = 6;

/// What product number `p` of a list has before it, counted by `of`.
fn before(p: usize, shape: Shape, of: fn(&[u32; 3]) -> u32) -> u32 {
    (0..p).map(|p| of(&shape(p))).sum()
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

/// Words of the table.
fn table(shape: Shape, words: usize) -> Vec<u32> {
    let mut begins = [0; 3];
    let mut table = Vec::with_capacity(words);
    for own in (0..words / WORDS).map(shape) {
        table.extend(own.into_iter().chain(begins));
        begins.iter_mut().zip([in_a, in_b, in_c]).for_each(|(begin, of)| *begin += of(&own));
    }
    table
}

/// `size` products.
fn problem(size: u32) -> Problem {
    of(size, shape, |_, words| table(shape, words))
}

fn of(size: u32, shape: Shape, table: fn(u64, usize) -> Vec<u32>) -> Problem {
    let count = size as usize;
    let [a, b, c] = [in_a, in_b, in_c].map(|of| before(count, shape, of) as usize);
    let flop: f64 = (0..count).map(|p| shape(p).iter().map(|side| f64::from(*side)).product::<f64>()).sum();
    let bytes = 4 * (a + b + c + WORDS * count);
    Problem {
        label: format!("{size} products C = A B of eight different sizes"),
        size,
        extents: vec![("products", size), ("elements", c as u32)],
        work: Work::new(2.0 * flop, bytes as f64),
        buffers: vec![
            Buffer::params(vec![0, size, 0, c as u32]),
            Buffer::u32("shapes", 1, WORDS * count, Role::Input(Fill::With(table))),
            Buffer::f32("a", 2, a, Role::Input(Fill::Random)),
            Buffer::f32("b", 3, b, Role::Input(Fill::Random)),
            Buffer::f32("c", 4, c, Role::Output),
        ],
        reference: Box::new(move |inputs| vec![products(inputs, count, shape)]),
    }
}

/// The products and the elements of C that one dispatch of `turns` has.
pub fn share(problem: &Problem, turn: u32, turns: u32) -> Turn {
    let [first, end] = Turn::share(problem.size, turn, turns);
    let [from, to] = [first, end].map(|p| before(p as usize, shape, in_c));
    Turn { params: vec![first, end, from, to], extents: vec![("elements", to - from)] }
}

/// Every element in f64; k products and sums round at most k + 1 times (Higham, section 3.1).
fn products(inputs: &Inputs, count: usize, shape: Shape) -> Expected {
    let (a, b) = (inputs.f32(2), inputs.f32(3));
    let mut values: Vec<[f64; 2]> = Vec::new();
    for (p, begins) in inputs.u32(1).chunks(WORDS).take(count).enumerate() {
        let [m, k, n] = shape(p).map(|side| side as usize);
        let (at_a, at_b) = (begins[3] as usize, begins[4] as usize);
        for (row, column) in (0..m * n).map(|i| (i / n, i % n)) {
            let terms = (0..k).map(|i| f64::from(a[at_a + row * k + i]) * f64::from(b[at_b + i * n + column]));
            values.push(terms.fold([0.0, 0.0], |[sum, most], term| [sum + term, most + term.abs()]));
        }
    }
    let values = Arc::new(values);
    let also = Arc::clone(&values);
    let u = f64::from(LONGEST + 1) * ROUNDOFF;
    Expected::within(move |i| values[i][0], move |i| u * also[i][1] / (1.0 - u), "g(k + 1) sum |a||b|, k at most 16")
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
