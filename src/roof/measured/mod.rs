//! Measured roofs: micro-kernels whose shape is tuned on the device itself, and the fastest.

mod autotune;
mod ceiling;
mod chains;
mod compute;
mod fma_chain;
mod memory;
mod microkernel;
mod search;

pub use ceiling::{Ceiling, CeilingError};
pub use chains::{chains, offered};
pub use compute::compute;
pub use memory::memory;

#[cfg(test)]
mod tests;
