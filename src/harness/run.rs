//! Workers that are processes, or threads, of this system.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pollster::block_on;

use super::work;
use crate::device::Selector;
use crate::harness::protocol::{Done, Event, Job, Listener, Process, Request, RunError, Thread, run_supervised};
use crate::host::Native;

/// The hidden argument that makes a command a worker.
pub const WORKER: &str = "--lockstep-worker";

/// Runs `request`'s job: a kernel of one's own on the simulator on a thread of this process, all else in processes.
///
/// # Errors
/// As [`run_supervised`].
pub fn run(request: &Request, listener: &mut dyn Listener) -> Result<Done, RunError> {
    let own = matches!(request.job, Job::Kernel(_) | Job::Pair(_) | Job::Pipeline(_) | Job::Tuning(_));
    if own && matches!(request.device, Selector::Simulated(_)) {
        return block_on(run_supervised(request, on_a_thread, &Native, listener));
    }
    run_apart(request, listener)
}

/// As [`run`], with every job in processes of its own, which end where `listener` cancels the run.
///
/// # Errors
/// As [`run_supervised`].
pub fn run_apart(request: &Request, listener: &mut dyn Listener) -> Result<Done, RunError> {
    let start = |request: &Request| Process::start(WORKER, request);
    block_on(run_supervised(request, start, &Native, listener))
}

fn on_a_thread(request: &Request) -> Result<Thread<Event>, RunError> {
    let mine = request.clone();
    let thread = Thread::start(move |emit| {
        let done = catch_unwind(AssertUnwindSafe(|| block_on(work(&mine, &Native, emit))));
        emit(match done {
            Ok(Ok(done)) => Event::Done(done),
            Ok(Err(refused)) => Event::Refused(refused),
            Err(_) => Event::Refused(RunError::unserved(format!(
                "{}: the simulator failed: this is a bug of Lockstep; please report it with the kernel",
                mine.job.name()
            ))),
        });
    });
    thread.map_err(|error| RunError::unserved(format!("no thread could be started: {error}")))
}
