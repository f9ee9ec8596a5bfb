//! The machine that `lockstep-sim` simulates: it runs a lowered program in lockstep subgroups and counts what a GPU's profiler would
//! count.
//!
//! [`ir`] is the instruction set and [`exec`] runs it; [`cache`] and [`count`] say what the launch asked of a GPU whose figures
//! [`machine`] has. Nothing here reads WGSL, compiles or estimates: `lockstep-sim` stands on this crate and is the one to use.
//!
//! It is a crate of its own because it must run fast: it is optimised in every build, and those who work on what stands on it
//! need not wait for that.

pub mod cache;
pub mod count;
pub mod exec;
pub mod execution_trace;
pub mod finding;
pub mod ir;
pub mod limit;
pub mod machine;
pub mod occupancy;
mod paged;
pub mod si_units;
pub mod slice;
pub mod spelling;
pub mod texture;
mod threads;
pub mod type_layout;

pub use paged::Paged;
