//! What is taken from a submission: WGSL as text, and a report as evidence. Nothing else of it is looked at, nothing
//! of it is ever run or written, and whatever it holds costs a message and no more.

mod archive;
mod folder;
mod part;
mod submission;
#[cfg(test)]
mod tests;

pub use archive::names;
pub use part::Part;
pub use submission::{
    ARCHIVES, Intake, Kind, LARGEST_ARCHIVE, LARGEST_EVIDENCE, LARGEST_SOURCE, MOST_DEPTH, MOST_ENTRIES, MOST_FILES,
    Refusal, Taken, take,
};
