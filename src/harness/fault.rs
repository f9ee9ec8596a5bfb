//! What a simulator's finding means for a verdict.

use super::report::Status;
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
