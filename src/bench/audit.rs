//! Every variant once on the simulator, at a small size: a race or an endless loop may pass by luck on a device, or be
//! ended by its driver (llvmpipe leaves loops after 65,535 turns), but not there.

use super::event::Fatal;
use super::prepare::Subject;
use super::report::Status;
use super::stand::{Checked, Stand};
use super::verify::{Pipelines, launches};
use super::worker::Bench;
use crate::device::{Counted, Device, DeviceError, Simulated};
use crate::lab::Part;
use crate::sim::Finding;
use crate::sim::machine::Machine;

/// Audits the live variants of `part` at `size`, on a machine with subgroups like the device's.
///
/// # Errors
/// [`Fatal`] where the simulator cannot hold the problem.
pub fn audit(
    bench: &mut Bench<'_>,
    part: &'static Part,
    subjects: &mut [Subject],
    size: u32,
) -> Result<(), Fatal> {
    if !subjects.iter().any(Subject::live) {
        return Ok(());
    }
    bench.doing("preparing the audit on the simulator");
    let mut simulator = Simulated::new(machine(bench).map_err(Fatal::new)?);
    let problem = (part.problem)(size);
    let mut stand = Stand::new(&mut simulator, problem, bench.request.seed).map_err(Fatal::new)?;
    let stage = format!("auditing at size {size} on the simulator");
    for subject in subjects.iter_mut().filter(|subject| subject.live()) {
        bench.enter(subject, &stage);
        let pipelines = std::mem::take(&mut subject.checked);
        let outcome = run(&mut simulator, subject, &mut stand);
        subject.checked = pipelines;
        match outcome {
            Ok(Some(fault)) => bench.settle(subject, status_of(&fault), describe(&fault, &stage)),
            Ok(None) => subject.check.audited = Some(stage.clone()),
            // What the simulator does not run is verified on the device all the same.
            Err(error) => subject.check.audited = Some(format!("not audited: {error}")),
        }
    }
    Ok(())
}

/// A machine like the device where there is one, else the default one.
fn machine(bench: &Bench<'_>) -> Result<Machine, String> {
    match Machine::for_adapter(&bench.facts.name) {
        Some(machine) => Ok(machine.clone()),
        None => Machine::find("").map_err(|error| error.to_string()),
    }
}

fn run(
    simulator: &mut Simulated,
    subject: &mut Subject,
    stand: &mut Stand,
) -> Result<Option<Finding>, DeviceError> {
    for kernel in &subject.kernels {
        subject.checked.push(simulator.compile(kernel, true)?);
    }
    let allowed = simulator.facts().limits.max_workgroups;
    let launches = launches(subject, stand, Pipelines::Checked, allowed)
        .map_err(|error| DeviceError::Refused(error.to_string()))?;
    let checked = stand.checked_run(simulator, &launches, 1)?;
    // A kernel that writes to its input is told so by the device's own verification.
    if matches!(checked, Checked::InputMutated(..)) {
        return Ok(None);
    }
    Ok(simulator
        .counted()
        .as_ref()
        .and_then(Counted::fault)
        .cloned())
}

/// The verdict that a fault asks for: what never ends has failed, what ends wrongly is wrong.
pub fn status_of(fault: &Finding) -> Status {
    if fault.kind == "step-limit" {
        Status::Failed
    } else {
        Status::Wrong
    }
}

/// A fault in words, with its line.
pub fn describe(fault: &Finding, stage: &str) -> String {
    let place = fault
        .line
        .map_or(String::new(), |line| format!("line {line}: "));
    let ends = if fault.kind == "step-limit" {
        "it did not end within the simulator's budget of steps: "
    } else {
        ""
    };
    format!(
        "{ends}{place}{} ({}, found while {stage})",
        fault.message, fault.kind
    )
}
