//! Counting what a profiler would count.

mod banks;
mod counters;
mod path;
mod sectors;
mod spread;
mod table;
mod tally;

pub use banks::{level1_wavefronts, wavefronts};
pub use counters::{Counter, Counters, LineCounters, SiteTally, by_line};
pub use path::{Follower, Lengths, Path};
pub use sectors::{Measured, Ranges, checksum, footprint, joined, most_at_one, request_checksum, whole_sectors};
pub use spread::{AtomicContention, Contention, Visits};
pub use tally::Tally;
