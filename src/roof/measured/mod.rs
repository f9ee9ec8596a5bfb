//! Measured roofs: micro-kernels that race shapes on the device itself, and who won.

mod ceiling;
mod chain;
mod compute;
mod heats;
mod memory;
mod race;
mod shape;

pub use ceiling::{Ceiling, CeilingError};
pub use compute::compute;
pub use memory::memory;

#[cfg(test)]
mod tests;
