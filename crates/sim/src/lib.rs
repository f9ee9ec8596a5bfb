//! Runs WGSL compute kernels in lockstep subgroups on the CPU, counts what a GPU's profiler would count, and finds races.
//!
//! [`Shader`] is the short way to test a kernel of your own: text and buffers in, outputs, [`Counters`], [`Finding`]s and
//! an [estimated time](estimate::Estimate) out. Behind it, [`kernel::Kernel::parse`] reads WGSL, [`Compiled::new`] lowers
//! one entry point to instructions over *planes*, one word for each lane of a subgroup, and models what a GPU's compiler
//! makes of them, [`simulate`] runs it on a
//! [`machine::Machine`] with its caches and its occupancy, and [`width_assumptions`] runs it with other subgroup widths and
//! compares. [`run()`] counts for a machine of which only a [`Target`] is known.
//!
//! Each subgroup of a workgroup runs to its next barrier, in an order that the seed decides, so that a missing barrier
//! fails the same way every time. Everything is a function of the program, the inputs, the machine and the seed: the
//! number of threads, the CPU and the build profile change nothing.
//!
//! The crate reads no file and no clock. The feature `threads` (on by default) runs workgroups on several threads; without
//! it the crate builds for `wasm32-unknown-unknown`.

pub mod advice;
pub mod compile;
pub mod estimate;
pub mod kernel;
mod lower;
mod other_widths;
mod shader;
mod simulate;

pub use cache::{AccessKind, Dependence, Writers};
pub use compile::Compiled;
pub use count::{Counter, Counters, DependsOn, LineCounters};
pub use exec::{
    AccessSample, AccessTotals, Launch, LaunchError, MATRIX_POLICY, MemorySpace, Options, OutOfBounds, Outcome, Phase,
    Sampling, Schedule, VALUE_POLICY,
};
pub use finding::{Finding, FindingKind, RacingAccesses, Reason, Severity};
pub use ir::{Buffer, Program, SamplerBinding, Unsupported};
pub use lockstep_machine::{Paged, cache, execution_trace, machine, occupancy, si_units, spelling, texture};
use lockstep_machine::{count, exec, finding, ir, limit, slice, type_layout};
pub use machine::Target;
pub use other_widths::{SimulatedKernel, Widths, width_assumptions};
pub use shader::{Run, Shader, ShaderError};
pub use simulate::{Simulation, run, simulate};

#[cfg(test)]
mod tests;

/// The examples in the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
