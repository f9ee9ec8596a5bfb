//! Kernels whose workgroups tell each other something, run in other orders of workgroups: interleaved, with some held up. The
//! simulator's workgroups run one after the other, and most devices begin them in order, so that each finds what it looks for.

use super::checked_run::Checked;
use super::{fault, variant};
use crate::device::{Device, Simulated, SimulatedCounts};
use crate::harness::ladder::prepare::device_problem::DeviceProblem;
use crate::harness::ladder::prepare::runnable::{Pipelines, Runnable};
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::protocol::{Settled, Stage};
use crate::sim::{FindingKind, Schedule};

/// Workgroups of a launch up to which they are interleaved: many more show nothing else.
const MOST: u64 = 1 << 9;

/// Workgroups of a launch up to which all of them begin before one ends: as many as a large device holds.
const CROWD: u64 = 1 << 12;

/// What is wrong with `subject`, whose checked pipelines are `simulator`'s, where workgroups are interleaved, or all begin before one ends.
pub async fn other_orders(
    simulator: &mut Simulated,
    subject: &mut VariantUnderTest,
    instance: &mut DeviceProblem,
    stage: &Stage,
) -> Option<Settled> {
    let interleaved = Stage::Interleaved(Box::new(stage.clone()));
    let crowd = Stage::Crowded(Box::new(stage.clone()));
    for (schedule, most, stage) in [(Schedule::Interleaved, MOST, interleaved), (Schedule::Crowded, CROWD, crowd)] {
        let found = run_in_order(simulator, subject, instance, (schedule, most), &stage).await;
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The same in one order, for launches of so many workgroups at most.
async fn run_in_order(
    simulator: &mut Simulated,
    subject: &mut VariantUnderTest,
    instance: &mut DeviceProblem,
    (schedule, most): (Schedule, u64),
    stage: &Stage,
) -> Option<Settled> {
    let mut work = Runnable::of(subject, instance, Pipelines::Checked, simulator.facts().limits.max_workgroups).ok()?;
    let dispatches = work.dispatches();
    let many = |of: [u32; 3]| of.map(u64::from).iter().product::<u64>() > most;
    if dispatches.iter().any(|dispatch| many(dispatch.launch.workgroups))
        || !dispatches.iter().any(|dispatch| simulator.depends_on_order(&dispatch.launch))
    {
        return None;
    }
    simulator.schedule(schedule);
    let checked = instance.checked_run(simulator, &mut work, 1, false).await;
    simulator.schedule(Schedule::InOrder);
    let found = simulator.counted().as_ref().and_then(SimulatedCounts::fault).cloned();
    match found {
        // One that waits for others by spinning is bounded here, and not judged.
        Some(found) if found.kind == FindingKind::StepLimit => return None,
        Some(found) => return Some(fault::settled(&found, stage)),
        None => {}
    }
    // Other failures already showed when run in order.
    let Ok(Checked::Outputs(verdict)) = checked else {
        return None;
    };
    if verdict.passed() {
        return None;
    }
    subject.check.mismatches = verdict.first.clone();
    subject.check.spread = verdict.spread();
    Some(variant::wrong(&verdict, stage, &instance.problem.label))
}
