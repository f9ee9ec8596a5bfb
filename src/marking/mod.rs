//! What an attempt at an exercise is worth: its goals, the figures they ask for, the part of the points that they earn, and the hint
//! that answers what it shows.

mod asked;
mod beside;
mod change;
mod claim;
mod credit;
mod evidence;
mod features;
mod figure;
mod goal;
mod held;
mod helpful_findings;
mod hint_choice;
mod hint_signs;
mod judge;
mod one_change;
mod points;
mod program;
mod source_signs;
#[cfg(not(target_family = "wasm"))]
mod watched;

pub use asked::{Asked, AskedGoal};
pub use beside::{Beside, Gain};
pub use change::changes;
pub use claim::{Claims, hold};
pub use credit::Credit;
pub use features::features;
pub use figure::figure;
pub use helpful_findings::tells_of_unmet;
pub use hint_signs::was_ended;
pub use judge::{Capped, GoalReport, GoalStatus, JUDGEMENT, Judgement, Open, Runner, judge_asked, judge_by};
pub use points::{Earned, MarkOutcome, earned};
pub use program::program;
#[cfg(not(target_family = "wasm"))]
pub use watched::{beside_the_start, judge, judge_in_processes, localized};
