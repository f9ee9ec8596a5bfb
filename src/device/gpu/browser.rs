//! What a browser tells of an adapter beyond WebGPU: nothing.

use crate::device::{Facts, Queried, Reading};

/// See `native::queried`.
pub fn queried(_: &wgpu::Adapter, _: &Facts) -> Queried {
    Queried::default()
}

/// A page cannot read clocks.
pub fn observed_clock(_: &Facts) -> Option<Reading> {
    None
}
