//! `fusion`: what it costs to write a result to memory only for the next kernel to read it back.

mod chain;
mod epilogue;
mod exercises;
mod gated;
mod gelu;
mod logsumexp;
mod norm;
mod observe;
mod plane;
mod rounded;
mod softmax;
#[cfg(test)]
mod tests;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Lab, Metric, Prediction};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::faster(
        "chain-fused",
        "chain-unfused",
        "Five kernels become one. How many times as fast as `chain-unfused` is `chain-fused`?",
    ),
    Prediction::faster(
        "gelu-fused",
        "gelu-unfused",
        "It saves half of its traffic. How many times as fast as `gelu-unfused` is `gelu-fused`?",
    ),
    Prediction::faster(
        "norm-fused",
        "norm-unfused",
        "It also saves half of its traffic, but its reduction remains. How many times as fast as `norm-unfused` is `norm-fused`?",
    ),
    Prediction::faster(
        "softmax-online",
        "softmax-fused",
        "It reads each row twice instead of three times. How many times as fast as `softmax-fused` is `softmax-online`?",
    ),
    Prediction::faster(
        "epilogue-fused",
        "epilogue-unfused",
        "It accesses the output once instead of three times. How many times as fast as `epilogue-unfused` is `epilogue-fused`?",
    ),
];

pub static LAB: Lab = Lab {
    name: "fusion",
    question: "What does it cost to write a result to memory only for the next kernel to read it back?",
    handout: include_str!("README.md"),
    metric: Metric::Byte,
    parts: &[chain::PART, gelu::PART, norm::PART, softmax::PART, epilogue::PART],
    exercises: exercises::ALL,
    // 257: one more than the lanes of a row, so that one lane has two columns and a vector is cut off.
    small_sizes: &[1, 17, 18, 257],
    default_size,
    counted_size: 256,
    launch_bound_size: Some(8),
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

/// Rows and columns. A buffer is 4 bytes an element: 256 MiB on a discrete GPU, past its last-level cache.
fn default_size(device: &Facts) -> u32 {
    match device.kind_on_silicon() {
        DeviceType::Discrete => 8192,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Simulated | DeviceType::Other => 4096,
        DeviceType::Cpu => 1024,
    }
}
