//! What can be run.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::pipeline::Pipeline;
use super::tuning::Tuning;
use super::user_kernel::UserKernel;
use crate::Shown;
use crate::lab::{ShaderFileError, Shaders};

/// What is to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Job {
    /// A lab's ladder.
    Ladder {
        lab: String,
        /// Variants to run; empty for all.
        variants: Vec<String>,
    },
    /// An exercise, after its baseline where the device is not simulated.
    Attempt(Attempt),
    /// Kernels that stand in for variants of one part.
    Candidates {
        lab: String,
        /// The kernels.
        candidates: Vec<Candidate>,
    },
    /// A kernel of one's own.
    Kernel(Box<UserKernel>),
    /// Two kernels of one's own, on the same buffers.
    Pair(Box<[UserKernel; 2]>),
    /// Dispatches of kernels of one's own, in order, on buffers that they share.
    Pipeline(Box<Pipeline>),
    /// A search over the constants of a kernel of one's own.
    Tuning(Box<Tuning>),
}

/// An attempt at an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub lab: String,
    pub exercise: String,
    /// The file that solves it; `None` for `shaders/LAB/EXERCISE.wgsl`.
    pub file: Option<PathBuf>,
    /// Its text, where no file holds it: `file` is then only what messages call it.
    pub text: Option<String>,
}

/// A kernel, or a chain of them, that solves a part's problem as one of its variants would.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// What the report calls it; unique in its request.
    pub name: String,
    pub part: String,
    /// The variant, or exercise, whose passes, grids and needs it has.
    pub variant: String,
    /// The file of each pass; `None` for the variant's own.
    pub files: Vec<Option<PathBuf>>,
}

impl Job {
    /// The whole ladder of a lab.
    pub fn ladder(lab: &str) -> Self {
        Self::Ladder { lab: lab.to_owned(), variants: Vec::new() }
    }

    /// An attempt at an exercise of a lab, in its file.
    pub fn attempt(lab: &str, exercise: &str) -> Self {
        Self::Attempt(Attempt { lab: lab.to_owned(), exercise: exercise.to_owned(), file: None, text: None })
    }

    /// The attempt with this text, which messages call `file`.
    pub fn attempt_text(lab: &str, exercise: &str, file: PathBuf, text: String) -> Self {
        Self::Attempt(Attempt {
            lab: lab.to_owned(),
            exercise: exercise.to_owned(),
            file: Some(file),
            text: Some(text),
        })
    }

    /// The lab by whose harness it runs; `None` for kernels of one's own.
    pub fn lab(&self) -> Option<&str> {
        match self {
            Self::Ladder { lab, .. } | Self::Candidates { lab, .. } => Some(lab),
            Self::Attempt(attempt) => Some(&attempt.lab),
            Self::Kernel(_) | Self::Pair(_) | Self::Pipeline(_) | Self::Tuning(_) => None,
        }
    }

    /// Whether it goes on without a kernel that ended its worker.
    pub fn has_others(&self) -> bool {
        self.lab().is_some() || matches!(self, Self::Tuning(_))
    }

    /// The attempt, where it is one.
    pub fn as_attempt(&self) -> Option<&Attempt> {
        match self {
            Self::Attempt(attempt) => Some(attempt),
            _ => None,
        }
    }

    /// What messages call it: the lab, or the file of the first kernel.
    pub fn name(&self) -> String {
        match self {
            Self::Kernel(kernel) => kernel.file.shown(),
            Self::Pair(pair) => pair[0].file.shown(),
            Self::Tuning(tuning) => tuning.kernel.file.shown(),
            Self::Pipeline(pipeline) => {
                pipeline.passes.first().map(|pass| pass.kernel.file.shown()).unwrap_or_default()
            }
            _ => self.lab().unwrap_or_default().to_owned(),
        }
    }

    /// The variants that a ladder's run is narrowed to; empty for all.
    pub fn variants(&self) -> &[String] {
        match self {
            Self::Ladder { variants, .. } => variants,
            _ => &[],
        }
    }
}

impl Attempt {
    /// What messages call the attempt, and its text; `shader` is its file's name in the lab's folder.
    ///
    /// # Errors
    /// [`ShaderFileError`] where there is no text of it and the file cannot be read.
    pub fn read(&self, shader: &str, shaders: &Shaders<'_>) -> Result<(String, String), ShaderFileError> {
        match (&self.file, &self.text) {
            (Some(path), Some(text)) => Ok((path.shown(), text.clone())),
            (Some(path), None) => shaders.file(path),
            (None, _) => {
                let (path, text, _) = shaders.read(&self.lab, shader)?;
                Ok((path, text))
            }
        }
    }
}
