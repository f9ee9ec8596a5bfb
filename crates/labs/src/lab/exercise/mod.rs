//! What a student is asked to write: a starting kernel, goals, hints. Nothing is judged here.

mod common;
mod definition;

pub use definition::{Exercise, Figure, Goal, Hint, Sign, Test};
