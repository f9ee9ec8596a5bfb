//! A job and all that its run depends on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::baseline_kernels::BaselineKernels;
use super::job::Job;
use super::report::{CheckReport, Roofs, SizeChoice};
use super::settled::Settled;
use super::timing_session::TimingSession;
use crate::device::Selector;
use crate::units::Seconds;

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
    /// Seconds after which a kernel that has not ended is given up.
    pub timeout_s: f64,
    /// Passes through loops that a workgroup of an attempt at an exercise may make on the simulator; `None` for the usual bound.
    #[serde(default)]
    pub steps: Option<u64>,
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
    /// Of a ladder: its kernels as a baseline keeps them. Those that changed since are timed in turns with today's.
    #[serde(default)]
    pub baseline_kernels: BaselineKernels,
    /// What earlier workers of this run found out.
    pub known: EarlierWork,
}

/// What earlier workers of a run found out, so that the next goes on where the last one ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct EarlierWork {
    /// The roofs that were measured.
    pub roofs: Option<Roofs>,
    /// The size that was chosen for the device.
    #[serde(default)]
    pub size: Option<SizeChoice>,
    /// Variants that are settled: they ended a worker, or were refused by one.
    pub settled: BTreeMap<String, Settled>,
    /// Variants that were compiled.
    pub compiled: BTreeSet<String>,
    /// Variants that were verified.
    pub checked: BTreeMap<String, CheckReport>,
    /// What the simulator estimates of a search's candidates.
    #[serde(default)]
    pub estimates: BTreeMap<String, Option<Seconds>>,
    /// What each timed.
    pub sessions: Vec<TimingSession>,
    /// One ended while two things went on, and it was not known for which: from now on one thing goes on at a time.
    #[serde(default)]
    pub one_at_a_time: bool,
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
            steps: None,
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
            baseline_kernels: BaselineKernels::new(),
            known: EarlierWork::default(),
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
