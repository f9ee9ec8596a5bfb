//! The worker: it does one job, in the room that the job belongs to.

use crate::device;
use crate::harness::protocol::{Aside, Attempt, Done, Event, Job, Request, RunError};
use crate::harness::{ladder, user};
use crate::host::Host;

/// As [`work`], with a whole result, and with every session in this process.
///
/// # Errors
/// As [`work`].
pub async fn work_whole(
    request: &Request,
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<Done, RunError> {
    let mut request = request.clone();
    loop {
        match job(&request, host, emit).await? {
            Done::Session(session) => request.known.sessions.push(*session),
            done => return Ok(done),
        }
    }
}

/// Does `request`'s job here, with the files and by the clock of `host`, and tells `emit` each step, at last what the JSON of the
/// result leaves out.
///
/// # Errors
/// [`RunError`] where the command line or the machine cannot serve it, or a kernel of one's own is wrong.
pub async fn work(request: &Request, host: &'static dyn Host, emit: &mut dyn FnMut(Event)) -> Result<Done, RunError> {
    let mut done = job(request, host, emit).await?;
    emit(Event::Aside(Box::new(Aside::of(&mut done))));
    Ok(done)
}

async fn job(request: &Request, host: &'static dyn Host, emit: &mut dyn FnMut(Event)) -> Result<Done, RunError> {
    match &request.job {
        Job::Kernel(kernel) => {
            let report = user::run(request, kernel, host, emit).await?;
            Ok(Done::Kernel(Box::new(report)))
        }
        Job::Pair(pair) => {
            let report = user::run_pair(request, pair, host, emit).await?;
            Ok(Done::Pair(Box::new(report)))
        }
        Job::Pipeline(pipeline) => {
            let report = user::run_pipeline(request, pipeline, host, emit).await?;
            Ok(Done::Pipeline(Box::new(report)))
        }
        Job::Tuning(tuning) => user::tune(request, tuning, host, emit).await,
        Job::Ladder { lab, .. } | Job::Candidates { lab, .. } | Job::Attempt(Attempt { lab, .. }) => {
            let device = device::open(&request.device, host).await.map_err(RunError::unserved)?;
            ladder::run::run(lab, request, device, host, emit).await
        }
    }
}
