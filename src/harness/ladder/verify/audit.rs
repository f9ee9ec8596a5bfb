//! Every variant once on the simulator, at a small size: a race or an endless loop may pass by luck on a device, or be
//! ended by its driver (llvmpipe leaves loops after 65,535 turns), but not there.

use super::fault;
use super::interleaving::in_turns;
use super::outputs::{Pipelines, runs};
use crate::device::{Added, Counted, Device, DeviceError, Simulated};
use crate::harness::ladder::context::Bench;
use crate::harness::ladder::prepare::device_problem::{Checked, Stand};
use crate::harness::ladder::prepare::subject::Subject;
use crate::harness::protocol::Refused;
use crate::lab::{Part, Problem};
use crate::sim::machine::Machine;
use crate::sim::{Finding, FindingKind};

/// The sizes that are audited: the smallest with several subgroups, and the largest of the small ones, where what
/// goes wrong only with many workgroups shows.
pub fn sizes(small: &[u32], main: u32) -> Vec<u32> {
    let several = small.iter().copied().find(|size| *size > 1);
    let largest = small.iter().copied().max();
    let mut sizes: Vec<u32> = several.into_iter().chain(largest).collect();
    sizes.dedup();
    if sizes.is_empty() {
        sizes.push(main);
    }
    sizes
}

/// Audits the live variants of `part` on a machine with subgroups like the device's: at each of `sizes`, and in the
/// part's other shapes.
///
/// # Errors
/// [`Refused`] where the simulator cannot hold a problem.
pub async fn audit(
    bench: &mut Bench<'_>,
    part: &'static Part,
    subjects: &mut [Subject],
    sizes: &[u32],
) -> Result<(), Refused> {
    if !subjects.iter().any(Subject::live) {
        return Ok(());
    }
    bench.doing("preparing the audit on the simulator");
    let mut simulator = Simulated::new(machine(bench).map_err(Refused::unserved)?);
    for problem in part.also {
        let row = bench.row();
        audit_one(bench, &mut simulator, part, (problem(), row), subjects).await?;
    }
    for &size in sizes {
        audit_one(bench, &mut simulator, part, ((part.problem)(size), None), subjects).await?;
    }
    if bench.request.why {
        simulator.keep_first_requests();
        // Large enough to show the lesson.
        let size = bench.lab.counted_size;
        audit_one(bench, &mut simulator, part, ((part.problem)(size), None), subjects).await?;
    }
    Ok(())
}

async fn audit_one(
    bench: &mut Bench<'_>,
    simulator: &mut Simulated,
    part: &Part,
    (problem, row): (Problem, Option<u32>),
    subjects: &mut [Subject],
) -> Result<(), Refused> {
    let stage = format!("auditing on the simulator: {}", problem.label);
    let mut stand = Stand::new(simulator, problem, bench.request.seed).await.map_err(Refused::unserved)?;
    stand.row = row;
    for subject in subjects.iter_mut().filter(|subject| subject.live()) {
        bench.enter(subject, &stage);
        let pipelines = std::mem::take(&mut subject.checked);
        let outcome = run(simulator, subject, &mut stand).await;
        let counted = simulator.counted();
        // Outputs that are wrong in any order are the device's to find.
        let right = matches!(&outcome, Ok(Checked::Outputs(verdict)) if verdict.passed());
        let in_turns = if right { in_turns(simulator, subject, &mut stand, &stage).await } else { None };
        subject.checked = pipelines;
        let found = counted.as_ref().and_then(|counted| fault_in(part, counted)).cloned();
        let too_few = counted.as_ref().filter(|_| right);
        let too_few = too_few.and_then(|counted| fault::too_few_waits(counted, &stand.problem, &stage));
        subject.counted = counted.filter(|_| bench.request.why);
        // A written input, which comes with races of its own, is the device's to find as well.
        let judged = |checked| found.filter(|_| !matches!(checked, Checked::InputMutated(..)));
        match outcome.map(judged) {
            Ok(Some(found)) => bench.settle(subject, fault::status(&found), fault::describe(&found, &stage)),
            Ok(None) if too_few.is_some() || in_turns.is_some() => {
                too_few.or(in_turns).into_iter().for_each(|(status, reason)| bench.settle(subject, status, reason));
            }
            Ok(None) => subject.check.audited = Some(stage.clone()),
            // What the simulator does not run is verified on the device all the same.
            Err(error) => subject.check.audited = Some(format!("not audited: {error}")),
        }
    }
    stand.clear(simulator);
    Ok(())
}

/// The first finding that makes a kernel of `part` wrong: where memory is not zeroed, also a read of what nobody wrote.
fn fault_in<'a>(part: &Part, counted: &'a Counted) -> Option<&'a Finding> {
    let unwritten = |finding: &&Finding| part.unzeroed && finding.kind == FindingKind::UninitializedRead;
    counted.fault().or_else(|| counted.findings.iter().find(unwritten))
}

/// What `--why` counts, and where.
///
/// # Errors
/// A message where there is no machine to count for.
pub fn describe(bench: &Bench<'_>) -> Result<String, String> {
    let simulator = Simulated::new(machine(bench)?);
    let facts = simulator.facts();
    Ok(format!(
        "counters are not of this device: they were counted at size {} on {}",
        bench.lab.counted_size, facts.name
    ))
}

/// A machine like the device where there is one, else the default one.
fn machine(bench: &Bench<'_>) -> Result<Machine, String> {
    match Machine::for_adapter(&bench.facts.name) {
        Some(machine) => Ok(machine),
        None => Machine::builtin("").cloned().map_err(|error| error.to_string()),
    }
}

/// Bytes of a problem up to which it is run twice over: what a second run shows does not need many elements.
const TWICE: u64 = 1 << 22;

/// Runs twice over, where that takes little: the second run finds the first one's output.
async fn run(simulator: &mut Simulated, subject: &mut Subject, stand: &mut Stand) -> Result<Checked, DeviceError> {
    for kernel in &subject.kernels {
        subject.checked.push(simulator.compile(kernel, Added::Checks).await?);
    }
    let allowed = simulator.facts().limits.max_workgroups;
    let mut work =
        runs(subject, stand, Pipelines::Checked, allowed).map_err(|error| DeviceError::Refused(error.to_string()))?;
    let repeats = if stand.problem.working_set() <= TWICE { 2 } else { 1 };
    stand.checked_run(simulator, &mut work, repeats, false).await
}
