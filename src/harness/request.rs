//! What a run is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::report::{CheckReport, Roofs, Status};
use crate::device::Selector;
use crate::files::Shown;
use crate::lab::{ShaderError, Shaders};

/// Everything a run depends on. The conductor hands it to the worker, with what earlier workers found out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The lab's name.
    pub lab: String,
    /// Which device.
    pub device: Selector,
    /// The problem size; `None` for the one that suits the device.
    pub size: Option<u32>,
    /// Seed of the inputs.
    pub seed: u64,
    /// Variants to run; empty for all.
    pub variants: Vec<String>,
    /// Sizes verified before the main one; empty for the lab's own.
    pub sizes: Vec<u32>,
    /// Instead of the ladder, this exercise of the lab, after its baseline where the device is not simulated.
    pub exercise: Option<String>,
    /// The file that solves the exercise; `None` for `shaders/LAB/EXERCISE.wgsl`.
    pub attempt: Option<PathBuf>,
    /// Instead of the ladder, these kernels, all of one part.
    #[serde(default)]
    pub candidates: Vec<Candidate>,
    /// The attempt's text, where no file holds it: `attempt` is then only what messages call it.
    #[serde(default)]
    pub text: Option<String>,
    /// Folder asked first for shaders.
    pub shaders: Option<PathBuf>,
    /// Seconds after which a kernel is taken to be endless.
    pub timeout_s: f64,
    /// Runtime checks in timed kernels.
    pub checks: Checks,
    /// Counters of the simulator beside measured times.
    pub why: bool,
    /// The sources with what was counted line by line, for an illustrated report; on a device together with `why`.
    #[serde(default)]
    pub sources: bool,
    /// Few samples, and no measured roofs.
    pub quick: bool,
    /// The user's peaks, in FLOP/s and B/s.
    pub peak_flops: Option<f64>,
    /// See `peak_flops`.
    pub peak_bandwidth: Option<f64>,
    /// Host threads; `None` for all.
    pub threads: Option<u16>,
    /// Roofs that an earlier worker of this run measured.
    pub roofs: Option<Roofs>,
    /// Variants that are settled already: they ended a worker, or were refused by one.
    pub settled: BTreeMap<String, (Status, String)>,
    /// Variants that an earlier worker of this run compiled.
    #[serde(default)]
    pub compiled: BTreeSet<String>,
    /// Variants that an earlier worker of this run verified.
    pub checked: BTreeMap<String, CheckReport>,
}

impl Request {
    /// The defaults for a lab: `auto` device and size, seed 1, 20 s.
    pub fn new(lab: &str) -> Self {
        Self {
            lab: lab.to_owned(),
            device: Selector::Auto,
            size: None,
            seed: 1,
            variants: Vec::new(),
            sizes: Vec::new(),
            exercise: None,
            attempt: None,
            candidates: Vec::new(),
            text: None,
            shaders: None,
            timeout_s: 20.0,
            checks: Checks::Off,
            quick: false,
            why: false,
            sources: false,
            peak_flops: None,
            peak_bandwidth: None,
            threads: None,
            roofs: None,
            settled: BTreeMap::new(),
            compiled: BTreeSet::new(),
            checked: BTreeMap::new(),
        }
    }

    /// What messages call the attempt at `path`, and its text.
    ///
    /// # Errors
    /// [`ShaderError`] where there is no text of it and the file cannot be read.
    pub fn read_attempt(&self, path: &Path) -> Result<(String, String), ShaderError> {
        match &self.text {
            Some(text) => Ok((path.shown(), text.clone())),
            None => Shaders::file(path),
        }
    }
}

/// A kernel, or a chain of them, that solves a part's problem as one of its variants would.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// What the report calls it; unique in its request.
    pub name: String,
    /// The part.
    pub part: String,
    /// The variant, or exercise, whose passes, grids and needs it has.
    pub variant: String,
    /// The file of each pass; `None` for the variant's own.
    pub files: Vec<Option<PathBuf>>,
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
