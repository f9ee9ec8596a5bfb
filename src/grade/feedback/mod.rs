//! What a student reads: what passed, what did not, where, and what to try next.

mod html;
mod markdown;
mod words;

pub use html::page as html;
pub use markdown::markdown;
pub use words::{first, has_next, heading, location};
