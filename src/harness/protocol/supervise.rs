//! The supervisor: receives the events of a worker, and ends it when it is silent for too long.

use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use crate::host::Host;

/// How often it is asked whether the run is still wanted.
const POLL: Duration = Duration::from_millis(50);

/// A worker that is silent for no longer than this is not asked how long it waited. Where Linux has been asked for the figures of a
/// process's threads, it takes long to clean up when they end: asking at each event took a third of the time of marking a class.
const BRIEF: Duration = Duration::from_secs(1);

/// What does a job apart from its supervisor, and sends events: a process, a thread, a browser's Web Worker.
#[expect(async_fn_in_trait, reason = "a run stays on the thread that it began on")]
pub trait Worker<E> {
    /// The next event, waited for no longer than this.
    async fn next(&mut self, patience: Duration) -> Received<E>;

    /// How long it was ready to go on and the machine was busy with others, where the system tells; it never shrinks.
    fn waited(&mut self) -> Duration {
        Duration::ZERO
    }

    /// Ends it, or leaves it behind where it cannot be ended.
    fn end(&mut self);

    /// How it ended, once it has.
    fn exit_report(&mut self) -> ExitReport;
}

/// What came from a worker.
pub enum Received<E> {
    Event(E),
    /// Nothing yet.
    Nothing,
    /// It has ended.
    Exit,
}

impl<E> From<Result<E, RecvTimeoutError>> for Received<E> {
    fn from(received: Result<E, RecvTimeoutError>) -> Self {
        match received {
            Ok(event) => Self::Event(event),
            Err(RecvTimeoutError::Timeout) => Self::Nothing,
            Err(RecvTimeoutError::Disconnected) => Self::Exit,
        }
    }
}

/// How a worker ended.
#[derive(Debug, Default)]
pub struct ExitReport {
    /// A process's status, where the system tells it.
    pub status: Option<ExitStatus>,
    /// What it wrote to stderr.
    pub stderr: String,
}

/// What a supervisor does after an event.
pub enum Next<T> {
    /// Goes on; the next event must come within this time, or within what is left where it is `None`.
    Continue(Option<Duration>),
    /// Stops, with this result.
    Stop(T),
}

/// How a supervised job ended.
pub enum Outcome<T> {
    /// With a result.
    Result(T),
    /// The worker was silent for too long, and was ended.
    TimedOut,
    /// The worker ended by itself.
    Exited(ExitReport),
    /// Nobody wants it any more.
    Cancelled,
}

/// Receives the events of `worker` until `handle` stops, it ends, or it is silent by `host`'s clock: at first for as long as `patience`.
/// The time that a busy machine did not let it run does not count, but for [`BRIEF`] after an event.
pub async fn supervise<E, T>(
    worker: &mut impl Worker<E>,
    host: &dyn Host,
    patience: Duration,
    cancelled: &dyn Fn() -> bool,
    mut handle: impl FnMut(E) -> Next<T>,
) -> Outcome<T> {
    let (mut begun, mut patience) = (host.now(), patience);
    // How long it had waited when it was first asked since `begun`.
    let mut waited = Some(Duration::ZERO);
    loop {
        if cancelled() {
            worker.end();
            return Outcome::Cancelled;
        }
        let spent = host.now().saturating_sub(begun);
        let left = patience.saturating_sub(spent);
        match worker.next(left.min(POLL)).await {
            Received::Event(event) => match handle(event) {
                Next::Continue(None) => {}
                Next::Continue(Some(next)) => (begun, patience, waited) = (host.now(), next, None),
                Next::Stop(result) => return Outcome::Result(result),
            },
            Received::Nothing if left > POLL => {
                if spent >= BRIEF {
                    waited.get_or_insert_with(|| worker.waited());
                }
            }
            Received::Nothing => {
                let now = worker.waited();
                patience += now - waited.replace(now).unwrap_or(now);
                if begun + patience <= host.now() {
                    worker.end();
                    return Outcome::TimedOut;
                }
            }
            Received::Exit => return Outcome::Exited(worker.exit_report()),
        }
    }
}

#[cfg(test)]
mod tests {
    use pollster::block_on;

    use super::*;
    use crate::host::Native;

    /// Tells what is left of it, then ends, or is silent.
    struct Scripted {
        left: Vec<u32>,
        silent: bool,
        ended: bool,
        /// Seconds that the machine is busy with others before it is let run; each passes while it is waited for.
        busy: u64,
        /// Seconds of these that have passed.
        waited: u64,
    }

    impl Scripted {
        fn new(left: &[u32], silent: bool) -> Self {
            Self { left: left.iter().rev().copied().collect(), silent, ended: false, busy: 0, waited: 0 }
        }
    }

    impl Worker<u32> for Scripted {
        async fn next(&mut self, _: Duration) -> Received<u32> {
            if self.busy > 0 {
                (self.busy, self.waited) = (self.busy - 1, self.waited + 1);
                return Received::Nothing;
            }
            match self.left.pop() {
                Some(event) => Received::Event(event),
                None if self.silent => Received::Nothing,
                None => Received::Exit,
            }
        }

        fn waited(&mut self) -> Duration {
            Duration::from_secs(self.waited)
        }

        fn end(&mut self) {
            self.ended = true;
        }

        fn exit_report(&mut self) -> ExitReport {
            ExitReport::default()
        }
    }

    fn supervised(worker: &mut Scripted, cancelled: bool) -> Outcome<u32> {
        block_on(supervise(worker, &Native, Duration::ZERO, &|| cancelled, until_three))
    }

    fn until_three(event: u32) -> Next<u32> {
        match event {
            3 => Next::Stop(event),
            _ => Next::Continue(None),
        }
    }

    #[test]
    fn a_worker_is_heard_until_it_has_told_enough() {
        let mut worker = Scripted::new(&[1, 3, 4], false);
        let end = supervised(&mut worker, false);
        assert!(matches!(end, Outcome::Result(3)));
        assert_eq!(worker.left, [4]);
    }

    #[test]
    fn a_silent_worker_is_ended_and_one_that_ends_is_asked_why() {
        let mut silent = Scripted::new(&[1], true);
        let end = supervised(&mut silent, false);
        assert!(matches!(end, Outcome::TimedOut) && silent.ended);
        let mut dying = Scripted::new(&[1], false);
        let end = supervised(&mut dying, false);
        assert!(matches!(end, Outcome::Exited(_)) && !dying.ended);
    }

    #[test]
    fn a_worker_that_a_busy_machine_does_not_let_run_is_not_silent() {
        let mut worker = Scripted { busy: 9, ..Scripted::new(&[3], false) };
        assert!(matches!(supervised(&mut worker, false), Outcome::Result(3)));
    }

    #[test]
    fn a_job_that_nobody_wants_is_ended_before_it_is_heard() {
        let mut worker = Scripted::new(&[3], false);
        let end = supervised(&mut worker, true);
        assert!(matches!(end, Outcome::Cancelled) && worker.ended);
    }
}
