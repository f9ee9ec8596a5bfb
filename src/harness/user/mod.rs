//! Kernels of the user's own, with their own buffers, and pairs, pipelines and searches of them: run once on the simulator, or run and timed on a device.

mod bind;
mod buffer_argument;
mod contents;
mod expected;
mod hottest_lines;
mod lab_problem;
mod npy;
mod on_device;
mod on_simulator;
mod output_type;
mod outputs;
mod pair;
mod pipeline;
mod prepare;
mod run;
mod set;
mod suggested_grid;
mod texture;
mod tolerance;
mod tune;

pub use npy::is_named as is_array;
pub use pair::ORDERS;
pub use pipeline::run_pipeline;
pub use prepare::{BoundKernel, compile, read};
pub use run::{run, run_pair};
pub use tune::tune;
