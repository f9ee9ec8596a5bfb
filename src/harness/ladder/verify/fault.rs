//! The verdict that a finding of the simulator leads to.

use crate::device::SimulatedCounts;
use crate::harness::protocol::{Settled, Stage, Status};
use crate::lab::Problem;
use crate::sim::{Finding, FindingKind};

/// How a kernel with a fault ends: what never ends has failed, what ends wrongly is wrong.
pub fn settled(fault: &Finding, stage: &Stage) -> Settled {
    let status = if fault.kind == FindingKind::StepLimit { Status::Failed } else { Status::Wrong };
    Settled::new(status, describe(fault, stage))
}

/// A fault in words, with its line.
fn describe(fault: &Finding, stage: &Stage) -> String {
    let place = fault.line.map_or(String::new(), |line| format!("line {line}: "));
    let ends = if fault.kind == FindingKind::StepLimit {
        "it did not end within the simulator's budget of steps: "
    } else {
        ""
    };
    format!("{ends}{place}{} ({}, found while {stage})", fault.message, fault.kind)
}

/// What is wrong where fewer loads waited for each other than the problem's way has: its end is right, and its time is of less.
pub fn too_few_waits(counted: &SimulatedCounts, problem: &Problem, stage: &Stage) -> Option<Settled> {
    let (waited, needed) = (counted.counters.global_waits, problem.work.waits);
    ((waited as f64) < needed).then(|| {
        Settled::wrong(format!(
            "its longest way waits for memory {waited} times, and the problem has {needed} loads of which each needs the one \
             before: a part of them is left out, and a time for each would be too short ({stage})"
        ))
    })
}
