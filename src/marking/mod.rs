//! What an attempt at an exercise is worth: its goals, the figures they ask for, and the hint that answers what it shows.

mod figure;
mod goal;
mod judge;
mod program;

pub use figure::figure;
pub use judge::{GoalReport, GoalStatus, JUDGEMENT, Judgement, Runner, judge, judge_by};
pub use program::program;
