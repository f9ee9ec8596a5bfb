//! A job from its request to its result, in supervised workers: where a kernel ends one, the next goes on without it.

use std::time::Duration;

use super::done::Done;
use super::event::{Event, RunError};
use super::request::Request;
use super::settled::Settled;
use super::stage::Stage;
use super::supervise::{Next, Outcome, Worker, supervise};
use super::timeout::{Ended, PATIENCE, RunningKernel, outcome};
use crate::host::Host;

/// Who follows a run's progress.
pub trait Listener {
    /// The worker reached this step.
    fn event(&mut self, event: &Event);

    /// Whether the run is no longer wanted: its worker is ended, and the run ends with [`RunError`].
    fn cancelled(&self) -> bool {
        false
    }
}

/// Nobody listens.
pub struct NoListener;

impl Listener for NoListener {
    fn event(&mut self, _: &Event) {}
}

/// Runs `request`'s job in a worker that `start` starts. A variant of a lab that ends a worker is settled as failed, and
/// the next worker goes on without it; what is timed is timed in several workers. Where `listener` cancels the run, its worker is ended.
///
/// # Errors
/// [`RunError`] where the command line, the driver's compiler or the machine cannot serve it, or where a kernel of one's
/// own is wrong: it does not compile or end, or it crashes its driver.
pub async fn run_supervised<W: Worker<Event>>(
    request: &Request,
    start: impl Fn(&Request) -> Result<W, RunError>,
    host: &dyn Host,
    listener: &mut dyn Listener,
) -> Result<Done, RunError> {
    let mut request = request.clone();
    loop {
        let mut worker = start(&request)?;
        let (name, end) = match hear(&mut worker, &mut request, host, listener).await {
            Ended::Done(Ok(Done::Session(session))) => {
                request.known.sessions.push(*session);
                continue;
            }
            Ended::Done(done) => return done,
            Ended::Condemned(name, end) => (name, end),
        };
        if !request.job.has_others() {
            // A driver's compiler that takes too long says nothing of the kernel.
            let is_compiled = request.known.compiled.contains(&name);
            let message = format!("{name}: {}", end.reason);
            return Err(if is_compiled { RunError::wrong(message) } else { RunError::unserved(message) });
        }
        listener.event(&Event::Settled(name.clone(), end.clone()));
        request.known.settled.insert(name, end);
    }
}

async fn hear(
    worker: &mut impl Worker<Event>,
    request: &mut Request,
    host: &dyn Host,
    listener: &mut dyn Listener,
) -> Ended {
    let patience = Duration::try_from_secs_f64(request.timeout_s).unwrap_or(PATIENCE);
    let known = &mut request.known;
    let mut running: RunningKernel = None;
    let mut aside = Box::default();
    let listener = std::cell::RefCell::new(listener);
    let cancelled = || listener.borrow().cancelled();
    let end = supervise(worker, host, PATIENCE, &cancelled, |event| {
        listener.borrow_mut().event(&event);
        let mut next = PATIENCE;
        match event {
            Event::Enter { variant, stage, .. } => {
                next = patience;
                if stage != Stage::Compile {
                    known.compiled.insert(variant.clone());
                }
                running = Some((variant, stage));
            }
            Event::Doing(_) => running = None,
            Event::Row { .. } => {}
            Event::Estimated(name, estimate) => {
                known.estimates.insert(name, estimate);
            }
            Event::Roofs(roofs) => known.roofs = Some(*roofs),
            Event::Sized(choice) => known.size = Some(choice),
            Event::Checked(variant, check) => {
                known.checked.insert(variant, *check);
            }
            Event::Settled(variant, end) => {
                known.settled.insert(variant, end);
            }
            Event::Aside(told) => aside = told,
            Event::Lost(variant, message) => {
                return Next::Stop(Ended::Condemned(variant, Settled::failed(message)));
            }
            Event::Done(mut done) => {
                std::mem::take(&mut *aside).give_to(&mut done);
                return Next::Stop(Ended::Done(Ok(done)));
            }
            Event::Refused(refused) => return Next::Stop(Ended::Done(Err(refused))),
        }
        Next::Continue(Some(next))
    })
    .await;
    if let Outcome::Result(Ended::Condemned(..)) = end {
        // It ends by itself; another would find the device in use.
        worker.exit_report();
    }
    outcome(end, running, request.timeout_s)
}
