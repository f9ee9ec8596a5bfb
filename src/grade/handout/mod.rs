//! From labs to a handout for students, and the instructor's copy with what is hidden.

mod files;
mod hide;
mod known;
mod plan;
mod preview;
mod rewrite;
mod weigh;

pub use files::{HandoutError, write};
pub use hide::{hidden, trial};
pub use known::{KNOWN, keep_known};
pub use plan::{PlanError, plan};
pub use preview::write_preview;
pub use rewrite::rewrite;
pub use weigh::{judge_starts, seen_request, weigh};
