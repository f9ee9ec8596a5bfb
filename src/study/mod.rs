//! What surrounds the runs of somebody who studies: predictions, the work log, baselines, progress.

pub mod baseline;
pub mod checkup;
pub mod log;
mod log_entry;
mod number;
pub mod prediction;
pub mod progress;
mod review;

pub use baseline::{Baselines, Comparison};
pub use log::WorkLog;
pub use prediction::Review;
pub use progress::{Progress, ProgressFile};
pub use review::review;

/// The folder under the working directory in which the tool keeps what it remembers.
pub const STATE: &str = ".lockstep";
