//! Where the kernel runs, and how long it may.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::prepare::Prepared;
use super::real::measure;
use super::report::UserReport;
use super::request::{Refused, UserRequest};
use super::simulated::simulate;
use crate::device::{self, Selector};
use crate::files::Shown;
use crate::harness::child::Worker;
use crate::harness::conduct::GLANCE;
use crate::sim::FirstRequest;

/// The hidden argument that makes a command the worker of one user's kernel.
pub const USER_WORKER: &str = "--lockstep-user-worker";

/// How long a device may take to open before any kernel runs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Stack of the thread that compiles and simulates: naga's and our lowering recurse over a kernel's nesting.
const STACK: usize = 256 << 20;

/// What a worker tells, a line of JSON each.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum UserEvent<T = Told> {
    /// The kernel is compiled or run from now on: the clock of `--timeout` starts anew.
    Enter,
    /// The result.
    Done(Box<T>),
    /// There is none.
    Refused(Refused),
}

/// A report, and what it holds and its JSON does not.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Told {
    report: UserReport,
    source: String,
    first_requests: Vec<FirstRequest>,
}

impl Told {
    /// `report`, all of it.
    pub(super) fn of(report: UserReport) -> Self {
        Self {
            source: report.source.clone(),
            first_requests: report.first_requests.clone(),
            report,
        }
    }

    /// The report as it was.
    pub(super) fn back(self) -> UserReport {
        UserReport {
            source: self.source,
            first_requests: self.first_requests,
            ..self.report
        }
    }
}

/// Runs the kernel: on the simulator in this process, on a device in a child of it.
///
/// # Errors
/// [`Refused`]; a kernel that does not end, or that crashes its driver, is wrong.
pub fn conduct(request: &UserRequest) -> Result<UserReport, Refused> {
    match &request.device {
        Selector::Simulated(name) => {
            let machine = device::machine(name).map_err(Refused::unserved)?;
            let own = request.clone();
            on_simulator(request, move || {
                Prepared::new(&own).and_then(|prepared| simulate(&prepared, &own, machine))
            })
        }
        _ => conduct_apart(request, &|| false),
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
    in_child::<Told>(USER_WORKER, request, request, cancelled).map(Told::back)
}

/// Does `work` on a thread of its own, and leaves that behind where it outlasts `request`'s timeout.
pub(super) fn on_simulator<T: Send + 'static>(
    request: &UserRequest,
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            // Nobody listens any more only where the timeout has passed.
            let _ = sender.send(work());
        });
    thread.map_err(|error| Refused::unserved(format!("no thread could be started: {error}")))?;
    match receiver.recv_timeout(timeout(request)) {
        Ok(done) => done,
        Err(RecvTimeoutError::Timeout) => Err(overdue(request)),
        Err(RecvTimeoutError::Disconnected) => Err(Refused::unserved(format!(
            "{}: the simulator failed: this is a bug of Lockstep; please report it with the kernel",
            request.file.shown()
        ))),
    }
}

/// Hands `whole` to a child in the hidden role `role`, and waits for its result; `request` says how long and of what.
pub(super) fn in_child<T: DeserializeOwned + Send + 'static>(
    role: &str,
    whole: &impl Serialize,
    request: &UserRequest,
    cancelled: &dyn Fn() -> bool,
) -> Result<T, Refused> {
    let mut worker: Worker<UserEvent<T>> = Worker::start(role, whole).map_err(Refused::unserved)?;
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
            Ok(UserEvent::Done(done)) => return Ok(*done),
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
                    request.file.shown()
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
        request.file.shown(),
        request.timeout_s
    ))
}

/// The worker's part: runs the kernel in this process.
pub fn work(request: &UserRequest, emit: &(dyn Fn(UserEvent) + Sync)) {
    work_on_thread(emit, || {
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
        .map(Told::of)
    });
}

/// Does `run` on a thread with room for deep kernels, and tells its result.
pub(super) fn work_on_thread<T: Send>(
    emit: &(dyn Fn(UserEvent<T>) + Sync),
    run: impl FnOnce() -> Result<T, Refused> + Send,
) {
    let done = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, run);
        thread.map(std::thread::ScopedJoinHandle::join)
    });
    match done {
        Ok(Ok(Ok(done))) => emit(UserEvent::Done(Box::new(done))),
        Ok(Ok(Err(refused))) => emit(UserEvent::Refused(refused)),
        // Not caught: the parent sees this process end, and says what it wrote to stderr.
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => emit(UserEvent::Refused(Refused::unserved(error))),
    }
}
