//! `springs`, the first exercise's problem: elements of several kinds, whose steps differ a little.

use super::problem::{OSCILLATORS, u32_input};
use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Problem, Role, Work, shuffle};

/// Steps of every element.
const STEPS: u32 = 256;

/// Kinds of springs: the odd ones are damped.
const KINDS: usize = 8;

/// What a damped spring keeps of its speed in a step, as in the shader: an f32.
const KEEP: f32 = 0.99;

const STARTS: u32 = 1;
const RATES: u32 = 2;
const KINDS_OF: u32 = 3;

/// The part: it has no ladder of its own.
pub static PART: Part = Part::new("springs", problem, &[]);

fn problem(size: u32) -> Problem {
    let n = size as usize;
    let all = u64::from(size);
    Problem {
        label: format!("{size} x {OSCILLATORS} springs of {KINDS} kinds, {STEPS} steps each"),
        size,
        extents: vec![("elements", size)],
        work: Work::new(
            (all_flop(all) * u64::from(STEPS) * OSCILLATORS as u64) as f64,
            (all * (2 * 4 * OSCILLATORS as u64 + 4) + 4 * KINDS as u64) as f64,
        ),
        buffers: vec![
            Buffer::params(vec![size, STEPS]),
            Buffer::f32("starts", STARTS, OSCILLATORS * n, Role::Input(Fill::Random)),
            Buffer::f32("rates", RATES, KINDS, Role::Input(Fill::Uniform(0.25, 0.75))),
            u32_input("kinds", KINDS_OF, n, shuffled_kinds),
            Buffer::f32("ends", 4, OSCILLATORS * n, Role::Output),
        ],
        reference: Box::new(|inputs| vec![ends(inputs)]),
    }
}

/// FLOPs that one step of `n` elements of all kinds needs, for each of their springs: two multiply-adds, and one
/// multiplication more for a damped one.
fn all_flop(n: u64) -> u64 {
    4 * n + n / 2
}

/// As many of each kind for every seed, so that their work is known from their number alone.
fn shuffled_kinds(seed: u64, len: usize) -> Vec<u32> {
    let mut kinds: Vec<u32> = (0..len).map(|i| (i % KINDS) as u32).collect();
    shuffle(seed, &mut kinds);
    kinds
}

fn keep(kind: usize) -> f64 {
    if kind.is_multiple_of(2) { 1.0 } else { f64::from(KEEP) }
}

/// What some steps make of any start: a linear map of place and speed.
#[derive(Clone, Copy)]
struct Moves {
    of_place: f64,
    of_speed: f64,
    /// Absolute error in f32, over the distance of the start from 0.
    error: f64,
}

/// All steps of a kind: `speed = keep speed - rate place; place += rate speed`.
///
/// A step errs by at most `2 (1 + rate) (1 + rate) + rate + 1` times 2^-23 and the state's length: two products and a sum
/// for the speed, whose error `rate` carries into the place, and a product and a sum there, each within an ulp. A state and
/// an error grow by at most the largest norm that any number of steps has; it is found by taking them.
fn moves(rate: f64, keep: f64) -> Moves {
    let step = |(mut place, mut speed): (f64, f64)| {
        speed = keep * speed - rate * place;
        place += rate * speed;
        (place, speed)
    };
    let (mut first, mut second) = ((1.0, 0.0), (0.0, 1.0));
    let mut growth: f64 = 1.0;
    for _ in 0..STEPS {
        (first, second) = (step(first), step(second));
        let squares = [first.0, first.1, second.0, second.1].map(|x: f64| x * x);
        growth = growth.max(squares.iter().sum::<f64>().sqrt());
    }
    let of_a_step = 2.0 * (1.0 + rate) * (1.0 + rate) + rate + 1.0;
    Moves {
        of_place: first.0,
        of_speed: second.0,
        error: f64::from(STEPS) * of_a_step * f64::from(f32::EPSILON) * growth * growth,
    }
}

fn ends(inputs: &Inputs) -> Expected {
    let kinds = inputs.u32(KINDS_OF).to_vec();
    let rates = inputs.f32(RATES);
    let of_kind: Vec<Moves> = (0..KINDS).map(|kind| moves(f64::from(rates[kind]), keep(kind))).collect();
    let starts = inputs.f32(STARTS).to_vec();
    let start = move |i: usize| {
        let element = &starts[i / OSCILLATORS * OSCILLATORS..][..OSCILLATORS];
        let of = |k: usize| f64::from(element[k % OSCILLATORS]);
        (of(i % OSCILLATORS), of(i % OSCILLATORS + 1))
    };
    let moves = move |i: usize| of_kind[kinds[i / OSCILLATORS] as usize];
    let (start_too, moves_too) = (start.clone(), moves.clone());
    Expected::within(
        move |i| {
            let (place, speed) = start(i);
            let Moves { of_place, of_speed, .. } = moves(i);
            of_place * place + of_speed * speed
        },
        move |i| {
            let (place, speed) = start_too(i);
            moves_too(i).error * libm::hypot(place, speed)
        },
        "steps x (2 (1 + rate)^2 + rate + 1) x 2^-23 x growth^2 x distance at the start: each step rounds three products \
         and two sums; growth is the largest norm of any number of steps",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_f32(rate: f32, keep: f32, [mut place, mut speed]: [f32; 2], steps: u32) -> f32 {
        for _ in 0..steps {
            speed = keep * speed - rate * place;
            place += rate * speed;
        }
        place
    }

    #[test]
    fn single_precision_is_within_the_tolerance_and_a_missing_step_or_another_kind_is_not() {
        let problem = problem(64);
        let inputs = problem.inputs(5);
        let expected = ends(&inputs);
        let (starts, rates, kinds) = (inputs.f32(STARTS), inputs.f32(RATES), inputs.u32(KINDS_OF));
        let wrong = |steps: u32, other: usize| {
            expected.refused(256, |i| {
                let kind = (kinds[i / 4] as usize + other) % KINDS;
                in_f32(rates[kind], keep(kind) as f32, [starts[i], starts[i / 4 * 4 + (i + 1) % 4]], steps)
            })
        };
        assert_eq!(wrong(STEPS, 0), 0);
        assert!(wrong(STEPS - 1, 0) > 240);
        assert!(wrong(STEPS, 1) > 240);
    }

    #[test]
    fn the_work_counts_the_damped_ones() {
        for n in [1, 8, 17, 64] {
            let kinds = shuffled_kinds(3, n);
            let flop: u64 = kinds.iter().map(|kind| 4 + u64::from(kind % 2)).sum();
            assert!(all_flop(n as u64).abs_diff(flop) <= 4, "{n}");
        }
    }
}
