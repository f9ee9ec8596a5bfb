//! Runs a kernel with other subgroup widths, and finds what it assumes of its own.

mod ballot;
mod compare;
mod kernel;

pub use compare::{Widths, width_assumptions};
pub use kernel::SimulatedKernel;
