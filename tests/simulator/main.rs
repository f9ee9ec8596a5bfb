//! The simulator: its counters against formulas, its findings on kernels that are broken on purpose, and its values
//! against the specification, against devices and against itself.

#[path = "../common/mod.rs"]
mod common;

mod conformance;
mod counts;
mod faults;
mod fuzz;
mod hierarchy;
mod occupancy;
mod offload;
mod other_widths;
mod random_programs;
mod reduction;
mod rows;
mod sampling;
mod tuning;
