//! Counting what a profiler would count.

mod banks;
mod contention;
mod counter_value;
mod counters;
mod path;
mod sectors;
mod tally;

pub use banks::{l1_wavefronts, wavefronts};
pub use contention::{AtomicContention, Contention, Visits};
pub use counters::{Counter, Counters, DependsOn, LineCounters, SiteTally, by_line};
pub use path::{Follower, Lengths, Path};
pub use sectors::{
    Footprint, Measured, Ranges, checksum, footprint, joined, most_at_one, request_checksum, whole_sectors,
};
pub use tally::Tally;
