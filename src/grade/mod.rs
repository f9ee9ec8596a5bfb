//! Marking: a class's submissions against an assignment.

pub mod assignment;
pub mod class;
pub mod format;
pub mod intake;
pub mod mark;
pub mod sandbox;
pub mod text;
