//! Theoretical and measured peaks and their provenance.
pub mod provenance;
pub mod theory;
