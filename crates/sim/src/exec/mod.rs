//! Running a program.
//!
//! [`launch`] counts a launch by running [`sample`]s of it: [`dispatch`] has workgroups run [in order](part) or
//! [in parallel](parallel). A [`worker`] runs one [`workgroup`] after the other, and [`interpret`] one subgroup's
//! instructions. What happens is told to objects of their own: [`counts`], with the first level of the caches, the
//! [`sanitizer`], the [`budget`] of passes through loops and the [`first`] requests.

mod addresses;
mod alu;
mod alu64;
mod atomic;
mod barrier;
mod budget;
mod buffers;
mod collective;
mod context;
mod control;
mod counts;
mod dispatch;
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
#[cfg(feature = "threads")]
mod parallel;
mod part;
mod quick;
mod request;
mod sample;
mod sanitizer;
mod subgroup;
mod watch;
mod worker;
mod workgroup;

pub use first::{AccessTotals, FirstRequest, Goes};
pub use float::VALUE_POLICY;
pub use launch::{count, run};
pub use options::{Launch, LaunchError, Options, OutOfBounds, Outcome, Sampling};
