//! Theoretical and measured peaks and their provenance.

pub mod host_cache;
pub mod host_stream;
pub mod measured;
pub mod provenance;
pub mod theory;
