//! An exercise's start and a solution of it at the size at which the lesson shows in the time: one that fills a GPU.

use std::path::PathBuf;

use crate::compare::diff::{DiffReport, DiffRequest, Difference, diff};
use crate::compare::limits;
use crate::device::Selector;
use crate::harness::{Job, NoListener, Request, UserKernel};
use crate::units::digits3;

/// As `lockstep diff` compares the start, the first of `files`, with the second, by estimate for a `machine` of the simulator.
///
/// # Errors
/// Why they cannot be compared.
pub fn compared(files: [PathBuf; 2], size: u32, machine: &str, threads: Option<u16>) -> Result<DiffReport, String> {
    let [a, b] = files.map(|file| UserKernel { file, ..UserKernel::default() });
    let run = Request {
        device: Selector::Simulated(machine.to_owned()),
        size: Some(size),
        threads,
        timeout_s: 300.0,
        ..Request::new(Job::Pair(Box::new([a.clone(), b.clone()])))
    };
    let request = DiffRequest { a, b, run, compiled: false, part: None };
    diff(&request, &mut NoListener).map_err(|refused| refused.to_string())
}

/// Why the comparison shows nothing of what was learnt, in a sentence; `None` where the solution is not the slower one.
pub fn hides_the_lesson(compared: &Result<DiffReport, String>, size: u32) -> Option<String> {
    let report = match compared {
        Err(why) => {
            return Some(format!("At a GPU's size (--size {size}) the start and yours cannot be compared: {why}"));
        }
        Ok(report) => report,
    };
    match report.difference {
        Difference::Faster | Difference::NotInTime | Difference::Untold | Difference::None => None,
        Difference::Slower => {
            let times = report
                .time_ratio
                .map_or_else(String::new, |ratio| format!(" ({} times as long)", digits3(ratio.value)));
            let causes = [("the start", report.a.cause.as_ref()), ("yours", report.b.cause.as_ref())];
            let limits = limits(causes).map_or_else(String::new, |limits| format!(" {limits}."));
            Some(format!(
                "At a GPU's size (--size {size}) yours takes longer than the start by estimate{times}, so no times are compared.{limits} \
                 Another size of workgroup, or of what it covers, may suit that size better."
            ))
        }
        Difference::Wrong | Difference::NotRun => {
            Some(format!("At a GPU's size (--size {size}) the start and yours cannot be compared: {}", report.summary))
        }
    }
}
