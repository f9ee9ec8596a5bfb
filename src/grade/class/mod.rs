//! A class's submissions: who they are, their processes, their results on disk.

mod bounded;
mod folder;
mod grader;
mod mark_one;
mod merge;
mod roll;
mod shard;
mod timed;

pub use bounded::{End, probe};
pub use folder::Folder;
pub use grader::{Grader, Progress, Summary, grade};
pub use mark_one::Rules;
pub use merge::{MergeError, merge};
pub use roll::{Entry, RollError, roll};
pub use shard::Shard;
