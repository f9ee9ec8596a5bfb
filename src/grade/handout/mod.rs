//! From labs to a handout for students, and the instructor's copy with what is hidden.

mod files;
mod hide;
mod plan;
mod weigh;

pub use files::{HandoutError, write};
pub use hide::{hidden, trial};
pub use plan::plan;
pub use weigh::weigh;
