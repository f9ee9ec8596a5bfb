//! Counting what a profiler would count.

mod banks;
mod counters;
mod sectors;
mod tally;

pub use banks::{level1_wavefronts, wavefronts};
pub use counters::{Counters, LineCounters, by_line};
pub use sectors::{Footprint, Ranges, footprint};
pub use tally::Tally;
