//! `lockstep hint`: the next step towards an exercise's solution, one at a time.

mod command;
mod shown;

pub use command::{HintArgs, hint};
