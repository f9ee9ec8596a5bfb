//! Running a program.
//!
//! [`launch`] counts a launch by running samples of it, on the memory of a [`context`]. A [`runner`] runs one workgroup
//! after the other, and [`interpret`] one subgroup's instructions on its [`lanes`], or those of several that run [`abreast`]. A [`slice`] of a
//! program runs for what it asks of memory alone. What happens is told to objects of their
//! own, which know nothing of the runner: [`counts`], with the first level of the caches, the [`sanitizer`], the [`budget`]
//! of passes through loops and the [`first`] requests; [`garbage`] follows values that are not defined. [`trace`] runs one workgroup step by step and has a [`recorder`] note
//! what each step did.

mod abreast;
mod atomic;
mod banks;
mod budget;
mod collective;
mod context;
mod control;
mod counts;
mod first;
mod garbage;
mod index;
mod interpret;
mod lanes;
mod launch;
mod memory;
mod movement;
mod options;
mod probe;
mod quick;
mod recorder;
mod runner;
mod sanitizer;
mod slice;
mod texture;
mod together;
mod trace;
mod uneven;

pub use first::{AccessTotals, FirstRequest, MemorySpace, Phase};
pub use lanes::alu::one;
pub use lanes::float::VALUE_POLICY;
pub use launch::{count, run};
pub use options::{Launch, LaunchError, Options, OutOfBounds, Outcome, Sampling, Schedule};
pub use trace::trace;
