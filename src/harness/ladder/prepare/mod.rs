//! From a lab's definition and its shaders to what a device can run.

pub mod baseline_kernels;
pub mod candidate;
pub mod configured;
pub mod device_problem;
pub mod host_schedule;
pub mod kept;
pub mod ladder;
pub mod pages;
pub mod runnable;
pub mod size;
pub mod variant_under_test;
