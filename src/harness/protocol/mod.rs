//! What a supervisor and its worker tell each other, and how one hears the other: a job goes out, events and a report come back.

#[cfg(not(target_family = "wasm"))]
mod adapters;
#[cfg(target_family = "wasm")]
mod browser;
mod event;
mod job;
#[cfg(not(target_family = "wasm"))]
mod process;
pub mod report;
mod supervise;
mod supervised;
#[cfg(not(target_family = "wasm"))]
mod thread;
mod user_kernel;

#[cfg(not(target_family = "wasm"))]
pub use adapters::{ADAPTERS_WORKER, adapters, list_adapters};
#[cfg(target_family = "wasm")]
pub use browser::adapters;
pub use event::{COMPILE, Done, Event, Refused, SIMULATE};
pub use job::{Attempt, Candidate, Checks, Job, Known, Request};
#[cfg(not(target_family = "wasm"))]
pub use process::{Process, this_program};
pub use report::kernel::{
    EstimateReport, KeptReport, KernelReport, KernelTime, OutputComparison, PipelineFileReport, PolicyReport,
    SavedBuffer, SavedReport, TermReport,
};
pub use report::lab::{
    CheckReport, ClockReport, DeviceReport, ProblemReport, Report, SCHEMA, SampledCheck, SmallReport, Status,
    SweepReport, Throughput, VariantReport, shown,
};
pub use report::roofs::{ByteRate, ComputeRoof, FlopRate, Interval, MemoryRoof, Raced, Roof, Roofs, ShownRoof};
pub use report::source::SourceReport;
pub use supervise::{End, Heard, LastWords, Next, Worker, supervise};
pub use supervised::{Listener, Unheard, conduct};
#[cfg(not(target_family = "wasm"))]
pub use thread::Thread;
pub use user_kernel::{Beyond, Fill, OwnKernel, Place};
