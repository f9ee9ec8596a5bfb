//! Running a program.

mod alu;
mod alu64;
mod atomic;
mod barrier;
mod buffers;
mod collective;
mod context;
mod control;
mod counts;
mod endless;
mod features;
mod first;
mod float;
mod follow;
mod form;
mod index;
mod inputs;
mod interpret;
mod lanes;
mod launch;
mod memory;
mod movement;
mod options;
mod order;
mod pattern;
mod quick;
mod sample;
mod simulate;
mod subgroup;
mod watch;
mod worker;

pub use first::{FirstRequest, Goes};
pub use float::VALUE_POLICY;
pub use launch::run;
pub use options::{Launch, LaunchError, Options, OutOfBounds, Outcome, Sampling, Simulation};
pub use simulate::simulate;
