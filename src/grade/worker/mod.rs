//! The process that takes one submission and judges its exercises, case by case. It runs under the bounds of
//! [`super::sandbox`], and what it says is all that leaves it.

mod cases;
mod choose;
mod exercise;
mod goal;
mod task;
mod work;

pub use choose::{Chosen, choose, is_missing};
pub use exercise::{preview, refused, seen_goals};
pub use goal::with_speed;
pub use task::{CaseId, GRADE_WORKER, PROBE_WORKER, ProbeTask, Settled, Task, TimeUp, WorkerMessage};
pub use work::{Bounded, enter, work};
