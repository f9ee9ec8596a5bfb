//! The mark of a submission, and the gradebook of a class: plain values that every format is rendered from.

mod book;
#[cfg(test)]
pub mod example;
mod spec;

pub use book::{GRADEBOOK, Gradebook};
pub use spec::{
    EvidenceMark, ExerciseMark, FindingMark, GoalMark, HintMark, MARK, Mark, MarkOutcome, rounded,
};
