//! What a run yields: of a lab, or of a kernel of one's own.

pub mod kernel;
pub mod lab;
pub mod roofs;
pub mod source;
