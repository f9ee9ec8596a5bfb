//! A class's submissions: who they are, their processes, their results on disk.

mod bounded;
mod codes;
mod death;
mod folder;
mod grader;
mod item;
mod late;
mod layout;
mod mark_one;
mod metadata;
mod names;
mod overrides;
mod roll;
mod shared;
mod student;
mod table;
mod timed;

pub use bounded::{End, probe};
pub use codes::{Code, key};
pub use folder::Folder;
pub use grader::{ClassProgress, Grader, Shard, Summary, grade, merge};
pub use late::{Dates, Late};
pub use mark_one::Rules;
pub use metadata::{Metadata, metadata};
pub use overrides::{Given, OVERRIDES_FILE, Override, overrides};
pub use roll::{Entry, Roll, RollError, roll};
pub use student::{Roster, RosterError, Student, roster};
