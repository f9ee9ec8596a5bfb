//! What a worker tells the conductor, a line of JSON each.

use serde::{Deserialize, Serialize};

use super::report::{CheckReport, Report, Roofs, Status};
use super::source::SourceReport;

/// One line of the worker's output.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The worker does something of its own that takes a while. No kernel under test runs.
    Doing(String),
    /// From now on a kernel under test runs: the conductor's clock starts.
    Enter {
        /// The variant.
        variant: String,
        /// In which stage: "verify at size 17".
        stage: String,
        /// Steps done.
        done: usize,
        /// Steps in all.
        of: usize,
    },
    /// The roofs are known.
    Roofs(Box<Roofs>),
    /// A variant is verified.
    Checked(String, CheckReport),
    /// A variant is settled and will not be timed.
    Settled(String, Status, String),
    /// The device was lost while this variant ran: the worker ends.
    Lost(String, String),
    /// The sources with what was counted, where they were asked for.
    Sources(Vec<SourceReport>),
    /// The run is complete.
    Done(Box<Report>),
    /// The run cannot go on.
    Fatal(Fatal),
}

/// Why a whole run ended: the command line or the machine could not serve it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{0}")]
pub struct Fatal(pub String);

impl Fatal {
    /// From anything that explains itself.
    pub fn new(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// The stage in which a driver compiles a kernel.
pub const COMPILE: &str = "compile";
