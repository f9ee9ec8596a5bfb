//! A kernel of one's own, with buffers of one's own: run once on the simulator, or run and timed on a device.

mod bind;
mod fill;
mod hot;
mod job;
mod outputs;
mod pair;
mod prepare;
mod problem;
mod real;
mod report;
mod run;
mod simulated;

pub use hot::HotLine;
pub use job::{Beyond, Fill, OwnKernel, Place};
pub use outputs::Outputs;
pub use pair::PairReport;
pub use prepare::{Prepared, compile, read};
pub use report::{EstimateReport, KernelReport, KernelTime, PolicyReport, SavedReport, TermReport};
pub(super) use run::{run, run_pair};
