//! Runs workgroups: [`workgroup`] their subgroups from barrier to barrier, and [`step`] the instructions of a subgroup.
//!
//! The others execute one kind of instruction each, on the [`state`] of a thread. What happens goes to the observers.

mod addresses;
mod atomic;
mod collective;
mod collective_sync;
mod control;
mod cooperative_matrix;
mod fast_path;
mod index;
mod load_store;
mod repeated_state;
mod state;
mod step;
mod step_budget;
mod texture;
mod transfer;
mod workgroup;

pub use state::Runner;
pub use step::step;
pub use step_budget::Budget;
pub use workgroup::{Stagger, run, run_by, run_time_slice, shuffle};
