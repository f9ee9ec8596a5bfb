//! A worker's part: one job, done here.

use super::event::{Done, Event, Refused};
use super::job::{Job, Request};
use super::{ladder, own};

/// As [`work`], with the sources in the report, where they were asked for.
///
/// # Errors
/// As [`work`].
pub fn work_whole(request: &Request, emit: &mut dyn FnMut(Event)) -> Result<Done, Refused> {
    let mut sources = Vec::new();
    let done = work(request, &mut |event| match event {
        Event::Sources(told) => sources = told,
        event => emit(event),
    })?;
    Ok(done.with(sources))
}

/// Does `request`'s job in this process, and tells `emit` each step.
///
/// # Errors
/// [`Refused`] where the command line or the machine cannot serve it, or a kernel of one's own is wrong.
pub fn work(request: &Request, emit: &mut dyn FnMut(Event)) -> Result<Done, Refused> {
    match &request.job {
        Job::Kernel(kernel) => {
            let mut report = own::run(request, kernel, emit)?;
            emit(Event::Sources(vec![std::mem::take(&mut report.source)]));
            Ok(Done::Kernel(Box::new(report)))
        }
        Job::Pair(pair) => {
            let report = own::run_pair(request, pair, emit)?;
            Ok(Done::Pair(Box::new(report)))
        }
        Job::Ladder { lab, .. } | Job::Candidates { lab, .. } => ladder::run(lab, request, emit),
        Job::Attempt(attempt) => ladder::run(&attempt.lab, request, emit),
    }
}
