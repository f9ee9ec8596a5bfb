//! Marking: a class's submissions against an assignment.

pub mod intake;
pub mod sandbox;
pub mod text;
