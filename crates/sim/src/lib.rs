//! The `sim` device: runs WGSL in lockstep subgroups on the CPU, counts, and finds faults.
//!
//! [`Program::new`] lowers one entry point of a naga module to instructions over *planes*, one word for each lane of a
//! subgroup: calls are inlined, values split into scalars, local variables kept in registers. [`run()`] executes all
//! workgroups, in parallel where that cannot change the result, and yields [`Counters`], the same by source line, and
//! [`Finding`]s; [`simulate`] does so on a [`machine::Machine`], with its caches, its occupancy and an estimated time.
//! [`width_assumptions`] runs a kernel with other subgroup widths and compares.
//!
//! Each subgroup of a workgroup runs to its next barrier, in an order that the seed decides, so that a missing barrier
//! fails the same way every time. Everything is a function of the program, the inputs, the machine and the seed: the
//! number of threads, the CPU and the build profile change nothing.

pub mod advice;
pub mod cache;
mod code;
mod config;
mod count;
pub mod estimate;
mod exec;
mod fault;
mod finding;
pub mod kernel;
mod lower;
pub mod machine;
pub mod occupancy;
mod program;
mod shape;
pub mod units;
mod widths;

pub use cache::Does;
pub use config::Config;
pub use count::{Counter, Counters, LineCounters};
pub use exec::{
    FirstRequest, Goes, Launch, LaunchError, Options, OutOfBounds, Outcome, Sampling, Simulation,
    VALUE_POLICY, run, simulate,
};
pub use finding::{Finding, FindingKind, Severity};
pub use program::{Buffer, Program, Unsupported};
pub use widths::{Widths, width_assumptions};

#[cfg(test)]
mod tests;
