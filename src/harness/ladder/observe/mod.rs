//! What a run shows, in sentences, and what a reader must know to trust it.

pub mod notes;
pub mod sentences;
pub mod sources;
