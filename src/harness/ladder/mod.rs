//! A lab's run, step by step: what runs is prepared, verified, timed, placed next to the roofs, and observed.
//!
//! A step knows those before it and gets what it needs; [`run`] alone sees the whole [`context`].

mod choose_size;
pub mod compare_on_device;
pub mod context;
pub mod execution_trace;
mod fill;
mod measure;
pub mod observe;
mod parts;
pub mod place;
pub mod prepare;
pub mod progress;
mod report;
pub mod run;
mod small_sizes;
mod sweep;
pub mod time;
mod verify;
