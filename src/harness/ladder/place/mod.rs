//! Times next to the roofs.

pub mod roofline;
