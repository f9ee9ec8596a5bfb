//! What runs `lockstep grade` where a class hands in: the files under `classroom/`, put into an instructor's copy.

mod write;
mod zip;

pub use write::{ServiceError, write};
pub use zip::gradescope;
