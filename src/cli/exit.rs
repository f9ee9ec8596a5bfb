//! Exit statuses.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well: 0.
    Well,
    /// A kernel is wrong or a lab failed: 1.
    Failed,
    /// The command line or the machine could not serve it: 2.
    Unserved,
    /// A class was marked, but for some of it: 3.
    Open,
    /// A run is held against a baseline, and some of it was inconclusive: 4.
    Unsure,
}

/// What the exit statuses mean, below `--help`.
pub const STATUSES: &str = "Exit status: 0: all is well. 1: a kernel is wrong (it does not compile, has a fault, or its output is not as expected), a lab failed, or something is slower than its baseline. 2: the command line, a file or the machine is not up to it. 3: part of a class is not marked. 4: a comparison with a baseline is inconclusive. 130: Ctrl-C.";

/// What a shell reports for a process ended by Ctrl-C: 128 + SIGINT.
pub const INTERRUPTED: i32 = 130;

impl From<Exit> for ExitCode {
    fn from(outcome: Exit) -> Self {
        Self::from(match outcome {
            Exit::Well => 0,
            Exit::Failed => 1,
            Exit::Unserved => 2,
            Exit::Open => 3,
            Exit::Unsure => 4,
        })
    }
}
