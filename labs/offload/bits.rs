//! `bits`, the second exercise's problem: of each element one bit comes home.

use crate::kernel::Scalar;
use crate::lab::{Buffer, Expected, Fill, Part, Problem, Role, Work};

/// The part: it has no ladder of its own.
pub static PART: Part =
    Part { also: &[|| problem(33), || problem(100), || problem(4099)], ..Part::new("bits", problem, &[]) };

/// Elements whose bits share a word.
const WORD: usize = 32;

/// Values on both sides of 0, and one in eight is 0, which is not above it.
fn around_zero(seed: u64, len: usize) -> Vec<u32> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut value = || if random.u32(..8) == 0 { 0.0 } else { 2.0 * random.f32() - 1.0 };
    (0..len).map(|_| f32::to_bits(value())).collect()
}

/// `size` elements.
fn problem(size: u32) -> Problem {
    let n = size as usize;
    let words = n.div_ceil(WORD);
    Problem {
        label: format!("whether each of {size} elements is above 0, a bit for each"),
        size,
        extents: vec![("elements", size)],
        work: Work::new(0.0, (4 * n + 4 * words) as f64),
        buffers: vec![
            Buffer { name: "params", binding: 0, scalar: Scalar::U32, len: 1, role: Role::Params(vec![size]) },
            Buffer { name: "x", binding: 1, scalar: Scalar::F32, len: n, role: Role::Input(Fill::With(around_zero)) },
            Buffer { name: "bits", binding: 2, scalar: Scalar::U32, len: words, role: Role::Output },
        ],
        reference: Box::new(move |inputs| {
            let x = inputs.f32(1);
            let word =
                |first: &[f32]| -> u32 { first.iter().enumerate().map(|(bit, x)| u32::from(*x > 0.0) << bit).sum() };
            let words: Vec<u32> = x.chunks(WORD).map(word).collect();
            vec![Expected::exactly(move |at| f64::from(words[at]))]
        }),
    }
}
