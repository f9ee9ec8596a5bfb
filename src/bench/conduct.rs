//! The conductor: starts workers, watches them, and goes on without what ended one.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::event::{Event, Fatal};
use super::report::{Report, Status};
use super::request::Request;

/// Where a run's progress is told.
pub trait Watcher {
    /// The worker reached this step.
    fn event(&mut self, event: &Event);
}

/// The hidden argument that makes a command a worker.
pub const WORKER: &str = "--lockstep-worker";

/// How long the worker's own work (no kernel under test running) may take without a word.
const PATIENCE: Duration = Duration::from_secs(300);

/// How much of a worker's stderr is kept for the message about its end.
const KEPT: u64 = 64 << 10;

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
pub fn conduct(request: &Request, watcher: &mut dyn Watcher) -> Result<Report, Fatal> {
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

fn run_worker(request: &mut Request, watcher: &mut dyn Watcher) -> Result<End, Fatal> {
    let mut worker = Worker::start(request)?;
    let patience = Duration::try_from_secs_f64(request.timeout_s).unwrap_or(PATIENCE);
    let mut running: Option<(String, String)> = None;
    let mut deadline = Instant::now() + PATIENCE;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match worker.events.recv_timeout(left) {
            Ok(event) => {
                watcher.event(&event);
                deadline = Instant::now() + PATIENCE;
                match event {
                    Event::Enter { variant, stage, .. } => {
                        deadline = Instant::now() + patience;
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
                    Event::Done(report) => return Ok(End::Done(report)),
                    Event::Fatal(fatal) => return Ok(End::Fatal(fatal)),
                }
            }
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

/// A worker process: it lives no longer than this value.
struct Worker {
    child: Child,
    events: Receiver<Event>,
    said: Receiver<String>,
    // Held open: the worker ends itself when this end closes, however this process ends.
    _lifeline: ChildStdin,
}

impl Worker {
    fn start(request: &Request) -> Result<Self, Fatal> {
        let failed = |error: &dyn std::fmt::Display| {
            Fatal(format!("the worker process could not be started: {error}"))
        };
        let program = std::env::current_exe().map_err(|error| failed(&error))?;
        let mut child = Command::new(program)
            .arg(WORKER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(&error))?;
        let mut lifeline = child.stdin.take().expect("stdin is piped");
        let line = serde_json::to_string(request).map_err(|error| failed(&error))?;
        writeln!(lifeline, "{line}").map_err(|error| failed(&error))?;
        let events = read_events(child.stdout.take().expect("stdout is piped"));
        let said = read_text(child.stderr.take().expect("stderr is piped"));
        Ok(Self {
            child,
            events,
            said,
            _lifeline: lifeline,
        })
    }

    fn kill(&mut self) {
        // An error here means that the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Waits for the end; the exit status and what was written to stderr.
    fn wait(&mut self) -> (Option<ExitStatus>, String) {
        let status = self.child.wait().ok();
        let said = self.said.recv_timeout(Duration::from_secs(1));
        (status, said.unwrap_or_default().trim().to_owned())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

fn read_events(stdout: impl Read + Send + 'static) -> Receiver<Event> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            let Ok(line) = line else { break };
            // A driver may print to stdout too: what is no event is not for us.
            if let Ok(event) = serde_json::from_str(&line)
                && sender.send(event).is_err()
            {
                break;
            }
        }
    });
    receiver
}

fn read_text(stderr: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut stderr = stderr;
        let _ = stderr.by_ref().take(KEPT).read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
        // Drained to the end, so that a talkative driver does not block.
        let _ = std::io::copy(&mut stderr, &mut std::io::sink());
    });
    receiver
}
