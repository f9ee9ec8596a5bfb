//! `precision`: values in fewer bits, and sums of them.

mod accumulated;
mod exercises;
mod formats;
mod gradients;
mod observe;
mod products;
mod split;
mod stored;
mod wide;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Lab, Metric, Prediction};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::faster(
        "stored-f16",
        "stored-f32",
        "Each value has half the bits. How many times as fast as `stored-f32` is `stored-f16`?",
    ),
    Prediction::faster(
        "stored-e4m3",
        "stored-f32",
        "A quarter of the bits, and some instructions to read them. How many times as fast as `stored-f32` is `stored-e4m3`?",
    ),
    Prediction::longer(
        "kahan",
        "sum-f32",
        "Each term takes four additions in place of one. How many times as long as `sum-f32` does `kahan` take?",
    ),
    Prediction::longer(
        "gradient-scaled",
        "gradient-f16",
        "Each value is multiplied before it is stored and divided when it is read. How many times as long as `gradient-f16` does `gradient-scaled` take?",
    ),
];

pub static LAB: Lab = Lab {
    name: "precision",
    question: "What does half the bits cost, and where?",
    handout: include_str!("README.md"),
    metric: Metric::Byte,
    parts: &[stored::PART, accumulated::PART, gradients::PART, products::PART],
    exercises: exercises::ALL,
    small_sizes: &[1, 17, 1025],
    default_size,
    counted_size: 1 << 16,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

/// Pairs of values.
fn default_size(device: &Facts) -> u32 {
    match device.kind {
        DeviceType::Discrete => 1 << 26,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Other => 1 << 24,
        DeviceType::Simulated => 1 << 22,
        DeviceType::Cpu => 1 << 21,
    }
}
