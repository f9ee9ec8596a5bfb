//! `sleepers`, the second exercise's problem: few of the elements have work to do, and nobody knows which.

use super::problem::{OSCILLATORS, one_rate, u32_input};
use super::swing::swung;
use crate::lab::{Buffer, Fill, Part, Problem, Role, Work, shuffle};

/// Steps of an element that is awake.
const STEPS: u32 = 256;

/// One element in so many is awake.
const ONE_IN: u64 = 8;

/// FLOPs of one step of one element: two fused multiply-adds for each oscillator.
const STEP_FLOP: u64 = 4 * OSCILLATORS as u64;

const STARTS: u32 = 1;
const RATES: u32 = 2;
const AWAKE: u32 = 3;

/// The part: it has no ladder of its own.
pub static PART: Part = Part { also: &[all_awake, none_awake], ..Part::new("sleepers", problem, &[]) };

fn problem(size: u32) -> Problem {
    of(size, u64::from(size).div_ceil(ONE_IN), shuffled)
}

/// All awake: more than a list sized for the usual share can hold.
fn all_awake() -> Problem {
    of(3000, 3000, |_, len| vec![1; len])
}

/// A list that stays empty.
fn none_awake() -> Problem {
    of(100, 0, |_, len| vec![0; len])
}

fn of(size: u32, awake: u64, who: fn(u64, usize) -> Vec<u32>) -> Problem {
    let n = size as usize;
    let all = u64::from(size);
    let steps = awake * u64::from(STEPS);
    let element = 4 * OSCILLATORS as u64;
    Problem {
        label: format!("{size} x {OSCILLATORS} oscillators, {awake} of them move on by {STEPS} steps"),
        size,
        extents: vec![("elements", size)],
        work: Work::new((steps * STEP_FLOP) as f64, (all * (2 * element + 4) + 4) as f64),
        buffers: vec![
            Buffer::params(vec![size, STEPS]),
            Buffer::f32("starts", STARTS, OSCILLATORS * n, Role::Input(Fill::Random)),
            Buffer::f32("rates", RATES, 1, Role::Input(Fill::With(one_rate))),
            u32_input("awake", AWAKE, n, who),
            Buffer::f32("ends", 4, OSCILLATORS * n, Role::Output),
        ],
        reference: Box::new(|inputs| {
            let awake = inputs.u32(AWAKE).to_vec();
            let rate = inputs.f32(RATES)[0];
            vec![swung(inputs.at(STARTS), rate, STEPS, move |element| STEPS * awake[element])]
        }),
    }
}

/// As many 1s for every seed, in another order, among 0s.
fn shuffled(seed: u64, len: usize) -> Vec<u32> {
    let awake = |i: u64| u32::from(i.is_multiple_of(ONE_IN));
    let mut all: Vec<u32> = (0..len as u64).map(awake).collect();
    shuffle(seed, &mut all);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_is_that_of_those_awake_and_sleepers_must_stay_where_they_are() {
        for size in [1, 17, 255, 1000] {
            let problem = problem(size);
            let inputs = problem.inputs(3);
            let awake: u32 = inputs.u32(AWAKE).iter().sum();
            assert_eq!(problem.work.flop.0, f64::from(awake * STEPS) * 16.0, "{size}");
            let expected = (problem.reference)(&inputs).remove(0);
            let sleeper = inputs.u32(AWAKE).iter().position(|awake| *awake == 0);
            if let Some(sleeper) = sleeper {
                let start = f64::from(inputs.f32(STARTS)[4 * sleeper]);
                assert_eq!((expected.value)(4 * sleeper), start);
                assert_eq!((expected.tolerance)(4 * sleeper), 0.0);
            }
        }
    }
}
