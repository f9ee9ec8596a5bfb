//! A worker that is a thread of this process, for jobs that cannot crash the process.

use std::io;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use super::supervise::{ExitReport, Received, Worker};

/// Stack of the thread: naga and the simulator's lowering recurse over a kernel's nesting.
const STACK: usize = 256 << 20;

/// A worker thread. It cannot be ended: one that is silent is left behind.
pub struct Thread<E>(Receiver<E>);

impl<E: Send + 'static> Thread<E> {
    /// Does `work` on a thread of its own; what it is handed tells an event.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start(work: impl FnOnce(&mut dyn FnMut(E)) + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::Builder::new().stack_size(STACK);
        // Nobody listens any more only where the worker was left behind.
        thread.spawn(move || work(&mut |event| drop(sender.send(event))))?;
        Ok(Self(receiver))
    }
}

impl<E> Worker<E> for Thread<E> {
    async fn next(&mut self, patience: Duration) -> Received<E> {
        self.0.recv_timeout(patience).into()
    }

    fn end(&mut self) {}

    fn exit_report(&mut self) -> ExitReport {
        ExitReport::default()
    }
}
