//! What is asked for, and which of the two ways serves it.

use super::lab;
use super::own::of_pair;
use super::recognise::{Recognised, recognise};
use super::report::{CompiledSide, DiffReport};
use crate::device::{Backend, Selector, machine};
use crate::harness::user::{BoundKernel, compile, read};
use crate::harness::{Done, Job, Listener, NoListener, PairReport, Request, RunError, UserKernel, run};
use crate::host::Native;
use crate::sim::Compiled;
use crate::sim::machine::Machine;

/// Two kernels and how to run them.
#[derive(Clone, Debug)]
pub struct DiffRequest {
    /// The first kernel, and what both are bound to.
    pub a: UserKernel,
    /// The second kernel; but for its file it is as the first.
    pub b: UserKernel,
    /// How both are run: device, size, seed; its job is the pair.
    pub run: Request,
    /// Whether the simulator lists what its modelled compiler leaves of both.
    pub compiled: bool,
    /// The lab's part whose problem both solve; `None` for the one that they are of, or bind as.
    pub part: Option<String>,
}

/// Runs both kernels and says what differs.
///
/// # Errors
/// [`RunError`] where a kernel is no WGSL, or the command line or the machine cannot serve it. A kernel that is wrong is
/// no error: the report says so.
pub fn diff(request: &DiffRequest, watcher: &mut dyn Listener) -> Result<DiffReport, RunError> {
    let report = match recognise(request)? {
        Some(pair) => {
            let [a, b]: &[Recognised; 2] = &pair;
            lab::diff(request, a, b, watcher)?
        }
        None => own(request)?,
    };
    let compiled = if request.compiled { compiled(request, &report)? } else { Vec::new() };
    Ok(DiffReport { compiled, ..report })
}

/// Both kernels as the compiler of the device's machine is modelled to leave them.
fn compiled(request: &DiffRequest, report: &DiffReport) -> Result<Vec<CompiledSide>, RunError> {
    let selected = match &request.run.device {
        Selector::Simulated(which) => which.clone(),
        _ => Machine::for_adapter(&report.device.name).map_or(String::new(), |machine| machine.name),
    };
    let machine = machine(&selected, &Native).map_err(|error| RunError::unserved(error.to_string()))?;
    let of = |kernel: &UserKernel| {
        let source = read(&kernel.file, &Native)?;
        let parsed = compile(kernel, &source)?;
        let compiled = Compiled::new(&parsed, &machine.target())
            .map_err(|error| RunError::unserved(format!("{}: {error}", parsed.path)))?;
        let (file, machine) = (parsed.path.clone(), machine.name.clone());
        Ok(CompiledSide { file, machine, listing: compiled.listing(), source })
    };
    Ok(vec![of(&request.a)?, of(&request.b)?])
}

/// Runs two kernels of one's own on the same buffers, compares what they wrote, times them in turn, and counts both on the simulator.
fn own(request: &DiffRequest) -> Result<DiffReport, RunError> {
    let kernels = [
        BoundKernel::new(&request.run, &request.a, &Native)?.kernel,
        BoundKernel::new(&request.run, &request.b, &Native)?.kernel,
    ];
    let mut pair = run(&request.run, &mut NoListener).and_then(Done::pair)?;
    let mut uncounted = Vec::new();
    if pair.a.device.backend != Backend::Sim {
        count(request, &mut pair, &mut uncounted);
    }
    let mut report = of_pair(request.run.seed, &kernels, pair);
    report.notes.extend(uncounted);
    Ok(report)
}

/// Adds what the simulator counts to kernels that ran on a device.
fn count(request: &DiffRequest, pair: &mut PairReport, notes: &mut Vec<String>) {
    let machine = Machine::for_adapter(&pair.a.device.name).map_or(String::new(), |machine| machine.name);
    for (name, of, report) in [("A", &request.a, &mut pair.a), ("B", &request.b, &mut pair.b)] {
        let simulated = Request {
            job: Job::Kernel(Box::new(UserKernel::clone(of))),
            device: Selector::Simulated(machine.clone()),
            ..request.run.clone()
        };
        match run(&simulated, &mut NoListener).and_then(Done::kernel) {
            Ok(counted) => {
                report.counters = counted.counters;
                report.findings = counted.findings;
                report.lines = counted.lines;
            }
            Err(refused) => notes.push(format!("{name} was not counted on the simulator: {refused}")),
        }
    }
}
