//! What a worker tells its supervisor.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::done::{Aside, Done};
use super::report::{CheckReport, Roofs, SizeChoice, VariantReport};
use super::settled::Settled;
use super::stage::Stage;
use crate::kernel::{CompileError, KernelError};
use crate::units::Seconds;

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
    /// Whether, from now on, kernels are also run on the simulator beside what else is told.
    Beside(bool),
    /// The roofs are known.
    Roofs(Box<Roofs>),
    /// The size is chosen.
    Sized(SizeChoice),
    /// A variant is verified.
    Checked(String, Box<CheckReport>),
    /// What is known of a variant of a ladder before the run is complete: on the simulator what the report will say, on a device what the
    /// first process found, without a ratio.
    Row {
        /// As in the report.
        row: Box<VariantReport>,
        /// Whether its time is the simulator's estimate.
        estimated: bool,
    },
    /// What the simulator estimates of a candidate; `None` where it cannot.
    Estimated(String, Option<Seconds>),
    /// A variant is settled and will not be timed.
    Settled(String, Settled),
    /// The device was lost while this variant ran: the worker ends.
    Lost(String, String),
    /// What the JSON of the result leaves out; it comes before the result.
    Aside(Box<Aside>),
    /// The run is complete.
    Done(Done),
    /// The run cannot go on.
    Refused(RunError),
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct RunError {
    /// The kernel is wrong; else the command line or the machine could not serve it.
    pub wrong: bool,
    /// What, where, why and what to do.
    pub message: String,
    /// What a compiler says of the kernel, where one refused it.
    pub compiler: Option<Refusal>,
}

/// What a compiler says of a kernel that it refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The kernel's file.
    pub file: String,
    /// What is wrong, in a line.
    pub summary: String,
    /// The line and the column, from 1.
    pub place: Option<(u32, u32)>,
}

impl RunError {
    /// The kernel is wrong.
    pub fn wrong(message: impl fmt::Display) -> Self {
        Self { wrong: true, message: message.to_string(), compiler: None }
    }

    /// A compiler refuses the kernel in `file`.
    pub fn by_compiler(file: &str, error: &CompileError) -> Self {
        let (file, summary, place) = (file.to_owned(), error.summary.clone(), error.place);
        let message = KernelError::Compile(error.clone());
        Self { compiler: Some(Refusal { file, summary, place }), ..Self::wrong(message) }
    }

    /// The command line or the machine cannot serve it.
    pub fn unserved(message: impl fmt::Display) -> Self {
        Self { wrong: false, message: message.to_string(), compiler: None }
    }
}
