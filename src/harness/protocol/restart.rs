//! A job from its request to its result, in supervised workers: where a kernel ends one, the next goes on without it.

use std::time::Duration;

use super::done::Done;
use super::event::{Event, RunError};
use super::request::{EarlierWork, Request};
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
            Ended::Unexplained => {
                request.known.one_at_a_time = true;
                continue;
            }
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

/// Notes what the next worker need not find out again.
fn note(known: &mut EarlierWork, event: Event) {
    match event {
        Event::Estimated(name, estimate) => drop(known.estimates.insert(name, estimate)),
        Event::Roofs(roofs) => known.roofs = Some(*roofs),
        Event::Sized(choice) => known.size = Some(choice),
        Event::Checked(variant, check) => drop(known.checked.insert(variant, *check)),
        Event::Settled(variant, end) => drop(known.settled.insert(variant, end)),
        Event::Enter { .. } | Event::Doing(_) | Event::Beside(_) | Event::Row { .. } | Event::Aside(_) => {}
        Event::Lost(..) | Event::Done(_) | Event::Refused(_) => {}
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
    let mut beside = false;
    let alone = known.one_at_a_time || !request.job.has_others();
    let mut aside = Box::default();
    let listener = std::cell::RefCell::new(listener);
    let cancelled = || listener.borrow().cancelled();
    let end = supervise(worker, host, PATIENCE, &cancelled, |event| {
        listener.borrow_mut().event(&event);
        let mut next = PATIENCE;
        match event {
            Event::Enter { variant, stage, .. } => {
                next = patience;
                // The simulator also audits what the driver has refused.
                if stage != Stage::Compile && !known.settled.contains_key(&variant) {
                    known.compiled.insert(variant.clone());
                }
                running = Some((variant, stage));
            }
            Event::Doing(_) => running = None,
            Event::Beside(goes_on) => {
                beside = goes_on;
                return Next::Continue(None);
            }
            Event::Aside(reported) => aside = reported,
            Event::Lost(variant, message) => {
                return Next::Stop(Ended::Condemned(variant, Settled::failed(message)));
            }
            Event::Done(mut done) => {
                std::mem::take(&mut *aside).give_to(&mut done);
                return Next::Stop(Ended::Done(Ok(done)));
            }
            Event::Refused(refused) => return Next::Stop(Ended::Done(Err(refused))),
            event => note(known, event),
        }
        Next::Continue(Some(next))
    })
    .await;
    if let Outcome::Result(Ended::Condemned(..)) = end {
        // It ends by itself; another would find the device in use.
        worker.exit_report();
    }
    match end {
        // Kernels are compiled side by side, too.
        Outcome::Exited(_) if !alone && (beside || matches!(running, Some((_, Stage::Compile)))) => Ended::Unexplained,
        end => outcome(end, running, request.timeout_s),
    }
}

#[cfg(test)]
mod tests {
    use pollster::block_on;

    use super::*;
    use crate::harness::protocol::{ExitReport, Job, Received, Status};
    use crate::host::Native;

    /// Tells these events, the last one first, and ends.
    struct Scripted(Vec<Event>);

    impl Worker<Event> for Scripted {
        async fn next(&mut self, _: Duration) -> Received<Event> {
            self.0.pop().map_or(Received::Exit, Received::Event)
        }

        fn end(&mut self) {}

        fn exit_report(&mut self) -> ExitReport {
            ExitReport::default()
        }
    }

    fn enter(variant: &str) -> Event {
        Event::Enter { variant: variant.to_owned(), stage: Stage::Compile, done: 0, of: 1 }
    }

    #[test]
    fn a_worker_that_ends_while_two_things_go_on_condemns_no_kernel_until_one_goes_on_at_a_time() {
        let started = std::cell::RefCell::new(Vec::new());
        let start = |request: &Request| {
            let known = &request.known;
            started.borrow_mut().push((known.one_at_a_time, known.settled.len()));
            let mut reported = match (known.one_at_a_time, known.settled.contains_key("audited")) {
                (false, _) => vec![Event::Beside(true), enter("on the device")],
                (true, false) => vec![enter("on the device"), enter("audited")],
                (true, true) => {
                    let naive = known.settled["audited"].clone();
                    assert_eq!(naive.status, Status::Failed);
                    vec![Event::Refused(RunError::unserved(naive.reason))]
                }
            };
            reported.reverse();
            Ok(Scripted(reported))
        };
        let request = Request::new(Job::ladder("tiling"));
        let done = block_on(run_supervised(&request, start, &Native, &mut NoListener));
        assert_eq!(*started.borrow(), [(false, 0), (true, 0), (true, 1)]);
        let message = done.expect_err("refused by the script").message;
        assert!(message.contains("crashed the driver or the process that ran it (compile)"), "{message}");
    }
}
