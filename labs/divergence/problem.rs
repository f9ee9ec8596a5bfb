//! Oscillators, moved on by one of many paths, or by different numbers of steps.

use rayon::prelude::*;

use super::swing::swung;
use crate::lab::{Buffer, Fill, Problem, Role, Work, chance, shuffle};

/// Steps of every path: long against the 63 tests of the paths that an element does not take.
pub const STEPS: u32 = 1024;

/// Paths between which the kernels choose.
const PATHS: usize = 64;

/// Oscillators of an element: independent of each other, so that one does not wait for its own last step alone.
pub const OSCILLATORS: usize = 4;

/// FLOPs of one step of one element: two fused multiply-adds for each oscillator.
const STEP_FLOP: u64 = 4 * OSCILLATORS as u64;

/// Elements whose numbers of steps repeat, before they are shuffled.
const CYCLE: u64 = 64;

const STARTS: u32 = 1;
const RATES: u32 = 2;
const TRIPS: u32 = 3;

/// `size` elements, all with the same work; which path an element takes is what the variants differ in.
pub fn paths(size: u32) -> Problem {
    let n = size as usize;
    let all = u64::from(size);
    Problem {
        label: format!("{size} x {OSCILLATORS} oscillators, {STEPS} steps each, by one of {PATHS} paths"),
        size,
        extents: vec![("elements", size)],
        work: Work::new((all * u64::from(STEPS) * STEP_FLOP) as f64, (all * 2 * element_bytes() + 4) as f64),
        buffers: vec![
            Buffer::params(vec![size, STEPS, 0]),
            starts(n),
            rates(PATHS),
            u32_input("kinds", 3, n, kinds),
            u32_input("order", 4, n, by_kind),
            ends(n),
        ],
        reference: Box::new(|inputs| vec![swung(inputs.at(STARTS), inputs.f32(RATES)[0], STEPS, |_| STEPS)]),
    }
}

/// `size` elements, each with its own number of steps.
pub fn trips(size: u32) -> Problem {
    let n = size as usize;
    let all = u64::from(size);
    let steps = all_trips(all);
    Problem {
        label: format!("{size} x {OSCILLATORS} oscillators, 1 to {STEPS} steps, {steps} in all"),
        size,
        extents: vec![("elements", size)],
        work: Work::new((steps * STEP_FLOP) as f64, (all * (2 * element_bytes() + 4) + 4) as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            starts(n),
            rates(1),
            u32_input("trips", TRIPS, n, shuffled_trips),
            u32_input("order", 4, n, by_trips),
            ends(n),
        ],
        reference: Box::new(|inputs| {
            let trips = inputs.at(TRIPS);
            let rate = inputs.f32(RATES)[0];
            vec![swung(inputs.at(STARTS), rate, STEPS, move |element| trips.u32(element))]
        }),
    }
}

fn element_bytes() -> u64 {
    4 * OSCILLATORS as u64
}

fn starts(n: usize) -> Buffer {
    Buffer::f32("starts", STARTS, OSCILLATORS * n, Role::Input(Fill::Random))
}

fn rates(paths: usize) -> Buffer {
    Buffer::f32("rates", RATES, paths, Role::Input(Fill::With(one_rate)))
}

fn ends(n: usize) -> Buffer {
    Buffer::f32("ends", 5, OSCILLATORS * n, Role::Output)
}

/// An input whose values `fill` makes from a seed that it shares with its neighbours.
pub fn u32_input(name: &'static str, binding: u32, len: usize, fill: fn(u64, usize) -> Vec<u32>) -> Buffer {
    Buffer::u32(name, binding, len, Role::Input(Fill::Shared(fill)))
}

/// One rate in 0.25..0.75 for all paths: a kernel cannot know that they are equal.
pub fn one_rate(seed: u64, len: usize) -> Vec<u32> {
    let rate = 0.25 + 0.5 * fastrand::Rng::with_seed(seed).f32();
    vec![rate.to_bits(); len]
}

/// The path of each element.
fn kinds(seed: u64, len: usize) -> Vec<u32> {
    let mut chance = chance(seed, 1);
    (0..len).map(|_| chance.u32(0..PATHS as u32)).collect()
}

/// The elements in the order of their kinds.
fn by_kind(seed: u64, len: usize) -> Vec<u32> {
    sorted_by(&kinds(seed, len), |kind| kind)
}

/// The steps of the element of that rank: from 1 to [`STEPS`], as the fourth power of the rank, so that few are long.
fn trips_of(rank: u64) -> u32 {
    let part = rank % CYCLE + 1;
    let steps = u64::from(STEPS) * part.pow(4) / CYCLE.pow(4);
    (steps as u32).max(1)
}

/// The steps of `n` elements together.
fn all_trips(n: u64) -> u64 {
    let sum = |ranks: u64| (0..ranks).map(trips_of).map(u64::from).sum::<u64>();
    n / CYCLE * sum(CYCLE) + sum(n % CYCLE)
}

/// The same numbers of steps for every seed, in another order, so that their sum is known from their number alone.
fn shuffled_trips(seed: u64, len: usize) -> Vec<u32> {
    let mut trips: Vec<u32> = (0..len as u64).map(trips_of).collect();
    shuffle(seed, &mut trips);
    trips
}

/// The elements in the order of their steps, the longest first.
fn by_trips(seed: u64, len: usize) -> Vec<u32> {
    sorted_by(&shuffled_trips(seed, len), std::cmp::Reverse)
}

/// The indices of `keys` in the order that `rank` gives them; equal ones keep their order.
fn sorted_by<K: Ord>(keys: &[u32], rank: impl Fn(u32) -> K + Sync) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.par_sort_by_key(|&element| rank(keys[element as usize]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_counts_the_steps_that_the_data_asks_for() {
        for size in [1, 17, 255, 1000] {
            let problem = trips(size);
            let inputs = problem.inputs(3);
            let steps: u64 = inputs.u32(TRIPS).iter().map(|&t| u64::from(t)).sum();
            assert_eq!(problem.work.flop.0, (16 * steps) as f64, "{size} elements");
        }
    }

    #[test]
    fn trips_are_skewed_from_one_to_all_steps() {
        let trips: Vec<u32> = (0..CYCLE).map(trips_of).collect();
        assert_eq!((trips[0], trips[63]), (1, STEPS));
        let mean = f64::from(trips.iter().sum::<u32>()) / 64.0;
        assert!((200.0..240.0).contains(&mean), "{mean}");
    }

    #[test]
    fn an_order_names_every_element_once_and_sorts_the_data_it_comes_with() {
        let inputs = paths(1000).inputs(9);
        let order = inputs.u32(4);
        let kinds: Vec<u32> = order.iter().map(|&e| inputs.u32(3)[e as usize]).collect();
        assert!(kinds.is_sorted() && kinds[0] < kinds[999]);
        let mut elements = order.to_vec();
        elements.sort_unstable();
        assert!(elements.iter().copied().eq(0..1000));

        let inputs = trips(1000).inputs(9);
        let trips: Vec<u32> = inputs.u32(4).iter().map(|&e| inputs.u32(3)[e as usize]).collect();
        assert!(trips.is_sorted_by(|a, b| a >= b) && trips[0] == STEPS);
    }

    #[test]
    fn all_paths_have_the_rate_of_the_seed() {
        let inputs = paths(8).inputs(4);
        let rates = inputs.f32(RATES);
        assert_eq!(rates.len(), PATHS);
        assert!(rates.iter().all(|rate| *rate == rates[0]));
        assert_ne!(rates[0], paths(8).inputs(5).f32(RATES)[0]);
    }
}
