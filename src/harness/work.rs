//! A worker's part: one job, done here.

use crate::device;
use crate::harness::protocol::{Attempt, Done, Event, Job, Refused, Request};
use crate::harness::{ladder, user};
use crate::host::Host;

/// As [`work`], with the sources in the report, where they were asked for, and with every session in this process.
///
/// # Errors
/// As [`work`].
pub async fn work_whole(
    request: &Request,
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<Done, Refused> {
    let mut request = request.clone();
    loop {
        let mut sources = Vec::new();
        let mut tell = |event| match event {
            Event::Sources(told) => sources = told,
            event => emit(event),
        };
        match work(&request, host, &mut tell).await? {
            Done::Session(session) => request.known.sessions.push(*session),
            done => return Ok(done.with(sources)),
        }
    }
}

/// Does `request`'s job here, with the files and by the clock of `host`, and tells `emit` each step.
///
/// # Errors
/// [`Refused`] where the command line or the machine cannot serve it, or a kernel of one's own is wrong.
pub async fn work(request: &Request, host: &'static dyn Host, emit: &mut dyn FnMut(Event)) -> Result<Done, Refused> {
    match &request.job {
        Job::Kernel(kernel) => {
            let mut report = user::run(request, kernel, host, emit).await?;
            emit(Event::Sources(vec![std::mem::take(&mut report.source)]));
            Ok(Done::Kernel(Box::new(report)))
        }
        Job::Pair(pair) => {
            let report = user::run_pair(request, pair, host, emit).await?;
            Ok(Done::Pair(Box::new(report)))
        }
        Job::Pipeline(pipeline) => {
            let mut report = user::run_pipeline(request, pipeline, host, emit).await?;
            emit(Event::Sources(report.passes.iter_mut().map(|pass| std::mem::take(&mut pass.source)).collect()));
            Ok(Done::Pipeline(Box::new(report)))
        }
        Job::Ladder { lab, .. } | Job::Candidates { lab, .. } | Job::Attempt(Attempt { lab, .. }) => {
            let device = device::open(&request.device, host).await.map_err(Refused::unserved)?;
            ladder::run::run(lab, request, device, host, emit).await
        }
    }
}
