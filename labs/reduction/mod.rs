//! `reduction`: how a million invocations make one number, a running total, or a histogram.

mod exercises;
mod experts;
mod floats;
mod histogram;
mod length;
mod observe;
mod scan;
mod sum;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Lab, Metric, Prediction};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::faster(
        "sequential",
        "atomic",
        "256 elements need one turn together, not one turn each; but they go through a tree of eight levels. How many times as fast as `atomic` is `sequential`?",
    ),
    Prediction::faster(
        "strided",
        "interleaved",
        "The same additions are made in the same places, but by neighbouring invocations. How many times as fast as `interleaved` is `strided`?",
    ),
    Prediction::faster(
        "grid-stride",
        "sequential",
        "In `sequential` half of the invocations are idle after their only load. How many times as fast as `sequential` is `grid-stride`, where each adds 16 elements first?",
    ),
    Prediction::faster(
        "by-tree",
        "one-by-one",
        "Eight sums of f32 are made, one element after the other or by trees. How many times as fast as `one-by-one` is `by-tree`?",
    ),
    Prediction::faster(
        "blelloch",
        "hillis-steele",
        "Blelloch's tree makes 2 n additions where Hillis and Steele make 8 n. How many times as fast as `hillis-steele` is `blelloch`?",
    ),
    Prediction::faster(
        "look-back",
        "three-pass",
        "Count the bytes that they move. How many times as fast as `three-pass` is `look-back`?",
    ),
    Prediction::faster(
        "workgroup",
        "global",
        "Nine elements in ten are equal. How many times as fast as `global` is `workgroup`, where only the 256 invocations of a workgroup meet?",
    ),
    Prediction::faster(
        "replicated",
        "workgroup",
        "Each bin has eight copies. How many times as fast as `workgroup` is `replicated`?",
    ),
    Prediction::faster(
        "experts-ballot",
        "experts-loop",
        "To find its place in a tile of 256, a token compares itself with each one before it, or six times with all lanes at once. How many times as fast as `experts-loop` is `experts-ballot`?",
    ),
];

pub static LAB: Lab = Lab {
    name: "reduction",
    question: "How do a million invocations make one number, or a running total?",
    handout: include_str!("README.md"),
    metric: Metric::Byte,
    parts: &[sum::PART, floats::PART, scan::BLOCKS, scan::SCAN, histogram::PART, experts::PART],
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
        DeviceType::Cpu => 1 << 19,
    }
}
