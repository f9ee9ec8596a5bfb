//! The execution trace of an attempt: what the lanes of one workgroup do, step by step, on the data on which the attempt is judged.

use super::fill::Filling;
use super::prepare::device_problem::DeviceProblem;
use super::prepare::runnable::{Pipelines, Runnable};
use super::prepare::variant_under_test::{self, VariantUnderTest};
use crate::device::{self, Device, RuntimeChecks, Selector, Simulated};
use crate::harness::protocol::{Request, RunError};
use crate::host::Host;
use crate::labs;
use crate::sim::execution_trace::{ExecutionTrace, TraceOf};

/// The course of `workgroup` in the first dispatch of the attempt that `request` names, and the text of its kernel. Whether the
/// attempt is right is not asked.
///
/// # Errors
/// [`RunError`] where the attempt does not compile, or has no such workgroup.
pub async fn execution_trace(
    request: &Request,
    host: &dyn Host,
    workgroup: [u32; 3],
) -> Result<(ExecutionTrace, String), RunError> {
    let attempt = request.job.as_attempt().ok_or_else(|| RunError::unserved("there is no attempt to trace"))?;
    let lab = labs::named(&attempt.lab).map_err(RunError::unserved)?;
    let exercise = lab.named_exercise(&attempt.exercise).map_err(RunError::unserved)?;
    let Selector::Simulated(machine) = &request.device else {
        return Err(RunError::unserved("the lanes are seen on the simulator alone: --device sim"));
    };
    let mut simulator = Simulated::new(device::machine(machine, host).map_err(RunError::unserved)?);
    let facts = simulator.facts().clone();
    let (parts, _) = variant_under_test::subjects(lab, request, &facts, host)?;
    let subjects = parts.into_iter().flat_map(|(_, subjects)| subjects);
    let mut subject: VariantUnderTest =
        subjects.last().ok_or_else(|| RunError::unserved("there is no attempt to trace"))?;
    if subject.live() {
        variant_under_test::compile(&mut simulator, &mut [(RuntimeChecks::All, &mut subject)], true, &mut |_| {}).await;
    }
    if let Some(end) = subject.settled {
        return Err(RunError::wrong(end.reason));
    }
    let [kernel] = subject.kernels.as_slice() else {
        return Err(RunError::unserved("an attempt is one kernel: this is a bug of Lockstep"));
    };
    let text = kernel.source.clone();
    let problem = (exercise.part.problem)(request.size.unwrap_or(exercise.size));
    let instance = DeviceProblem::without_reference(&mut simulator, problem, &Filling::of_host(request.seed))
        .await
        .map_err(RunError::unserved)?;
    let work = Runnable::of(&subject, &instance, Pipelines::Checked, facts.limits.max_workgroups)
        .map_err(RunError::unserved)?;
    let dispatches = work.dispatches();
    let first = dispatches.first().ok_or_else(|| RunError::unserved("there is no dispatch to trace"))?;
    let of = TraceOf { workgroup, ..TraceOf::default() };
    let trace = simulator.trace(first, of).map_err(RunError::unserved)?;
    Ok((trace, text))
}
