//! Clocks, sampling, steadiness, statistics. It times what it is handed and knows nothing of kernels.

mod clock;
mod plan;
mod sampler;
mod stats;

pub use clock::{Clock, choose_clock};
pub use plan::Plan;
pub use sampler::{Sampled, sample};
pub use stats::{Summary, quantile};
