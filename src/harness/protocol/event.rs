//! What a worker tells its supervisor.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::report::{Aside, CheckReport, KernelReport, PairReport, PipelineReport, Report, Roofs, VariantReport};
use super::settled::Settled;
use super::stage::Stage;
use super::timing_session::TimingSession;

/// One thing that a worker tells; a process writes each as a line of JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The worker does something of its own that takes a while. No kernel under test runs.
    Doing(String),
    /// From now on a kernel under test runs: the supervisor's clock starts anew.
    Enter {
        /// The variant, or the file of one's own kernel.
        variant: String,
        /// In which stage.
        stage: Stage,
        /// Steps done.
        done: usize,
        /// Steps in all.
        of: usize,
    },
    /// The roofs are known.
    Roofs(Box<Roofs>),
    /// A variant is verified.
    Checked(String, Box<CheckReport>),
    /// What the report will say of a variant, known before the run is complete: of a ladder on the simulator.
    Row(Box<VariantReport>),
    /// A variant is settled and will not be timed.
    Settled(String, Settled),
    /// The device was lost while this variant ran: the worker ends.
    Lost(String, String),
    /// What the JSON of the result leaves out; it comes before the result.
    Aside(Box<Aside>),
    /// The run is complete.
    Done(Done),
    /// The run cannot go on.
    Refused(Refused),
}

/// The result of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Done {
    /// Of a ladder, an attempt or candidates.
    Lab(Box<Report>),
    /// Times of one process of several, as yet without a report.
    Session(Box<TimingSession>),
    /// Of a kernel of one's own.
    Kernel(Box<KernelReport>),
    /// Of two kernels of one's own.
    Pair(Box<PairReport>),
    /// Of a pipeline.
    Pipeline(Box<PipelineReport>),
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// The kernel is wrong; else the command line or the machine could not serve it.
    pub wrong: bool,
    /// What, where, why and what to do.
    pub message: String,
}

impl Refused {
    /// The kernel is wrong.
    pub fn wrong(message: impl fmt::Display) -> Self {
        Self { wrong: true, message: message.to_string() }
    }

    /// The command line or the machine cannot serve it.
    pub fn unserved(message: impl fmt::Display) -> Self {
        Self { wrong: false, message: message.to_string() }
    }
}
