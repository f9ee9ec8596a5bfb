//! From what size it pays to leave the host: what a dispatch costs, and what the way there and back.

mod bits;
mod copies;
mod count;
mod crossing;
mod crossover;
mod dispatches;
mod exercises;
mod observe;
mod overlap;
mod polynomial;
mod products;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Grid, Lab, Metric, Pass, Prediction};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::faster(
        "one-dispatch",
        "submit-each",
        "The same elements are computed in 64 submissions or in one dispatch. How many times as fast as `submit-each` is `one-dispatch`?",
    ),
    Prediction::faster(
        "cold",
        "host",
        "The elements are on the host, and the results must come back to it. How many times as fast as `host` is `cold`, copies included?",
    ),
    Prediction::faster(
        "warm",
        "cold",
        "How many times as fast as `cold` is `warm`, whose data are on the device and stay there?",
    ),
];

pub static LAB: Lab = Lab {
    name: "offload",
    question: "At what size does it pay to leave the host?",
    handout: include_str!("README.md"),
    metric: Metric::Flop,
    parts: &[dispatches::PART, crossover::PART, crossover::BY_DEGREE, count::PART, copies::PART, overlap::PART],
    exercises: exercises::ALL,
    small_sizes: &[1, 17, 1000],
    default_size,
    counted_size: 1 << 14,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

/// The kernel of all variants.
static POLYNOMIAL: &[Pass] = &[Pass::new("polynomial.wgsl", Grid::EACH)];

/// Elements whose arithmetic takes a device some milliseconds.
fn default_size(device: &Facts) -> u32 {
    match device.kind_on_silicon() {
        _ if device.kind == DeviceType::Simulated => 1 << 18,
        DeviceType::Discrete => 1 << 24,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Simulated | DeviceType::Other => 1 << 22,
        DeviceType::Cpu => 1 << 16,
    }
}

/// Every other one of `points`, the last one among them, on a device that takes its time for each.
fn fewer(device: &Facts, points: Vec<u32>) -> Vec<u32> {
    let step = if device.kind == DeviceType::Cpu { 2 } else { 1 };
    let skipped = points.len().saturating_sub(1) % step;
    points.into_iter().skip(skipped).step_by(step).collect()
}

/// The powers of four from `first` to `last`; `last` alone where it is smaller.
fn fourfold(first: u32, last: u32) -> Vec<u32> {
    let points: Vec<u32> =
        std::iter::successors(Some(first), |at| at.checked_mul(4)).take_while(|at| *at <= last).collect();
    if points.is_empty() { vec![last.max(1)] } else { points }
}

/// The powers of four from `first` to `last`, and `last`: a curve ends where the table's row is.
fn up_to(first: u32, last: u32) -> Vec<u32> {
    let mut points = fourfold(first, last);
    if points.last().is_some_and(|point| *point < last) {
        points.push(last);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_has_every_other_point_and_always_the_last() {
        let at = |kind, points: &[u32]| fewer(&Facts::of_kind(kind), points.to_vec());
        assert_eq!(at(DeviceType::Cpu, &[8, 32, 128, 512, 2048]), [8, 128, 2048]);
        assert_eq!(at(DeviceType::Cpu, &[256, 1024]), [1024]);
        assert_eq!(at(DeviceType::Discrete, &[8, 32, 128]), [8, 32, 128]);
        assert!(at(DeviceType::Cpu, &[]).is_empty());
    }

    #[test]
    fn a_curve_ends_at_the_size_of_the_run() {
        assert_eq!(up_to(256, 4096), [256, 1024, 4096]);
        assert_eq!(up_to(256, 5000), [256, 1024, 4096, 5000]);
        assert_eq!(up_to(256, 100), [100]);
    }
}
