//! What surrounds the runs of somebody who studies: predictions, the work log, baselines, progress.

#[cfg(not(target_family = "wasm"))]
pub mod baseline;
#[cfg(not(target_family = "wasm"))]
pub mod baseline_comparison;
mod causes;
#[cfg(not(target_family = "wasm"))]
mod changed;
#[cfg(not(target_family = "wasm"))]
pub mod checkup;
#[cfg(not(target_family = "wasm"))]
pub mod log;
#[cfg(not(target_family = "wasm"))]
mod log_entry;
mod number;
pub mod prediction;
#[cfg(not(target_family = "wasm"))]
pub mod progress;
mod review;
mod steps;

#[cfg(not(target_family = "wasm"))]
pub use baseline::Baselines;
#[cfg(not(target_family = "wasm"))]
pub use baseline_comparison::Comparison;
#[cfg(not(target_family = "wasm"))]
pub use log::WorkLog;
pub use prediction::Review;
#[cfg(not(target_family = "wasm"))]
pub use progress::{Progress, ProgressFile};
pub use review::{review, tolerance};

/// The folder under the working directory in which the tool keeps what it remembers.
pub const STATE: &str = ".lockstep";
