//! One run from end to end, of any [`Job`]: a lab's ladder, an attempt, candidates, a kernel of the user's own, a
//! pipeline of them, or two to compare.
//!
//! A supervisor ([`run_supervised`]) hands the job to a worker, hears its events, and ends it when it is silent: a kernel that
//! never ends, or a driver that crashes, costs one variant and not the run. A worker ([`work`]) verifies, times and places
//! next to the roofs; it asks a [`Host`](crate::host::Host) for the time and for files.
//!
//! There are three rooms. `protocol` knows neither of the others, and these two do not know each other:
//! - [`protocol`]: jobs, requests, events and reports, and what supervises a worker: a process, a thread, a Web Worker;
//! - `ladder`: a lab's run: prepare, verify, time, place, observe;
//! - [`user`]: kernels of the user's own, pairs, pipelines and searches.

#[cfg(not(target_family = "wasm"))]
mod against;
mod ladder;
pub mod protocol;
#[cfg(not(target_family = "wasm"))]
mod run;
pub mod user;
mod work;

#[cfg(not(target_family = "wasm"))]
pub use against::{Compared, run_compared, run_pipeline_compared};
pub use ladder::compare_on_device;
pub use ladder::execution_trace::execution_trace;
pub use ladder::prepare::baseline_kernels::baseline_kernels;
pub use ladder::prepare::candidate::{all_variants, candidate_files};
pub use ladder::time::measured_roofs;
pub use protocol::*;
#[cfg(not(target_family = "wasm"))]
pub use run::{WORKER, run, run_apart};
pub use work::{work, work_whole};
