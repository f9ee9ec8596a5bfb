//! Times next to the roofs, beside the baseline's, and over a sweep's axis.

pub mod baseline_kernels;
pub mod curves;
pub mod roofline;
pub mod status;
