//! Where an oscillator is after so many steps, in double precision.

use super::problem::OSCILLATORS;
use crate::lab::{Data, Expected};
use std::sync::Arc;

/// The spacing of f32 at 1: the most that a correctly rounded operation may err, relative to its result.
const EPSILON: f64 = f32::EPSILON as f64;

/// The place after some steps, as a linear function of where the oscillator began.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Move {
    of_place: f64,
    of_speed: f64,
}

/// The moves of 0 to `most` steps at `rate`.
///
/// A step is `speed -= rate * place; place += rate * speed` (symplectic Euler), which is linear: what it does to
/// any start follows from what it does to (1, 0) and (0, 1).
fn moves(rate: f64, most: u32) -> Vec<Move> {
    let trace = |mut place: f64, mut speed: f64| {
        let mut places = vec![place];
        for _ in 0..most {
            speed -= rate * place;
            place += rate * speed;
            places.push(place);
        }
        places
    };
    trace(1.0, 0.0).into_iter().zip(trace(0.0, 1.0)).map(|(of_place, of_speed)| Move { of_place, of_speed }).collect()
}

/// Errors of f32 in one step, over 2^-23 and the distance at the start.
///
/// A step keeps `place^2 + speed^2 - rate place speed`, which lies between (1 - rate/2) and (1 + rate/2) times the
/// squared distance from 0. So no distance, of a state or of an error, ever grows by more than the square root `k` of their
/// ratio. In a step, speed errs by at most (1 + rate) 2^-23 k times the distance at the start (its product and its
/// sum, each rounded by at most an ulp; fused is better), place by as much and `rate` times speed's error: together, with
/// rate < 0.75, less than 4 in length. Later steps stretch that by `k` again.
fn error_of_a_step(rate: f64) -> f64 {
    4.0 * (1.0 + rate / 2.0) / (1.0 - rate / 2.0)
}

/// The places that `starts` reach at `rate` after `steps(element)` steps, at most `most`.
pub fn swung(
    starts: Arc<Data>,
    rate: f32,
    most: u32,
    steps: impl Fn(usize) -> u32 + Clone + Send + Sync + 'static,
) -> Expected {
    let rate = f64::from(rate);
    let moves = moves(rate, most);
    let start = move |i: usize| {
        let first = i / OSCILLATORS * OSCILLATORS;
        let of = |k: usize| f64::from(starts.f32(first + k % OSCILLATORS));
        (of(i % OSCILLATORS), of(i % OSCILLATORS + 1))
    };
    let start_too = start.clone();
    let of_a_step = error_of_a_step(rate) * EPSILON;
    let count = steps.clone();
    Expected::within(
        move |i| {
            let (place, speed) = start(i);
            let moved = moves[steps(i / OSCILLATORS) as usize];
            moved.of_place * place + moved.of_speed * speed
        },
        move |i| {
            let (place, speed) = start_too(i);
            let distance = libm::hypot(place, speed) as f32;
            of_a_step * f64::from(count(i / OSCILLATORS)) * f64::from(distance)
        },
        "steps x 4 (1 + rate/2) / (1 - rate/2) x 2^-23 x distance at the start: \
         each step rounds two products and two sums, and none of them can grow",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_f32(rate: f32, start: [f32; 2], steps: u32) -> f32 {
        let [mut place, mut speed] = start;
        for _ in 0..steps {
            speed -= rate * place;
            place += rate * speed;
        }
        place
    }

    #[test]
    fn single_precision_stays_within_the_tolerance_and_a_missing_step_does_not() {
        for rate in [0.25, 0.4, 0.61, 0.749] {
            let starts = [1.25, -0.5, 0.75, 0.1];
            for steps in [1, 7, 1024] {
                let data = Data::given(starts.map(f32::to_bits).to_vec());
                let expected = swung(Arc::new(data), rate, 1024, move |_| steps);
                let error = |k: usize, taken| {
                    let got = in_f32(rate, [starts[k], starts[(k + 1) % 4]], taken);
                    (f64::from(got) - (expected.value)(k)).abs() / (expected.tolerance)(k)
                };
                assert!((0..4).all(|k| error(k, steps) <= 1.0), "{rate} {steps}");
                assert!((0..4).any(|k| error(k, steps - 1) > 10.0), "{rate} {steps}");
                assert!((0..4).any(|k| error(k, steps + 1) > 10.0), "{rate} {steps}");
            }
        }
    }

    #[test]
    fn no_step_takes_an_oscillator_further_than_the_bound_says() {
        let rate = 0.7;
        let furthest = ((1.0 + rate / 2.0) / (1.0 - rate / 2.0_f64)).sqrt();
        for moved in moves(rate, 2000) {
            assert!(moved.of_place.hypot(moved.of_speed) <= furthest * 1.000_001);
        }
    }
}
