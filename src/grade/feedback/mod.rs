//! What a student reads: what passed, what did not, where, and what to try next.

mod html;
mod markdown;
mod words;

pub use html::html;
pub use markdown::markdown;
