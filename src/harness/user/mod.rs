//! A kernel of one's own, with buffers of one's own: run once on the simulator, or run and timed on a device.

mod bind;
mod expected;
mod fill;
pub mod form;
pub mod hottest_lines;
mod lab_problem;
mod npy;
mod on_device;
mod on_simulator;
pub mod outputs;
mod pair;
mod prepare;
mod run;
mod set;
mod suggested_grid;
pub mod texture;

pub use crate::harness::protocol::{
    Beyond, EstimateReport, Fill, KeptReport, KernelReport, KernelTime, OutputComparison, OwnKernel,
    PipelineFileReport, Place, PolicyReport, SavedBuffer, SavedReport, TermReport,
};
pub use expected::Expected;
pub use form::Form;
pub use hottest_lines::HotLine;
pub use npy::is_named as is_array;
pub use outputs::Outputs;
pub use pair::{ORDERS, PairReport};
pub use prepare::{Prepared, compile, read};
pub use run::{run, run_chain, run_pair};
pub use texture::{SamplerWords, TextureFill};
