//! What can be run, and all that a run depends on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::Shown;
use crate::device::Selector;
use crate::harness::ladder::prepare::baseline_kernels::Kernels;
use crate::harness::ladder::time::session::Sitting;
use crate::harness::protocol::report::lab::{CheckReport, Status};
use crate::harness::protocol::report::roofs::Roofs;
use crate::harness::user::OwnKernel;
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
    Kernel(Box<OwnKernel>),
    /// Two kernels of one's own, on the same buffers.
    Pair(Box<[OwnKernel; 2]>),
    /// Dispatches of kernels of one's own, in order, each on files that those before it left.
    Chain(Vec<OwnKernel>),
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
            Self::Kernel(_) | Self::Pair(_) | Self::Chain(_) => None,
        }
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
            Self::Chain(kernels) => kernels.first().map(|kernel| kernel.file.shown()).unwrap_or_default(),
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

/// A job and everything that its run depends on: what the supervisor hands to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// What runs.
    pub job: Job,
    /// On which device.
    pub device: Selector,
    /// The problem size; `None` for the one that suits the device.
    pub size: Option<u32>,
    /// Seed of the inputs.
    pub seed: u64,
    /// Seconds after which a kernel is taken to be endless.
    pub timeout_s: f64,
    /// Host threads; `None` for all.
    pub threads: Option<u16>,
    /// Sizes verified before the main one; empty for the lab's own.
    pub sizes: Vec<u32>,
    /// Folder asked first for shaders.
    pub shaders: Option<PathBuf>,
    /// Runtime checks in timed kernels.
    pub checks: Checks,
    /// Counters of the simulator beside measured times.
    pub why: bool,
    /// The sources with what was counted line by line, for an illustrated report; on a device together with `why`.
    pub sources: bool,
    /// Points of a sweep's axis in place of the lab's own; empty for those.
    pub points: Vec<u32>,
    /// Few samples, few points, and no measured roofs.
    pub quick: bool,
    /// Peaks that are given, in FLOP/s and B/s.
    pub peak_flops: Option<f64>,
    /// See `peak_flops`.
    pub peak_bandwidth: Option<f64>,
    /// What the GPU is called, where the device does not tell it.
    #[serde(default)]
    pub gpu: Option<String>,
    /// Of a ladder: what its kernels were once. Those that are no longer so run in turns with today's.
    #[serde(default)]
    pub then: Kernels,
    /// What earlier workers of this run found out.
    pub known: Known,
}

/// What earlier workers of a run found out, so that the next goes on where the last one ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Known {
    /// The roofs that were measured.
    pub roofs: Option<Roofs>,
    /// Variants that are settled: they ended a worker, or were refused by one.
    pub settled: BTreeMap<String, (Status, String)>,
    /// Variants that were compiled.
    pub compiled: BTreeSet<String>,
    /// Variants that were verified.
    pub checked: BTreeMap<String, CheckReport>,
    /// What each timed.
    pub sittings: Vec<Sitting>,
}

impl Request {
    /// The defaults for a job: `auto` device and size, seed 1, 20 s.
    pub fn new(job: Job) -> Self {
        Self {
            job,
            device: Selector::Auto,
            size: None,
            seed: 1,
            timeout_s: 20.0,
            threads: None,
            sizes: Vec::new(),
            shaders: None,
            checks: Checks::Off,
            why: false,
            sources: false,
            points: Vec::new(),
            quick: false,
            peak_flops: None,
            peak_bandwidth: None,
            gpu: None,
            then: Kernels::new(),
            known: Known::default(),
        }
    }
}

/// Whether timed kernels carry wgpu's bounds, loop and division checks. Kernels are always *verified* with the
/// checks on first, and verified once more as they were timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Checks {
    /// As a browser would run them.
    On,
    /// As a native program would.
    Off,
}
