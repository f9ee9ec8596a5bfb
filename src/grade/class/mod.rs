//! A class's submissions: who they are, their processes, their results on disk.

mod bounded;
mod folder;
mod grader;
mod mark_one;
mod roll;
mod timed;

pub use bounded::{End, probe};
pub use folder::Folder;
pub use grader::{Grader, MergeError, Progress, Shard, Summary, grade, merge};
pub use mark_one::Rules;
pub use roll::{Entry, RollError, roll};
