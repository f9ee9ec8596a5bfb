//! A worker that is a process: this program in a hidden role.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::event::RunError;
use super::supervise::{ExitReport, Received, Worker};

/// How much of a worker's stderr is kept for the message about its end.
const KEPT: u64 = 64 << 10;

/// A worker process: it lives no longer than this value.
pub struct Process<E> {
    child: Child,
    /// What it tells, a line of JSON each; disconnected once it has ended.
    events: Receiver<E>,
    said: Receiver<String>,
    waited: Duration,
    /// How long each of its threads had waited when that was last asked.
    threads: BTreeMap<OsString, Duration>,
    // Held open: the worker ends itself when this end closes, however this process ends.
    _lifeline: ChildStdin,
}

impl<E: DeserializeOwned + Send + 'static> Process<E> {
    /// Starts this program in the hidden role `role`, and hands it `request`.
    ///
    /// # Errors
    /// [`RunError`] where the system will not start it.
    pub fn start(role: &str, request: &impl Serialize) -> Result<Self, RunError> {
        Self::start_as(&mut this_program(role)?, request, u64::MAX)
    }

    /// Starts `command`, which is this program in a hidden role, and hands it `request`. Of what it tells, at most
    /// `bytes` bytes are read; then its output is closed, which ends it.
    ///
    /// # Errors
    /// [`RunError`] where the system will not start it.
    pub fn start_as(command: &mut Command, request: &impl Serialize, bytes: u64) -> Result<Self, RunError> {
        let failed = could_not_start;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(&error))?;
        let mut lifeline = child.stdin.take().expect("stdin is piped");
        let line = serde_json::to_string(request).map_err(|error| failed(&error))?;
        match writeln!(lifeline, "{line}") {
            // It has ended before it read its request: how is in its last words.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
            written => written.map_err(|error| failed(&error))?,
        }
        let events = read_events(child.stdout.take().expect("stdout is piped").take(bytes));
        let said = read_text(child.stderr.take().expect("stderr is piped"));
        Ok(Self { child, events, said, waited: Duration::ZERO, threads: BTreeMap::new(), _lifeline: lifeline })
    }
}

/// This program in the hidden role `role`.
///
/// # Errors
/// [`RunError`] where the system does not tell where this program is.
pub fn this_program(role: &str) -> Result<Command, RunError> {
    let program = std::env::current_exe().map_err(|error| could_not_start(&error))?;
    let mut command = Command::new(program);
    command.arg(role);
    Ok(command)
}

fn could_not_start(error: &dyn std::fmt::Display) -> RunError {
    RunError::unserved(format!("the worker process could not be started: {error}"))
}

impl<E> Worker<E> for Process<E> {
    async fn next(&mut self, patience: Duration) -> Received<E> {
        self.events.recv_timeout(patience).into()
    }

    fn waited(&mut self) -> Duration {
        let now = waited(self.child.id());
        self.waited += longest(&self.threads, &now);
        self.threads = now;
        self.waited
    }

    fn end(&mut self) {
        // An error here means that the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn exit_report(&mut self) -> ExitReport {
        let status = self.child.wait().ok();
        let said = self.said.recv_timeout(Duration::from_secs(1));
        ExitReport { status, stderr: said.unwrap_or_default().trim().to_owned() }
    }
}

impl<E> Drop for Process<E> {
    fn drop(&mut self) {
        self.end();
    }
}

/// How long each thread of process `id` was ready to run and was not let. Linux tells (proc(5) and the kernel's sched-stats: the second
/// figure of `schedstat`, in nanoseconds); elsewhere none is told.
fn waited(id: u32) -> BTreeMap<OsString, Duration> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let waited = threads.filter_map(|thread| {
        let figures = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let nanoseconds = figures.split_whitespace().nth(1)?.parse().ok()?;
        Some((thread.file_name(), Duration::from_nanos(nanoseconds)))
    });
    waited.collect()
}

/// How long the thread that waited longest between `before` and `now` did. One that is new has waited only since.
fn longest(before: &BTreeMap<OsString, Duration>, now: &BTreeMap<OsString, Duration>) -> Duration {
    let since = |(thread, waited): (&OsString, &Duration)| {
        waited.saturating_sub(before.get(thread).copied().unwrap_or_default())
    };
    now.iter().map(since).max().unwrap_or_default()
}

fn read_events<E: DeserializeOwned + Send + 'static>(stdout: impl Read + Send + 'static) -> Receiver<E> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_is_new_has_waited_as_long_as_one_that_waited_much_before() {
        let threads = |all: &[(&str, u64)]| {
            let of = |(thread, seconds): &(&str, u64)| ((*thread).into(), Duration::from_secs(*seconds));
            all.iter().map(of).collect::<BTreeMap<OsString, Duration>>()
        };
        let before = threads(&[("1", 100), ("2", 3)]);
        assert_eq!(longest(&before, &threads(&[("1", 101), ("3", 4)])), Duration::from_secs(4));
        assert_eq!(longest(&before, &threads(&[("1", 100), ("2", 10)])), Duration::from_secs(7));
        assert_eq!(longest(&before, &BTreeMap::new()), Duration::ZERO);
    }
}
