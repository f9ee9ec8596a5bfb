//! Runs a program.
//!
//! `launch` counts a launch by running samples of it, on the memory of a `context`. An `interpreter` runs one workgroup after the
//! other, instruction by instruction, on the `lanes` of its `subgroup`s or on a `subgroup_batch`. The `observers` watch it
//! and know nothing of it. `execution_trace` runs one workgroup step by step and records it, and a `slice` of a program runs only for
//! what it asks of memory.

mod access_sample;
mod conflicts;
mod context;
mod execution_trace;
mod interpreter;
mod lanes;
mod launch;
mod observers;
mod options;
mod slice;
mod subgroup;
mod subgroup_batch;

pub use access_sample::{AccessSample, AccessTotals, MemorySpace, Phase};
pub use execution_trace::trace;
pub use lanes::alu::one;
pub use lanes::float::{MATRIX_POLICY, VALUE_POLICY};
pub use launch::count;
pub use options::{Launch, LaunchError, Options, OutOfBounds, Outcome, Sampling, Schedule};
