//! A kernel of one's own on the simulator.

use crate::fill::{bytes, shown};
use crate::pair::beside;
use crate::question::KernelQuestion;
use lockstep::report::compiled_fragment;
use lockstep::sim::execution_trace::{ExecutionTrace, TraceOf};
use lockstep::sim::kernel::{AccessMode, Kernel, Space};
use lockstep::sim::machine::Machine;
use lockstep::sim::{Counters, Finding, Launch, LineCounters, Options, Sampling, SimulatedKernel};
use serde::Serialize;
use std::collections::BTreeMap;

/// Values of a buffer that are shown.
const SHOWN: usize = 256;

/// The most workgroups of a launch.
const MOST_WORKGROUPS: u64 = 1 << 20;

/// The whole result; a kernel that is refused has an `error` and no `run`.
#[derive(Debug, Default, Serialize)]
pub struct KernelAnswer {
    error: Option<String>,
    /// The names of the machines that there are.
    machines: Vec<&'static str>,
    entry: Option<String>,
    workgroup_size: Option<[u32; 3]>,
    bindings: Vec<BindingAnswer>,
    run: Option<RunAnswer>,
    /// The second kernel beside it, as HTML; `None` where there is none.
    beside: Option<String>,
}

#[derive(Debug, Serialize)]
struct BindingAnswer {
    group: u32,
    binding: u32,
    name: String,
    space: &'static str,
    writable: bool,
    /// WGSL's name of the scalar that the type is made of, where it is of one.
    scalar: Option<&'static str>,
    min_bytes: u64,
    line: u32,
}

#[derive(Debug, Serialize)]
struct RunAnswer {
    machine: String,
    counters: Counters,
    lines: Vec<LineCounters>,
    /// What is wrong, then what is slow and why.
    findings: Vec<Finding>,
    /// Seconds, estimated; never a measurement.
    estimated_s: Option<f64>,
    /// The first values of each buffer that the kernel may write.
    outputs: Vec<OutputAnswer>,
    trace: ExecutionTrace,
    /// What the modelled compiler leaves of each line, as HTML.
    compiled: Option<String>,
}

#[derive(Debug, Serialize)]
struct OutputAnswer {
    group: u32,
    binding: u32,
    name: String,
    /// All values, of which the first are here.
    count: usize,
    values: Vec<String>,
}

/// What there is to say of the kernel.
pub fn answer(question: &KernelQuestion) -> KernelAnswer {
    let machines = Machine::names().collect();
    let entry = question.entry.as_deref().filter(|entry| !entry.is_empty());
    let overrides = question.overrides.iter().map(|(name, value)| (name.clone(), *value)).collect();
    let kernel = match Kernel::parse("kernel.wgsl", &question.source, entry, &overrides) {
        Ok(kernel) => kernel,
        Err(error) => return KernelAnswer { error: Some(error.to_string()), machines, ..KernelAnswer::default() },
    };
    let all = || Ok((run(question, &kernel)?, beside(question, &kernel)?));
    let (error, run, beside) = match question.run.then(all).transpose() {
        Ok(done) => {
            let (run, beside) = done.unzip();
            (None, run, beside.flatten())
        }
        Err(error) => (Some(error), None, None),
    };
    KernelAnswer {
        error,
        machines,
        entry: Some(kernel.entry.clone()),
        workgroup_size: Some(kernel.workgroup_size),
        bindings: kernel.bindings.iter().map(BindingAnswer::from).collect(),
        run,
        beside,
    }
}

impl From<&lockstep::sim::kernel::Binding> for BindingAnswer {
    fn from(binding: &lockstep::sim::kernel::Binding) -> Self {
        Self {
            group: binding.group,
            binding: binding.binding,
            name: binding.name.clone(),
            space: match binding.space {
                Space::Uniform => "uniform",
                Space::Storage => "storage",
            },
            writable: binding.access == AccessMode::ReadWrite,
            scalar: binding.scalar.map(lockstep::sim::kernel::Scalar::name),
            min_bytes: binding.min_bytes,
            line: binding.line,
        }
    }
}

fn run(question: &KernelQuestion, kernel: &Kernel) -> Result<RunAnswer, String> {
    let all: u64 = question.workgroups.into_iter().fold(1, |all, count| all.saturating_mul(u64::from(count)));
    if all == 0 || all > MOST_WORKGROUPS {
        return Err(format!("{all} workgroups: a launch here has 1 to {MOST_WORKGROUPS}"));
    }
    let machine = Machine::builtin(&question.machine).map_err(|error| error.to_string())?;
    let program = SimulatedKernel::new(kernel, machine).map_err(|error| error.to_string())?;
    let mut bindings = BTreeMap::new();
    for binding in &kernel.bindings {
        let place = (binding.group, binding.binding);
        let bound = question.buffers.iter().find(|bound| (bound.group, bound.binding) == place);
        bindings.insert(place, bytes(binding, bound, question.seed)?);
    }
    let options = Options { seed: question.seed, sampling: Sampling::SOON, listing: true, ..Options::default() };
    let launch = Launch { workgroups: question.workgroups, bindings: &mut bindings, immediates: &[] };
    let of = TraceOf { workgroup: question.traced, ..TraceOf::default() };
    let trace = program.trace(machine, &launch, &options, of).map_err(|error| error.to_string())?;
    let (simulation, _) = program.run(machine, launch, &options).map_err(|error| error.to_string())?;
    let outcome = simulation.outcome;
    let writable = kernel.bindings.iter().filter(|binding| binding.access == AccessMode::ReadWrite);
    let outputs = writable.map(|binding| {
        let bytes = bindings.get(&(binding.group, binding.binding)).map_or(&[][..], Vec::as_slice);
        OutputAnswer {
            group: binding.group,
            binding: binding.binding,
            name: binding.name.clone(),
            count: bytes.len() / binding.scalar.map_or(4, lockstep::sim::kernel::Scalar::bytes),
            values: shown(binding, bytes, SHOWN),
        }
    });
    Ok(RunAnswer {
        machine: machine.name.clone(),
        outputs: outputs.collect(),
        findings: outcome.findings.into_iter().chain(simulation.advice).collect(),
        counters: outcome.counters,
        lines: outcome.lines,
        estimated_s: simulation.estimate.time_s,
        compiled: simulation.listing.map(|listing| compiled_fragment(&listing, &question.source)),
        trace,
    })
}
