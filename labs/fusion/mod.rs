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
use crate::lab::{Lab, Metric};

pub static LAB: Lab = Lab {
    name: "fusion",
    question: "What does it cost to write a result to memory only for the next kernel to read it back?",
    metric: Metric::Byte,
    parts: &[chain::PART, gelu::PART, norm::PART, softmax::PART, epilogue::PART],
    exercises: exercises::ALL,
    // 257: one more than the lanes of a row, so that one lane has two columns and a vector is cut off.
    small_sizes: &[1, 17, 257],
    default_size,
    launch_bound_size: Some(8),
    observe: observe::sentences,
};

/// Rows and columns. A buffer is 4 bytes an element: 256 MiB on a discrete GPU, past its last-level cache.
fn default_size(device: &Facts) -> u32 {
    match device.kind {
        DeviceType::Discrete => 8192,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Other => 4096,
        DeviceType::Cpu => 1024,
        DeviceType::Simulated => 256,
    }
}
