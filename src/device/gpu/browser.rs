//! What a browser tells of an adapter beyond WebGPU: nothing.

use crate::device::{Facts, GpuState, ProcessUse, Queried, Reading};

/// See `native::queried`.
pub fn queried(_: &wgpu::Adapter, _: &Facts) -> Queried {
    Queried::default()
}

/// A page cannot read clocks.
pub fn observed_clock(_: &Facts) -> Option<Reading> {
    None
}

/// Nor who uses the GPU.
pub fn processes(_: &Facts, _: u64) -> Vec<ProcessUse> {
    Vec::new()
}

/// Nor what else the GPU does.
pub fn state(_: &Facts) -> GpuState {
    GpuState::default()
}
