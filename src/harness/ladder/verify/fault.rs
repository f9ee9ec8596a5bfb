//! What a simulator's finding means for a verdict.

use crate::device::Counted;
use crate::harness::protocol::Status;
use crate::lab::Problem;
use crate::sim::{Finding, FindingKind};

/// The verdict that a fault asks for: what never ends has failed, what ends wrongly is wrong.
pub fn status(fault: &Finding) -> Status {
    if fault.kind == FindingKind::StepLimit { Status::Failed } else { Status::Wrong }
}

/// A fault in words, with its line.
pub fn describe(fault: &Finding, stage: &str) -> String {
    let place = fault.line.map_or(String::new(), |line| format!("line {line}: "));
    let ends = if fault.kind == FindingKind::StepLimit {
        "it did not end within the simulator's budget of steps: "
    } else {
        ""
    };
    format!("{ends}{place}{} ({}, found while {stage})", fault.message, fault.kind)
}

/// What is wrong where fewer loads waited for each other than the problem's way has: its end is right, and its time is of less.
pub fn too_few_waits(counted: &Counted, problem: &Problem, stage: &str) -> Option<(Status, String)> {
    let (waited, needed) = (counted.counters.global_waits, problem.work.waits);
    ((waited as f64) < needed).then(|| {
        let reason = format!(
            "its longest way waits for memory {waited} times, and the problem has {needed} loads of which each needs the one \
             before: a part of them is left out, and a time for each would be too short ({stage})"
        );
        (Status::Wrong, reason)
    })
}
