//! Attempts judged in processes of their own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use pollster::block_on;

use super::asked::Asked;
use super::judge::{Judgement, Runner, judge_asked};
use crate::harness::{Done, Listener, Report, Request, RunError, run, work_whole};
use crate::host::Native;

/// Runs in child processes.
struct InProcesses<'a>(&'a mut dyn Listener);

impl Runner for InProcesses<'_> {
    fn run(&mut self, request: &Request) -> Result<Report, RunError> {
        run(request, self.0).and_then(Done::lab)
    }
}

/// As [`super::judge_by`], with every run in child processes, and the files of this system.
///
/// # Errors
/// As [`super::judge_by`].
pub fn judge(request: &Request, watcher: &mut dyn Listener) -> Result<Judgement, RunError> {
    judge_in_processes(request, &Asked::default(), watcher)
}

/// As [`judge`], by what is `asked`.
///
/// # Errors
/// As [`judge`].
pub fn judge_in_processes(request: &Request, asked: &Asked, watcher: &mut dyn Listener) -> Result<Judgement, RunError> {
    judge_asked(request, asked, &Native, &mut InProcesses(watcher))
}

/// The judgement with the exercise's start beside the attempt, for a person to compare; `request` is the attempt's.
pub fn beside_the_start(mut judgement: Judgement, request: &Request, watcher: &mut dyn Listener) -> Judgement {
    judgement.set_beside_the_start(request, &mut InProcesses(watcher));
    judgement
}

/// The judgement with the place of the mistake, where one small change that makes the attempt right is found `within` this time; `request`
/// is the attempt's.
pub fn localized(mut judgement: Judgement, request: &Request, within: Duration) -> Judgement {
    // A changed kernel on which the simulator panics is no answer, and must not cost the judgement.
    let run = |request: &Request| {
        let work = || block_on(work_whole(request, &Native, &mut |_| {})).and_then(Done::lab).ok();
        catch_unwind(AssertUnwindSafe(work)).ok().flatten()
    };
    judgement.localize(request, within, &run);
    judgement
}
