//! Machines: the architecture parameters that the simulator counts and estimates for.
//!
//! A machine is a TOML file (one of `src/sim/machines/` in this repository, or any path given to
//! [`Machine::load`]) of figures in groups. Every figure has a source, and a figure that is not known is left out:
//! what needs it is then *not modelled*, never guessed.

mod catalog;
mod error;
mod read;
mod spec;
#[cfg(test)]
mod tests;

pub use error::MachineError;
pub use spec::{Atomics, Cache, Dram, Launch, Machine, Residency, Shared, Subgroup, Unit};
