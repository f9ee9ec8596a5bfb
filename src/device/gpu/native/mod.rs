//! What the driver and the operating system know of an adapter beyond WebGPU: units, clocks, memory.

mod ioreg;
mod kfd;
#[cfg(all(feature = "nvml", not(target_vendor = "apple")))]
mod nvml;
mod query;
#[cfg(not(target_vendor = "apple"))]
mod vulkan;

pub use query::{observed_clock, processes, queried, state};
