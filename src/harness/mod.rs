//! One run of a lab from end to end: check, time, place next to the roofs. It yields a [`Report`].
//!
//! Kernels run in a child process (`worker`), watched by this one (`conduct`): a kernel that never ends, or a driver
//! that crashes, costs one variant and not the run.

mod adapters;
mod audit;
mod canary;
mod candidate;
pub mod child;
mod conduct;
mod context;
mod event;
mod fault;
mod place;
mod prepare;
mod report;
mod request;
mod source;
mod stand;
pub mod survey;
mod timing;
pub mod user;
mod verify;
mod worker;

pub use adapters::{ADAPTERS_WORKER, adapters, list_adapters};
pub use candidate::{every, files};
pub use conduct::{Listener, WORKER, conduct};
pub use event::{COMPILE, Event, Fatal};
pub use report::{
    CheckReport, ClockReport, ComputeRoof, DeviceReport, MemoryRoof, ProblemReport, Report, Roof,
    Roofs, SCHEMA, SmallReport, Status, Throughput, VariantReport,
};
pub use request::{Candidate, Checks, Request};
pub use source::SourceReport;
pub use worker::work;
