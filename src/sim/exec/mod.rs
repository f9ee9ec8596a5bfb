//! Running a program.

mod alu;
mod atomic;
mod barrier;
mod buffers;
mod collective;
mod context;
mod control;
mod float;
mod index;
mod launch;
mod memory;
mod movement;
mod options;
mod pattern;
mod subgroup;
mod watch;
mod worker;

pub use launch::run;
pub use options::{Launch, LaunchError, Options, OutOfBounds, Outcome, Sampling};
