//! What a page may ask.

use lockstep::marking::GoalReport;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// A kernel of one's own, on the simulator.
    Kernel(KernelQuestion),
    /// An attempt at an exercise, judged on the simulator.
    Attempt(AttemptQuestion),
    /// The lanes of an attempt, in motion.
    Motion(MotionQuestion),
    /// A lab's ladder.
    Lab(LabQuestion),
    /// Kernels by the names of their files, packed as a zip that `lockstep grade` takes.
    Zip(BTreeMap<String, String>),
    /// A zip's bytes: the attempts that are in it.
    Unzip(Vec<u8>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttemptQuestion {
    pub lab: String,
    pub exercise: String,
    /// The WGSL text.
    pub text: String,
    /// The goals as the attempt before this one left them.
    #[serde(default)]
    pub before: Vec<GoalReport>,
}

/// The lanes of an attempt, in motion.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotionQuestion {
    pub lab: String,
    pub exercise: String,
    /// The WGSL text.
    pub text: String,
    /// The workgroup whose steps are reported.
    #[serde(default)]
    pub workgroup: [u32; 3],
}

/// A lab's ladder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabQuestion {
    pub lab: String,
    /// Where: as `--device`.
    pub device: String,
    /// The problem size; the one that suits the device, where none is asked for.
    #[serde(default)]
    pub size: Option<u32>,
    /// Variants to run; empty for all.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Few samples, and no measured roofs.
    #[serde(default)]
    pub quick: bool,
    /// What the GPU is called, which a browser hides; empty where that is not said.
    #[serde(default)]
    pub gpu: String,
    /// What was predicted, in the order of the questions about the first part.
    #[serde(default)]
    pub predicted: Vec<String>,
}

/// A kernel, and what to do with it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelQuestion {
    /// The WGSL text.
    pub source: String,
    /// The entry point; the only one, where none is named.
    #[serde(default)]
    pub entry: Option<String>,
    /// Values of `override` declarations.
    #[serde(default)]
    pub overrides: BTreeMap<String, f64>,
    /// Whether to run it: else only its bindings are reported.
    #[serde(default)]
    pub run: bool,
    /// The simulated machine's name; the default one, where it is empty.
    #[serde(default)]
    pub machine: String,
    /// Workgroups along x, y and z.
    #[serde(default = "one")]
    pub workgroups: [u32; 3],
    /// The workgroup whose steps are reported.
    #[serde(default)]
    pub traced: [u32; 3],
    /// Seed of random buffers, and of the order in which subgroups run.
    #[serde(default)]
    pub seed: u64,
    /// A second kernel, to be held beside this one on the same buffers.
    #[serde(default)]
    pub beside: Option<String>,
    /// What is bound; a binding that is not here holds 256 zeros, or as many as its type needs.
    #[serde(default)]
    pub buffers: Vec<Bound>,
}

fn one() -> [u32; 3] {
    [1; 3]
}

/// A buffer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// What it holds at first.
    pub fill: Contents,
}

/// What a buffer holds at first. Its scalars are those of the variable's type, or `u32` where that mixes several.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contents {
    /// So many zeros.
    Zeros(u32),
    /// 0, 1, 2, ...: so many.
    Counting(u32),
    /// So many random values: floats in [-1, 1), integers below 1000.
    Random(u32),
    /// These.
    Values(Vec<f64>),
}
