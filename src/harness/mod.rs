//! One run from end to end, of any [`Job`]: a lab's ladder, an attempt, candidates, a kernel of one's own, or two.
//!
//! A supervisor ([`supervise`]) hands the job to a worker, hears its events, and ends it when it is silent: a kernel that
//! never ends, or a driver that crashes, costs one variant and not the run. A worker ([`work`]) verifies, times and places
//! next to the roofs.

mod adapters;
mod audit;
mod canary;
mod candidate;
mod context;
mod event;
mod fault;
mod job;
mod ladder;
pub mod own;
mod place;
mod prepare;
mod process;
mod report;
mod run;
mod source;
mod stand;
mod supervise;
pub mod survey;
mod thread;
mod timing;
mod verify;
mod work;

pub use adapters::{ADAPTERS_WORKER, adapters, list_adapters};
pub use candidate::{every, files};
pub use event::{COMPILE, Done, Event, Refused};
pub use job::{Attempt, Candidate, Checks, Job, Known, Request};
pub use process::{Process, this_program};
pub use report::{
    CheckReport, ClockReport, ComputeRoof, DeviceReport, MemoryRoof, ProblemReport, Report, Roof, Roofs, SCHEMA,
    SmallReport, Status, Throughput, VariantReport,
};
pub use run::{Listener, Unheard, WORKER, run, run_apart};
pub use source::SourceReport;
pub use supervise::{End, Heard, LastWords, Next, Worker, supervise};
pub use work::{work, work_whole};
