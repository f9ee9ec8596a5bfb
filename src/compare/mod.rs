//! Two kernels, or two runs, side by side: ratios with intervals, counters, and the idea in which two kernels differ.
//!
//! Only [`diff`] runs anything. [`ideas`] finds the mechanisms from counters and sources, [`lesson`] quotes what a kernel's opening
//! comment teaches, [`same_program`] sees through comments, blanks and names, and [`TimeRatio`] holds two times' intervals
//! against each other.

mod advantages;
pub mod diff;
mod figures;
mod idea;
mod kind;
mod lesson;
mod pair;
mod program;
mod rules;
#[cfg(test)]
mod tests;

pub use advantages::advantages;
pub use figures::{CounterRow, TimeChange, TimeRatio, counter, counter_rows, counters};
pub use idea::{Idea, ideas};
pub use kind::IdeaKind;
pub use lesson::{Lesson, lesson};
pub use pair::{Pass, Side, Takes, limits};
pub use program::{Changed, Line, changed, likeness, same_program};
