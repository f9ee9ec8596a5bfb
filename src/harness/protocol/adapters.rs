//! The machine's adapters, listed by a child process: drivers print to stderr, hang and crash, and a screen that is
//! drawn in this process must not suffer from it.

use std::sync::OnceLock;
use std::time::Duration;

use pollster::block_on;

use super::process::Process;
use super::supervise::{Next, Outcome, supervise};
use crate::device::{self, Facts};
use crate::host::Native;

/// The hidden argument that makes a command list the adapters.
pub const ADAPTERS_WORKER: &str = "--lockstep-adapters-worker";

/// How long drivers may take to load.
const PATIENCE: Duration = Duration::from_secs(60);

/// Every adapter, the most capable first, asked for once in a process; none where the drivers give no answer.
pub fn adapters() -> &'static [Facts] {
    static FOUND: OnceLock<Vec<Facts>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let Ok(mut worker) = Process::<Vec<Facts>>::start(ADAPTERS_WORKER, &()) else {
            return Vec::new();
        };
        match block_on(supervise(&mut worker, &Native, PATIENCE, &|| false, Next::Stop)) {
            Outcome::Result(facts) => facts,
            Outcome::TimedOut | Outcome::Exited(_) | Outcome::Cancelled => Vec::new(),
        }
    })
}

/// The child's part.
pub fn list_adapters() -> Vec<Facts> {
    block_on(device::adapters())
}
