//! Where the kernel runs, and how long it may.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::prepare::Prepared;
use super::real::measure;
use super::report::UserReport;
use super::request::{Refused, UserRequest};
use super::simulated::simulate;
use crate::bench::child::Worker;
use crate::bench::conduct::GLANCE;
use crate::device::{self, Selector};
use crate::sim::FirstRequest;
use crate::sim::machine::Machine;

/// The hidden argument that makes a command the worker of one user's kernel.
pub const USER_WORKER: &str = "--lockstep-user-worker";

/// How long a device may take to open before any kernel runs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Stack of the thread that compiles and simulates: naga's and our lowering recurse over a kernel's nesting.
const STACK: usize = 256 << 20;

/// What a worker tells, a line of JSON each.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum UserEvent {
    /// The kernel is compiled or run from now on: the clock of `--timeout` starts anew.
    Enter,
    /// The result, and what its JSON lacks.
    Done(Box<UserReport>, Box<Untold>),
    /// There is none.
    Refused(Refused),
}

/// What a report holds and its JSON does not.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Untold {
    source: String,
    first_requests: Vec<FirstRequest>,
}

impl Untold {
    fn of(report: &UserReport) -> Self {
        Self {
            source: report.source.clone(),
            first_requests: report.first_requests.clone(),
        }
    }

    fn back_into(self, report: UserReport) -> UserReport {
        UserReport {
            source: self.source,
            first_requests: self.first_requests,
            ..report
        }
    }
}

/// Runs the kernel: on the simulator in this process, on a device in a child of it.
///
/// # Errors
/// [`Refused`]; a kernel that does not end, or that crashes its driver, is wrong.
pub fn conduct(request: &UserRequest) -> Result<UserReport, Refused> {
    match &request.device {
        Selector::Simulated(name) => on_simulator(request, name),
        _ => in_child(request, &|| false),
    }
}

/// Runs the kernel in a child process, on whichever device: it is ended where `cancelled` says that nobody waits for
/// it any more.
///
/// # Errors
/// [`Refused`], as [`conduct`]'s.
pub fn conduct_apart(
    request: &UserRequest,
    cancelled: &dyn Fn() -> bool,
) -> Result<UserReport, Refused> {
    in_child(request, cancelled)
}

fn on_simulator(request: &UserRequest, name: &str) -> Result<UserReport, Refused> {
    let machine = Machine::find(name).map_err(Refused::unserved)?;
    let (sender, receiver) = mpsc::channel();
    let thread_request = request.clone();
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            let done = Prepared::new(&thread_request)
                .and_then(|prepared| simulate(&prepared, &thread_request, machine));
            // Nobody listens any more only where the timeout has passed.
            let _ = sender.send(done);
        });
    thread.map_err(|error| Refused::unserved(format!("no thread could be started: {error}")))?;
    match receiver.recv_timeout(timeout(request)) {
        Ok(done) => done,
        Err(RecvTimeoutError::Timeout) => Err(overdue(request)),
        Err(RecvTimeoutError::Disconnected) => Err(Refused::unserved(format!(
            "{}: the simulator failed: this is a bug of Lockstep; please report it with the kernel",
            request.file.display()
        ))),
    }
}

fn in_child(request: &UserRequest, cancelled: &dyn Fn() -> bool) -> Result<UserReport, Refused> {
    let mut worker: Worker<UserEvent> =
        Worker::start(USER_WORKER, request).map_err(Refused::unserved)?;
    let mut deadline = Instant::now() + PATIENCE;
    let mut running = false;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if cancelled() {
            return Err(Refused::unserved("the run was cancelled"));
        }
        match worker.events.recv_timeout(left.min(GLANCE)) {
            Ok(UserEvent::Enter) => {
                running = true;
                deadline = Instant::now() + timeout(request);
            }
            Ok(UserEvent::Done(report, untold)) => return Ok(untold.back_into(*report)),
            Ok(UserEvent::Refused(refused)) => return Err(refused),
            Err(RecvTimeoutError::Timeout) if left > GLANCE => {}
            Err(RecvTimeoutError::Timeout) => {
                worker.kill();
                return Err(if running {
                    overdue(request)
                } else {
                    let patience = PATIENCE.as_secs();
                    Refused::unserved(format!(
                        "within {patience} s the kernel was not parsed, or the device did not open"
                    ))
                });
            }
            Err(RecvTimeoutError::Disconnected) => {
                let (status, said) = worker.wait();
                let how = status.map_or("unknown".to_owned(), |status| status.to_string());
                let message = format!(
                    "{}: it crashed the driver or the process that ran it: {how}\n{said}",
                    request.file.display()
                );
                return Err(Refused {
                    wrong: running,
                    message: message.trim_end().to_owned(),
                });
            }
        }
    }
}

fn timeout(request: &UserRequest) -> Duration {
    Duration::try_from_secs_f64(request.timeout_s).unwrap_or(PATIENCE)
}

fn overdue(request: &UserRequest) -> Refused {
    Refused::wrong(format!(
        "{}: it did not end within {} s: an endless loop, or a kernel that needs a larger --timeout",
        request.file.display(),
        request.timeout_s
    ))
}

/// The worker's part: runs the kernel in this process.
pub fn work(request: &UserRequest, emit: &(dyn Fn(UserEvent) + Sync)) {
    let run = || {
        let prepared = Prepared::new(request)?;
        let mut device = device::open(&request.device).map_err(Refused::unserved)?;
        let mut enter = || emit(UserEvent::Enter);
        match device.machine().cloned() {
            // There is no adapter.
            Some(machine) => {
                enter();
                simulate(&prepared, request, machine)
            }
            None => measure(&prepared, request, device.as_mut(), &mut enter),
        }
    };
    let done = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, run);
        thread.map(std::thread::ScopedJoinHandle::join)
    });
    match done {
        Ok(Ok(Ok(report))) => {
            let untold = Untold::of(&report);
            emit(UserEvent::Done(Box::new(report), Box::new(untold)));
        }
        Ok(Ok(Err(refused))) => emit(UserEvent::Refused(refused)),
        // Not caught: the parent sees this process end, and says what it wrote to stderr.
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => emit(UserEvent::Refused(Refused::unserved(error))),
    }
}
