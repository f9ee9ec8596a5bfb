//! Marking: a class's submissions against an assignment.

pub mod assignment;
pub mod class;
pub mod feedback;
pub mod format;
pub mod handout;
pub mod intake;
pub mod mark;
pub mod overview;
pub mod sandbox;
pub mod services;
pub mod worker;
