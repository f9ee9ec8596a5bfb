//! What a page may ask.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A kernel, and what to do with it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The WGSL text.
    pub source: String,
    /// The entry point; the only one, where none is named.
    #[serde(default)]
    pub entry: Option<String>,
    /// Values of `override` declarations.
    #[serde(default)]
    pub overrides: BTreeMap<String, f64>,
    /// Whether to run it: else only its bindings are told.
    #[serde(default)]
    pub run: bool,
    /// The simulated machine's name; the default one, where it is empty.
    #[serde(default)]
    pub machine: String,
    /// Workgroups along x, y and z.
    #[serde(default = "one")]
    pub workgroups: [u32; 3],
    /// The workgroup whose steps are told.
    #[serde(default)]
    pub traced: [u32; 3],
    /// Seed of random buffers, and of the order in which subgroups run.
    #[serde(default)]
    pub seed: u64,
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
    pub fill: Fill,
}

/// What a buffer holds at first. Its scalars are those of the variable's type, or `u32` where that mixes several.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// So many zeros.
    Zeros(u32),
    /// 0, 1, 2, ...: so many.
    Counting(u32),
    /// So many random values: floats in [-1, 1), integers below 1000.
    Random(u32),
    /// These.
    Values(Vec<f64>),
}
