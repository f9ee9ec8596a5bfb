//! Predictions: what is asked before a run, what was answered, and how the answers stand beside the result.
//!
//! A [`Paper`] holds the questions about one part of a lab; [`Answers`] what was understood of the answers, line by line;
//! [`judge`] sets them beside a report and explains each difference with the run's figures.

mod answers;
mod judge;
mod judged;
mod number;
mod paper;
#[cfg(test)]
mod tests;

pub use answers::{Answers, Bound};
pub use judge::judge;
pub use judged::{Judged, Row, Verdict};
pub use paper::{Paper, Question};
