//! Kernels whose workgroups tell each other something, run where these take turns and some are held up: the simulator's
//! workgroups run one after the other, and most devices begin them in order, so that each finds what it looks for.

use super::fault;
use super::outputs::{self, Pipelines, runs};
use crate::device::{Counted, Device, Simulated};
use crate::harness::ladder::prepare::device_problem::{Checked, Stand};
use crate::harness::ladder::prepare::subject::Subject;
use crate::harness::protocol::Status;
use crate::sim::{FindingKind, Schedule};

/// Workgroups of a launch up to which they take turns: many more show nothing else.
const MOST: u64 = 1 << 9;

/// Workgroups of a launch up to which all of them begin before one ends: as many as a large device holds.
const CROWD: u64 = 1 << 12;

/// What is wrong with `subject`, whose checked pipelines are `simulator`'s, where workgroups take turns, or are a crowd.
pub async fn in_turns(
    simulator: &mut Simulated,
    subject: &mut Subject,
    stand: &mut Stand,
    stage: &str,
) -> Option<(Status, String)> {
    let turns = "workgroups taking turns and some held up";
    let crowd = "all workgroups begun, and the last one going on first";
    for (schedule, most, how) in [(Schedule::Interleaved, MOST, turns), (Schedule::Crowded, CROWD, crowd)] {
        let found = run_so(simulator, subject, stand, (schedule, most), &format!("{how}, {stage}")).await;
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The same by one schedule, for launches of so many workgroups at most.
async fn run_so(
    simulator: &mut Simulated,
    subject: &mut Subject,
    stand: &mut Stand,
    (schedule, most): (Schedule, u64),
    stage: &str,
) -> Option<(Status, String)> {
    let mut work = runs(subject, stand, Pipelines::Checked, simulator.facts().limits.max_workgroups).ok()?;
    let dispatches = work.dispatches();
    let many = |of: [u32; 3]| of.map(u64::from).iter().product::<u64>() > most;
    if dispatches.iter().any(|dispatch| many(dispatch.launch.workgroups))
        || !dispatches.iter().any(|dispatch| simulator.depends_on_order(&dispatch.launch))
    {
        return None;
    }
    simulator.schedule(schedule);
    let checked = stand.checked_run(simulator, &mut work, 1, false).await;
    simulator.schedule(Schedule::InOrder);
    let found = simulator.counted().as_ref().and_then(Counted::fault).cloned();
    match found {
        // One that waits for others by spinning is bounded here, and not judged.
        Some(found) if found.kind == FindingKind::StepLimit => return None,
        Some(found) => return Some((fault::status(&found), fault::describe(&found, stage))),
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
    Some((Status::Wrong, outputs::describe(&verdict, stage, &stand.problem.label)))
}
