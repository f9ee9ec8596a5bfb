//! Clocks, sampling, steadiness, statistics. It times what it is handed and knows nothing of kernels.

mod clock;
mod confidence_interval;
mod cpu_load;
mod gpu_use;
pub mod knee;
mod machine_state;
mod plan;
mod rounds;
mod summary;

pub use clock::{Clock, choose_clock};
pub use confidence_interval::{Ratio, another_run, ratios, summaries};
pub use cpu_load::{CpuTimes, Load};
pub use gpu_use::{GpuUse, disturbs_gpu, used_by_others};
pub use machine_state::MachineState;
pub use plan::Plan;
pub use rounds::{Samples, sample};
pub use summary::{Summary, quantile};
