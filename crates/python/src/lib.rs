//! What Python calls: one kernel, run on the simulator; the rest is in `python/lockstep`.

use std::collections::BTreeMap;

use lockstep_sim::kernel::{Kernel, KernelError, Overrides};
use lockstep_sim::machine::Machine;
use lockstep_sim::{Finding, Launch, Options, OutOfBounds, SimulatedKernel, Simulation};
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};

create_exception!(
    _lockstep,
    LockstepError,
    PyException,
    "A kernel that cannot be run; the message says why and where."
);

/// The text of an error as Python's.
fn refused(error: impl ToString) -> PyErr {
    LockstepError::new_err(error.to_string())
}

fn parse(wgsl: &str, file: &str, entry: Option<&str>, overrides: &Overrides) -> Result<Kernel, KernelError> {
    Kernel::parse(file, wgsl, entry, overrides)
}

/// The bindings of a kernel as JSON: group, binding, name, scalar, writable, min_bytes.
#[pyfunction]
fn bindings(wgsl: &str, file: &str, entry: Option<&str>, overrides: BTreeMap<String, f64>) -> PyResult<String> {
    let kernel = parse(wgsl, file, entry, &overrides).map_err(refused)?;
    let one = |binding: &lockstep_sim::kernel::Binding| {
        json!({
            "group": binding.group,
            "binding": binding.binding,
            "name": binding.name,
            "scalar": binding.scalar.map(|scalar| scalar.name()),
            "writable": binding.access == lockstep_sim::kernel::AccessMode::ReadWrite,
            "min_bytes": binding.min_bytes,
        })
    };
    Ok(Value::Array(kernel.bindings.iter().map(one).collect()).to_string())
}

/// Names of the machines that there are.
#[pyfunction]
fn machines() -> Vec<&'static str> {
    Machine::names().collect()
}

/// The bytes of each buffer after the run, by group and binding.
type Outputs = BTreeMap<(u32, u32), Py<PyBytes>>;

/// How a kernel is run.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct How {
    file: String,
    machine: String,
    entry: Option<String>,
    overrides: BTreeMap<String, f64>,
    immediates: Vec<u8>,
    seed: u64,
    zero_out_of_bounds: bool,
    threads: usize,
}

/// Runs a kernel; its outputs, and a report as JSON.
#[pyfunction]
fn run(
    py: Python<'_>,
    wgsl: &str,
    dispatch: [u32; 3],
    mut buffers: BTreeMap<(u32, u32), Vec<u8>>,
    how: How,
) -> PyResult<(Outputs, String)> {
    let machine = Machine::named(&how.machine).map_err(refused)?;
    let kernel = parse(wgsl, &how.file, how.entry.as_deref(), &how.overrides).map_err(refused)?;
    let options = Options {
        seed: how.seed,
        threads: how.threads,
        out_of_bounds: if how.zero_out_of_bounds { OutOfBounds::ZeroOrSkip } else { OutOfBounds::Clamp },
        ..Options::default()
    };
    let done = py.detach(|| {
        let lowered = SimulatedKernel::new(&kernel, &machine).map_err(|error| format!("{}: {error}", how.file))?;
        let launch = Launch { workgroups: dispatch, bindings: &mut buffers, immediates: &how.immediates };
        let (simulation, skipped) = lowered.run(&machine, launch, &options).map_err(|error| error.to_string())?;
        Ok::<_, String>((simulation, skipped))
    });
    let (simulation, skipped) = done.map_err(refused)?;
    let report = report(&machine, &kernel, &simulation, skipped);
    let outputs = buffers.into_iter().map(|(place, bytes)| (place, PyBytes::new(py, &bytes).unbind()));
    Ok((outputs.collect(), report.to_string()))
}

fn report(machine: &Machine, kernel: &Kernel, simulation: &Simulation, skipped: Option<String>) -> Value {
    let outcome = &simulation.outcome;
    let findings: Vec<&Finding> = outcome.findings.iter().chain(&simulation.advice).collect();
    let terms = simulation.estimate.terms.iter();
    json!({
        "machine": machine.name,
        "device": machine.device,
        "entry": kernel.entry,
        "workgroup_size": kernel.workgroup_size,
        "counters": outcome.counters,
        "lines": outcome.lines,
        "findings": findings,
        "estimate": {
            "time_s": simulation.estimate.time_s,
            "lower_bound": simulation.estimate.at_least(),
            "limiter": simulation.estimate.limiter.map(|limit| limit.describe()),
            "terms": terms.map(|term| json!({ "limit": term.limit.describe(), "time_s": term.time_s })).collect::<Vec<_>>(),
        },
        "notes": skipped.into_iter().collect::<Vec<_>>(),
    })
}

#[pymodule]
fn _lockstep(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("LockstepError", module.py().get_type::<LockstepError>())?;
    module.add_function(wrap_pyfunction!(bindings, module)?)?;
    module.add_function(wrap_pyfunction!(machines, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)
}
