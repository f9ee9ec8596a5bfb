//! A kernel of one's own, with buffers of one's own: run once on the simulator, or run and timed on a device.

mod bind;
mod expected;
mod fill;
mod form;
mod grid;
mod hot;
mod job;
mod npy;
mod outputs;
mod pair;
mod prepare;
mod problem;
mod real;
mod report;
mod run;
mod set;
mod simulated;
mod texture;

pub use expected::Expected;
pub use form::Form;
pub use hot::HotLine;
pub use job::{Beyond, Fill, OwnKernel, Place};
pub use npy::is_named as is_array;
pub use outputs::Outputs;
pub use pair::{ORDERS, PairReport};
pub use prepare::{Prepared, compile, read};
pub use report::{
    EstimateReport, KeptReport, KernelReport, KernelTime, OutputComparison, PipelineFileReport, PolicyReport,
    SavedBuffer, SavedReport, TermReport,
};
pub(super) use run::{run, run_chain, run_pair};
pub use texture::{SamplerWords, TextureFill};
