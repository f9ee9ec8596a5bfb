//! The conductor: starts workers, watches them, and goes on without what ended one.

use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::child::Worker;
use super::event::{COMPILE, Event, Fatal};
use super::report::{Report, Status};
use super::request::Request;

/// Where a run's progress is told.
pub trait Listener {
    /// The worker reached this step.
    fn event(&mut self, event: &Event);

    /// Whether the run is no longer wanted: its worker is ended, and the run is [`Fatal`].
    fn cancelled(&self) -> bool {
        false
    }
}

/// The hidden argument that makes a command a worker.
pub const WORKER: &str = "--lockstep-worker";

/// How long the worker's own work (no kernel under test running) may take without a word.
const PATIENCE: Duration = Duration::from_secs(300);

/// How long a run that is no longer wanted may go on.
pub(super) const GLANCE: Duration = Duration::from_millis(50);

/// How one worker ended.
enum End {
    Done(Box<Report>),
    Fatal(Fatal),
    /// It ended, or was ended, while this variant ran, for this reason.
    Condemned(String, String),
}

/// Runs `request` in child processes until it is complete: a variant that ends a worker is settled as failed, and
/// the next worker goes on without it.
///
/// # Errors
/// [`Fatal`] where the command line or the machine cannot serve the run.
pub fn conduct(request: &Request, watcher: &mut dyn Listener) -> Result<Report, Fatal> {
    let mut request = request.clone();
    loop {
        match run_worker(&mut request, watcher)? {
            End::Done(report) => return Ok(*report),
            End::Fatal(fatal) => return Err(fatal),
            End::Condemned(variant, reason) => {
                watcher.event(&Event::Settled(
                    variant.clone(),
                    Status::Failed,
                    reason.clone(),
                ));
                request.settled.insert(variant, (Status::Failed, reason));
            }
        }
    }
}

fn run_worker(request: &mut Request, watcher: &mut dyn Listener) -> Result<End, Fatal> {
    let mut worker = Worker::<Event>::start(WORKER, request)?;
    let patience = Duration::try_from_secs_f64(request.timeout_s).unwrap_or(PATIENCE);
    let mut running: Option<(String, String)> = None;
    let mut sources = Vec::new();
    let mut deadline = Instant::now() + PATIENCE;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if watcher.cancelled() {
            return Ok(End::Fatal(Fatal("the run was cancelled".to_owned())));
        }
        match worker.events.recv_timeout(left.min(GLANCE)) {
            Ok(event) => {
                watcher.event(&event);
                deadline = Instant::now() + PATIENCE;
                match event {
                    Event::Enter { variant, stage, .. } => {
                        deadline = Instant::now() + patience;
                        if stage != COMPILE {
                            request.compiled.insert(variant.clone());
                        }
                        running = Some((variant, stage));
                    }
                    Event::Doing(_) => running = None,
                    Event::Roofs(roofs) => request.roofs = Some(*roofs),
                    Event::Checked(variant, check) => {
                        request.checked.insert(variant, check);
                    }
                    Event::Settled(variant, status, reason) => {
                        request.settled.insert(variant, (status, reason));
                    }
                    Event::Lost(variant, message) => {
                        worker.wait();
                        return Ok(End::Condemned(variant, message));
                    }
                    Event::Sources(told) => sources = told,
                    Event::Done(mut report) => {
                        report.sources = sources;
                        return Ok(End::Done(report));
                    }
                    Event::Fatal(fatal) => return Ok(End::Fatal(fatal)),
                }
            }
            Err(RecvTimeoutError::Timeout) if left > GLANCE => {}
            Err(RecvTimeoutError::Timeout) => {
                worker.kill();
                return Ok(overdue(running, request.timeout_s));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(died(running, worker.wait())),
        }
    }
}

fn overdue(running: Option<(String, String)>, timeout_s: f64) -> End {
    match running {
        Some((variant, stage)) if stage == COMPILE => End::Condemned(
            variant,
            format!(
                "the driver did not finish compiling it within {timeout_s} s: fewer statements, or a larger --timeout"
            ),
        ),
        Some((variant, stage)) => End::Condemned(
            variant,
            format!(
                "it did not end within {timeout_s} s ({stage}); an endless loop, or a kernel that needs a larger --timeout"
            ),
        ),
        None => End::Fatal(Fatal(format!(
            "the worker process said nothing for {} s, though no kernel of the lab was running",
            PATIENCE.as_secs()
        ))),
    }
}

fn died(running: Option<(String, String)>, (status, said): (Option<ExitStatus>, String)) -> End {
    let how = status.map_or("unknown".to_owned(), |status| status.to_string());
    let said = if said.is_empty() {
        String::new()
    } else {
        format!("\n{said}")
    };
    match running {
        Some((variant, stage)) => End::Condemned(
            variant,
            format!("it crashed the driver or the process that ran it ({stage}): {how}{said}"),
        ),
        None => End::Fatal(Fatal(format!("the worker process ended: {how}{said}"))),
    }
}
