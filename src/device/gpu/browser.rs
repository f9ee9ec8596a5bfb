//! What a browser tells of an adapter beyond WebGPU: nothing.

use crate::device::{Facts, Queried, Reading};

pub fn queried(_: &wgpu::Adapter, _: &Facts) -> Queried {
    Queried::default()
}

pub fn observed_clock(_: &Facts) -> Option<Reading> {
    None
}
