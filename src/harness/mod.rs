//! One run from end to end, of any [`Job`]: a lab's ladder, an attempt, candidates, a kernel of one's own or a chain
//! of them, or two to compare.
//!
//! A supervisor ([`conduct`]) hands the job to a worker, hears its events, and ends it when it is silent: a kernel that
//! never ends, or a driver that crashes, costs one variant and not the run. A worker ([`work`]) verifies, times and places
//! next to the roofs; of where it runs it asks a [`Host`](crate::host::Host) for the time and for files. What needs
//! processes and threads is in `native`.

mod audit;
#[cfg(target_family = "wasm")]
mod browser;
mod canary;
mod candidate;
mod conduct;
mod context;
mod cover;
mod event;
mod fault;
mod job;
mod ladder;
mod motion;
#[cfg(not(target_family = "wasm"))]
mod native;
mod neighbours;
pub mod own;
mod pages;
mod past;
mod place;
mod prepare;
mod report;
mod roofs;
mod settled;
mod sitting;
mod size;
mod source;
mod stage;
mod stand;
mod supervise;
pub mod survey;
mod sweep;
mod timing;
mod trip;
mod turns;
mod verify;
mod work;

#[cfg(target_family = "wasm")]
pub use browser::adapters;
pub use canary::CanaryReport;
pub use candidate::{every, files};
pub use conduct::{Listener, Unheard, conduct};
pub use event::{Done, Event, Refused};
pub use job::{Attempt, Candidate, Checks, Job, Known, Request};
pub use motion::motion;
#[cfg(not(target_family = "wasm"))]
pub use native::{ADAPTERS_WORKER, Process, WORKER, adapters, list_adapters, run, run_apart, this_program};
pub use past::{KeptAxis, KeptCover, KeptPass, Kernels, ThenReport, kernels};
pub use report::{
    CheckReport, ClockReport, DeviceReport, ProblemReport, Report, SCHEMA, SmallReport, Status, SweepReport,
    Throughput, VariantReport, shown,
};
pub use roofs::{ComputeRoof, Interval, MemoryRoof, Roof, Roofs, ShownRoof};
pub use settled::Settled;
pub use source::SourceReport;
pub use stage::Stage;
pub use supervise::{End, Heard, LastWords, Next, Worker, supervise};
pub use work::{work, work_whole};
