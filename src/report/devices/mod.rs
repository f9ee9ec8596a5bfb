//! `lockstep devices`, rendered: a device of this machine, one looked up by name, several side by side.

mod block;
mod compare;
mod figure;
mod lookup;

pub use block::{Measured, block, block_json};
pub use compare::{Compared, compare, compare_json};
pub use lookup::{Answer, answer, lookup, lookup_json};
