//! `reduction`: how a million invocations make one number, a running total, or a histogram.

#[macro_use]
mod buffers;
mod exercises;
mod histogram;
mod length;
mod observe;
mod scan;
mod sum;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Lab, Metric, Prediction};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[];

pub static LAB: Lab = Lab {
    name: "reduction",
    question: "How do a million invocations make one number, or a running total?",
    handout: include_str!("README.md"),
    metric: Metric::Byte,
    parts: &[sum::PART, scan::BLOCKS, scan::SCAN, histogram::PART],
    exercises: exercises::ALL,
    // 40000: more tiles than look-back looks at together.
    small_sizes: &[1, 17, 1025, 40_000],
    default_size,
    counted_size: 1 << 16,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

/// Elements. What workgroups hand to each other needs all of them, so that the simulator runs each launch whole; and a CPU goes
/// through a workgroup's invocations one after the other at each barrier.
fn default_size(device: &Facts) -> u32 {
    match device.kind {
        DeviceType::Discrete => 1 << 26,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Other => 1 << 24,
        DeviceType::Simulated => 1 << 21,
        DeviceType::Cpu => 1 << 20,
    }
}
