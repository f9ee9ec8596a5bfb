//! What needs a Vulkan, Metal or DX12 device.

#[path = "../common/mod.rs"]
mod common;

mod compile;
mod measured_roofs;
mod size;
mod tiling;
mod wrong;
