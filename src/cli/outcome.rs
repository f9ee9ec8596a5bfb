//! Exit statuses.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is well: 0.
    Well,
    /// A kernel is wrong or a lab failed: 1.
    Failed,
    /// The command line or the machine could not serve it: 2.
    Unserved,
}

/// What a shell reports for a process ended by Ctrl-C: 128 + SIGINT.
pub const INTERRUPTED: i32 = 130;

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Well => 0,
            Outcome::Failed => 1,
            Outcome::Unserved => 2,
        })
    }
}
