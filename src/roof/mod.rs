//! Theoretical and measured peaks and their provenance.

pub mod measured;
