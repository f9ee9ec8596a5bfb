//! What an attempt at an exercise is worth: its goals, the figures they ask for, the part of the points that they earn, and the hint
//! that answers what it shows.

mod beside;
mod claim;
mod credit;
mod evidence;
mod figure;
mod goal;
mod judge;
mod points;
mod program;
mod seen;
mod sign;
mod suited;

pub use beside::{Beside, Gain};
pub use claim::{Claims, hold};
pub use credit::Credit;
pub use figure::figure;
pub use judge::{GoalReport, GoalStatus, JUDGEMENT, Judgement, Runner, beside_the_start, judge, judge_by};
pub use points::{Earned, MarkOutcome, earned};
pub use program::program;
