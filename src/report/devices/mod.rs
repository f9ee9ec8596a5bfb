//! `lockstep devices`, rendered: a device of this machine, one looked up by name, several side by side.

mod block;
mod choose;
mod compare;
mod figure;
mod lookup;

pub use block::{Measured, block, block_json};
pub use choose::{Choice, choose, choose_json};
pub use compare::{Compared, compare, compare_json};
pub use lookup::{Answer, answer, answers, lookup, lookup_json};
