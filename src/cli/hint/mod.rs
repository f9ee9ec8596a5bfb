//! `lockstep hint`: the next step towards an exercise's solution, one at a time.

mod command;

pub use command::{HintArgs, hint};
