//! The `sim` device.
pub mod cache;
pub mod estimate;
pub mod machine;
pub mod occupancy;
