//! The stages of a run, in which kernels under test are compiled and run.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is done with a kernel under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// A driver compiles it.
    Compile,
    /// The simulator runs a kernel of one's own: it counts steps, by which it tells a loop that does not end.
    Simulate,
    /// A device runs a kernel of one's own: there is no other stage.
    Run,
    /// Its outputs are verified.
    Verify(ProblemName),
    /// It runs once on the simulator, on the problem of this label.
    Audit(String),
    /// It is timed.
    Time(ProblemName),
    /// What it left behind when it was timed is verified.
    VerifyTimed(ProblemName),
    /// The same stage once more, with workgroups taking turns.
    Interleaved(Box<Stage>),
    /// The same stage once more, with all workgroups begun at once.
    Crowded(Box<Stage>),
}

/// Which problem a stage solves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProblemName {
    /// The part's, at this size.
    Size(u32),
    /// The part's, at this point of its sweep.
    Point(u32),
    /// One of another shape, of this label.
    Label(String),
}

impl Stage {
    /// Whether its words name the problem.
    pub fn names_problem(&self) -> bool {
        match self {
            Self::Verify(problem) | Self::Time(problem) | Self::VerifyTimed(problem) => {
                matches!(problem, ProblemName::Label(_))
            }
            Self::Audit(_) => true,
            Self::Interleaved(stage) | Self::Crowded(stage) => stage.names_problem(),
            Self::Compile | Self::Simulate | Self::Run => false,
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compile => f.write_str("compile"),
            Self::Simulate => f.write_str("simulate"),
            Self::Run => Ok(()),
            Self::Verify(problem) => write!(f, "verifying {problem}"),
            Self::Audit(problem) => write!(f, "auditing on the simulator: {problem}"),
            Self::Time(problem) => write!(f, "timing {problem}"),
            Self::VerifyTimed(problem) => write!(f, "verifying after timing, {problem}"),
            Self::Interleaved(stage) => write!(f, "workgroups taking turns and some held up, {stage}"),
            Self::Crowded(stage) => write!(f, "all workgroups begun, and the last one going on first, {stage}"),
        }
    }
}

impl fmt::Display for ProblemName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => write!(f, "at size {size}"),
            Self::Point(point) => write!(f, "at point {point}"),
            Self::Label(label) => f.write_str(label),
        }
    }
}
