//! Theoretical and measured peaks and their provenance.

pub mod floor;
pub mod host_memory;
pub mod measured;
pub mod pair;
pub mod provenance;
pub mod theory;
