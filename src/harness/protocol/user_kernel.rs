//! A kernel of one's own: its file, its buffers, its dispatch.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::kernel::Scalar;

/// A kernel of one's own, and what it is run with.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct UserKernel {
    /// The WGSL file.
    pub file: PathBuf,
    /// Its text, where no file holds it: `file` is then only what messages call it.
    #[serde(default)]
    pub text: Option<String>,
    /// The entry point; `None` for the only one, or `main`.
    pub entry: Option<String>,
    /// Workgroups along x, y and z; `None` for one, or for what a lab's problem takes.
    pub workgroups: Option<[u32; 3]>,
    /// The lab whose problem is bound; `None` for the file's own lab where nothing is bound, if it has one.
    pub lab: Option<String>,
    /// The lab's variant whose grid is taken; `None` for the one with a shader of this file's name.
    pub variant: Option<String>,
    /// What is bound.
    pub buffers: Vec<(BindingPoint, Fill)>,
    /// Values of variables' members by name, `params.size`, as they were typed.
    #[serde(default)]
    pub sets: Vec<(String, String)>,
    /// Textures, and what they hold.
    #[serde(default)]
    pub textures: Vec<(BindingPoint, TextureFill)>,
    #[serde(default)]
    pub samplers: Vec<(BindingPoint, SamplerWords)>,
    /// What is written to files after the run.
    pub saves: Vec<(BindingPoint, PathBuf)>,
    /// A folder that gets what every buffer that the kernel may write holds after the run.
    #[serde(default)]
    pub keep: Option<PathBuf>,
    /// Whether all that it binds is handed on to a later dispatch: then all workgroups run, and all that it may write is read back.
    #[serde(default)]
    pub hands_on: bool,
    /// Values of `override` declarations, by name or `@id`, as they were typed.
    pub overrides: Vec<(String, String)>,
    /// Bytes of `var<immediate>`.
    pub immediates: Vec<u8>,
    /// What an access out of bounds does in the simulator, after it was reported.
    pub out_of_bounds: OutOfBoundsPolicy,
    /// Seed of the order in which the simulator runs subgroups; `None` for that of random buffers.
    #[serde(default)]
    pub order: Option<u64>,
    /// Steps that a workgroup may make on the simulator; `None` for as many as take a few seconds.
    #[serde(default)]
    pub steps: Option<u64>,
    /// Workgroups that the simulator runs of a large launch; `None` for all where something is saved or they are soon
    /// run, else for as many as are.
    pub sample: Option<u64>,
    /// The workgroup whose course the simulator records; `None` for no trace.
    pub trace: Option<[u32; 3]>,
    /// Whether the simulator lists what its modelled compiler leaves of the kernel.
    #[serde(default)]
    pub compiled: bool,
}

impl UserKernel {
    /// Whether nobody asks for what it writes.
    pub fn is_for_its_time(&self) -> bool {
        self.saves.is_empty() && self.keep.is_none() && !self.hands_on
    }
}

/// `@group` and `@binding`, written `G.B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BindingPoint {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
}

impl FromStr for BindingPoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed =
            text.split_once('.').and_then(|(group, binding)| Some((group.parse().ok()?, binding.parse().ok()?)));
        let (group, binding) = parsed.ok_or_else(|| {
            format!("`{text}` is not a group and binding: write them as G.B, such as 0.1 for @group(0) @binding(1)")
        })?;
        Ok(Self { group, binding })
    }
}

impl BindingPoint {
    /// It as WGSL writes it.
    pub fn declared(self) -> String {
        format!("@group({}) @binding({})", self.group, self.binding)
    }
}

impl fmt::Display for BindingPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.group, self.binding)
    }
}

/// What a buffer holds before the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fill {
    /// So many zero bytes.
    Zero(u64),
    /// So many bytes of undefined value: to read one before the kernel has written it is a finding.
    Unwritten(u64),
    /// So many random values.
    Random {
        /// Their type: floats are uniform in [-1, 1).
        scalar: Scalar,
        /// How many.
        count: u64,
        /// Integers are uniform in 0..below; without it, in their whole range.
        below: Option<u32>,
    },
    /// These values, by type.
    Values {
        /// Their type.
        scalar: Scalar,
        /// Their bytes.
        bytes: Vec<u8>,
    },
    /// The bytes of a file; of a `.npy` file, those of its array.
    File(PathBuf),
    /// These bytes: a lab's.
    Given(Vec<u8>),
    /// What a pipeline's buffer of this name holds.
    Shared { name: String, bytes: Vec<u8> },
}

/// See [`crate::sim::OutOfBounds`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OutOfBoundsPolicy {
    /// The index is clamped to the last element.
    #[default]
    Clamp,
    /// Reads give zero, writes are dropped.
    Zero,
}

/// What `--texture G.B=` is followed by: `FORMAT:WIDTHxHEIGHTxDEPTH:WHAT`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextureFill {
    /// The texels' format.
    pub format: String,
    /// Texels along x and y; along z, or layers.
    pub size: [u32; 3],
    /// What they hold.
    pub fill: Option<Fill>,
}

/// What `--sampler G.B=` is followed by: `nearest` or `linear`, `clamp`, `repeat` or `mirror`, and a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SamplerWords(pub(in crate::harness) Vec<String>);

/// What an output must be, and how far it may differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// Where the output is bound.
    pub place: BindingPoint,
    /// The file that holds what it must be: bytes, or an array (`.npy`).
    pub file: PathBuf,
    /// How far floats may differ, relative to the largest number in the buffer; `None` for rounding.
    pub tolerance: Option<f64>,
}
