//! What a run yields: of a lab, or of a kernel of one's own.

pub mod aside;
pub mod kernel;
pub mod lab;
pub mod note;
pub mod roofs;
pub mod source;
pub mod unit;
