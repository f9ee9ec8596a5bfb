//! Clocks, sampling, steadiness, statistics. It times what it is handed and knows nothing of kernels.

mod clock;
mod confidence_interval;
mod gpu_use;
pub mod knee;
mod load;
mod plan;
mod sampler;
mod summary;
mod surroundings;

pub use clock::{Clock, choose_clock};
pub use confidence_interval::{Ratio, another, ratios, summaries};
pub use gpu_use::{GpuUse, disturbs_gpu, used_by_others};
pub use load::{Load, Look};
pub use plan::Plan;
pub use sampler::{Sampled, sample};
pub use summary::{Summary, quantile};
pub use surroundings::Surroundings;
