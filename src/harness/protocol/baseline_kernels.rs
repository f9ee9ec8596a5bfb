//! A lab's kernels as a baseline keeps them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One dispatch of a variant, kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptPass {
    /// The file in the lab's folder.
    pub shader: String,
    /// Its WGSL.
    pub text: String,
    /// How the problem was cut into workgroups: an axis a dimension.
    pub grid: Vec<KeptAxis>,
}

/// An extent of the problem, and what one workgroup covered of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAxis {
    pub extent: String,
    /// See [`Cover`].
    pub cover: KeptCover,
}

/// A [`Cover`], kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeptCover {
    /// As many as the workgroup has invocations.
    Workgroup,
    /// What this constant says.
    Constant(String),
    /// What this constant says, or as many as the workgroup has invocations.
    ConstantOrWorkgroup(String),
}

/// The passes of each variant, by its name.
pub type BaselineKernels = BTreeMap<String, Vec<KeptPass>>;
