//! What an attempt at an exercise is worth: its goals, the figures they ask for, and the hint that answers what it shows.

mod beside;
mod evidence;
mod figure;
mod goal;
mod judge;
mod program;
mod seen;
mod sign;
mod suited;

pub use beside::{Beside, Gain};
pub use figure::figure;
pub use judge::{GoalReport, GoalStatus, JUDGEMENT, Judgement, Runner, beside_the_start, judge, judge_by};
pub use program::program;
