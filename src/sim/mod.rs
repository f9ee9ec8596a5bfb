//! The `sim` device: runs WGSL in lockstep subgroups on the CPU, counts, and finds faults.

pub mod advice;
pub mod cache;
mod code;
mod config;
mod count;
pub mod estimate;
mod exec;
mod fault;
mod lower;
pub mod machine;
pub mod occupancy;
mod program;
mod shape;
mod widths;

pub use config::Config;
pub use count::{Counters, LineCounters};
pub use exec::{
    Launch, LaunchError, Options, OutOfBounds, Outcome, Sampling, Simulation, run, simulate,
};
pub use fault::{Finding, Severity};
pub use program::{Buffer, Program, Unsupported};
pub use widths::width_assumptions;

#[cfg(test)]
mod tests;
