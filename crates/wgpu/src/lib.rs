//! The Lockstep simulator behind wgpu's own API: an existing compute program runs on it, unchanged but for one line.
//!
//! ```
//! # fn program(_: &wgpu::Instance) {}
//! let instance = lockstep_wgpu::instance("ampere-8.6")?;
//! program(&instance);
//! assert!(lockstep_wgpu::findings().iter().all(|finding| !finding.is_fault()));
//! # Ok::<(), lockstep_sim::machine::MachineError>(())
//! ```
//!
//! Buffers, bind groups, pipelines, compute passes, copies, clears, queries, mapping and polling do what they do on a
//! device. Every dispatch is checked for races, accesses out of bounds, divergent barriers and endless loops, and
//! counted as a profiler would; each finding names the pass, the pipeline and the line. What the program does around its
//! kernels is looked at, too: memory that is read before anything wrote it, uploads that nothing reads.
//!
//! Textures of one to three dimensions and in layers are loaded, stored and sampled; cube and multisampled ones, rendering
//! and surfaces fail with a message at the call. Timestamps are *estimated* times of the simulated machine.
//! wgpu puts a barrier between dispatches that share a writable buffer by itself, so that none can be forgotten.
//!
//! In a test, [`check`] panics with what it found:
//!
//! ```
//! # fn my_program(_: &wgpu::Instance) {}
//! // In a `#[test]`:
//! lockstep_wgpu::check(my_program);
//! ```

mod adapter;
mod binding;
mod buffer;
mod device;
mod encoder;
mod execute;
mod history;
mod page;
mod pass;
mod pipeline;
mod query;
mod queue;
mod refuse;
mod report;
mod session;
mod texture;
mod transfer;

use std::sync::Arc;

pub use lockstep_sim::Severity;
pub use lockstep_sim::machine::{Machine, MachineError};

pub use report::{PipelineReport, ProgramFinding, Report};
pub use session::Simulator;

/// An instance whose one adapter is the simulated machine of that name (`ampere-8.6`, `rdna3`, ...).
///
/// What its devices run is kept for [`findings`] and [`report`]; [`Simulator`] keeps several programs apart.
///
/// # Errors
/// [`MachineError::Unknown`], with the names that there are.
pub fn instance(machine: &str) -> Result<wgpu::Instance, MachineError> {
    let simulator = Simulator::new(Machine::builtin(machine)?.clone());
    let instance = simulator.instance();
    session::remember(&simulator);
    Ok(instance)
}

/// What was found so far in the programs of all [`instance`]s of this process, faults first.
pub fn findings() -> Vec<ProgramFinding> {
    report().findings
}

/// What all [`instance`]s of this process ran, counted and found so far.
pub fn report() -> Report {
    let mut all = Report::default();
    for simulator in session::remembered() {
        all.join(simulator.report());
    }
    all
}

/// Runs a program on the default machine and panics where it has a fault: for tests.
///
/// # Panics
/// With every fault, its pass, pipeline and line.
pub fn check<T>(program: impl FnOnce(&wgpu::Instance) -> T) -> T {
    let machine = Machine::builtin(Machine::DEFAULT).expect("the default machine is built in");
    let simulator = Simulator::new(machine.clone());
    let result = program(&simulator.instance());
    let report = simulator.report();
    let faults: Vec<String> = report.faults().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "the program has {} fault(s) on the simulator:\n{}", faults.len(), faults.join("\n"));
    result
}

/// The text of an optional label.
fn label_of(label: wgpu::Label<'_>, otherwise: &str) -> Arc<str> {
    label.filter(|label| !label.is_empty()).unwrap_or(otherwise).into()
}
