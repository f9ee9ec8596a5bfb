//! What a worker tells its supervisor.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::report::{
    CheckReport, KernelReport, PairReport, PipelineReport, Report, Roofs, SourceReport, Status, VariantReport,
};
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
        /// In which stage: "verify at size 17"; empty where there is one only.
        stage: String,
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
    Settled(String, Status, String),
    /// The device was lost while this variant ran: the worker ends.
    Lost(String, String),
    /// The sources with what was counted, where they were asked for: reports leave them out of their JSON.
    Sources(Vec<SourceReport>),
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

impl Done {
    /// Puts the sources back that the worker told apart.
    pub fn with(mut self, mut sources: Vec<SourceReport>) -> Self {
        match &mut self {
            Self::Lab(report) => report.sources = sources,
            Self::Kernel(report) => report.source = sources.pop().unwrap_or_default(),
            Self::Pair(_) | Self::Session(_) => {}
            Self::Pipeline(pipeline) => {
                for (report, source) in pipeline.passes.iter_mut().zip(sources) {
                    report.source = source;
                }
            }
        }
        self
    }
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

/// The stage in which a driver compiles a kernel.
pub const COMPILE: &str = "compile";

/// The stage in which the simulator runs one's own kernel: it counts steps, by which it tells a loop that does not end.
pub const SIMULATE: &str = "simulate";
