//! What is taken from a submission: WGSL as text, and a report as evidence. Nothing else of it is looked at, nothing
//! of it is ever run or written, and whatever it holds costs a message and no more.

mod archive;
#[cfg(not(target_family = "wasm"))]
mod files;
#[cfg(not(target_family = "wasm"))]
mod folder;
#[cfg(not(target_family = "wasm"))]
mod handed_in;
mod submission;
#[cfg(test)]
mod tests;

pub use archive::names;
#[cfg(not(target_family = "wasm"))]
pub use files::take;
#[cfg(not(target_family = "wasm"))]
pub use handed_in::HandedIn;
pub use submission::{
    ARCHIVES, FileKind, Intake, LARGEST_ARCHIVE, LARGEST_EVIDENCE, LARGEST_SOURCE, MOST_DEPTH, MOST_ENTRIES,
    MOST_FILES, Refusal, SubmittedFile, unpack,
};
