//! `bits`, the second exercise's problem: of each element one bit comes home.

use crate::lab::{Buffer, Expected, Fill, Part, Problem, Role, Work, chance};

/// The part: it has no ladder of its own.
pub static PART: Part =
    Part { also: &[|| problem(33), || problem(100), || problem(4099)], ..Part::new("bits", problem, &[]) };

/// Elements whose bits share a word.
const WORD: usize = 32;

/// Between -1 and 1. One in eight is 0 or -0, which are not above 0 either, and one in eight so small that a threshold for rounding
/// errors would take it for 0; none is subnormal, which a device may flush to 0.
fn element(seed: u64, _len: usize, at: usize) -> u32 {
    let mut chance = chance(seed, at);
    let size = match chance.u8(..8) {
        0 => 0.0,
        1 => f32::from_bits((127 - chance.u32(20..=126)) << 23),
        _ => chance.f32(),
    };
    if chance.bool() { size.to_bits() } else { (-size).to_bits() }
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
            Buffer::params(vec![size]),
            Buffer::f32("x", 1, n, Role::Input(Fill::At(element))),
            Buffer::u32("bits", 2, words, Role::Output),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_of_both_signs_are_among_the_elements_and_their_bits_are_not_set() {
        let problem = problem(1000);
        let inputs = problem.inputs(2);
        let x = inputs.f32(1);
        let zero = |negative: bool| x.iter().position(|x| *x == 0.0 && x.is_sign_negative() == negative);
        let words = &(problem.reference)(&inputs)[0];
        for at in [zero(false), zero(true)].map(|at| at.expect("one in sixteen")) {
            assert_eq!((words.value)(at / WORD) as u32 >> (at % WORD) & 1, 0);
        }
        let tiny = |x: &&f32| (f32::MIN_POSITIVE..1e-6).contains(*x);
        assert!(inputs.f32(1)[..100].iter().any(|x| tiny(&x)), "a threshold is refused at small sizes, too");
        let above = x.iter().filter(|x| **x > 0.0).count();
        assert!((350..520).contains(&above), "{above}");
    }
}
