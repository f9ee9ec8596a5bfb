//! The protocol between a supervisor and its worker: a job goes out, events and a report come back.

#[cfg(not(target_family = "wasm"))]
mod adapters;
mod baseline_kernels;
#[cfg(target_family = "wasm")]
mod browser;
mod done;
mod event;
mod job;
mod pipeline;
#[cfg(not(target_family = "wasm"))]
mod process;
mod report;
mod request;
mod restart;
mod settled;
mod spent;
mod stage;
mod supervise;
#[cfg(not(target_family = "wasm"))]
mod thread;
mod timeout;
mod timing_session;
mod tuning;
mod user_kernel;

#[cfg(not(target_family = "wasm"))]
pub use adapters::{ADAPTERS_WORKER, adapters, list_adapters};
pub use baseline_kernels::{BaselineKernels, KeptAxis, KeptCover, KeptPass};
#[cfg(target_family = "wasm")]
pub use browser::adapters;
pub use done::{Aside, Done};
pub use event::{Event, Refusal, RunError};
pub use job::{Attempt, Candidate, Job};
pub use pipeline::{Pipeline, PipelinePass};
#[cfg(not(target_family = "wasm"))]
pub use process::{Process, this_program};
pub use report::*;
pub use request::{Checks, EarlierWork, Request};
pub use restart::{Listener, NoListener, run_supervised};
pub use settled::Settled;
pub use spent::{Activity, Spent, StageReport, Stopwatch, in_words, together};
pub use stage::{ProblemName, Stage};
pub use supervise::{ExitReport, Next, Outcome, Received, Worker, supervise};
#[cfg(not(target_family = "wasm"))]
pub use thread::Thread;
pub use timing_session::TimingSession;
pub use tuning::{Elsewhere, Tuning, Varied, values_of};
pub use user_kernel::{BindingPoint, Expected, Fill, OutOfBoundsPolicy, SamplerWords, TextureFill, UserKernel};
