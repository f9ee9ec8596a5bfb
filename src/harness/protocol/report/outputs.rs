//! Whether two kernels wrote the same.

use serde::{Deserialize, Serialize};

use crate::kernel::Scalar;

/// What two kernels of one's own wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outputs {
    /// Words compared, in all buffers that both may write.
    pub words: u64,
    /// Words whose bits differ.
    pub differing: u64,
    /// The largest difference of two floats, relative to the largest number in their buffer; infinite (in JSON: null)
    /// where one of the two is no number, or integers differ.
    #[serde(deserialize_with = "crate::verify::infinite_if_null")]
    pub largest: f64,
    /// Whether they agree: bit for bit, or, where the buffer holds floats, within rounding.
    pub agree: bool,
    /// The first word that does not agree: where, and what the two wrote.
    pub first: Option<String>,
    /// The first words that do not agree.
    #[serde(skip)]
    pub(in crate::harness) list: Vec<Disagreement>,
}

/// How far the outputs of two devices may differ; what is not said is as without a tolerance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tolerance {
    /// The most that two floats may differ.
    pub absolute: Option<f64>,
    /// The most floats of their type that two may be apart: enough beside `absolute`.
    pub ulps: Option<u32>,
    /// The most that two bytes of a word of integers, or two channels of a texel, may differ, in steps of the byte or channel.
    pub steps: Option<u32>,
}

/// A value on which two outputs do not agree.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::harness) struct Disagreement {
    /// The buffer, and where in it.
    pub place: String,
    /// What the two wrote.
    pub wrote: [String; 2],
}

impl Default for Outputs {
    fn default() -> Self {
        Self { words: 0, differing: 0, largest: 0.0, agree: true, first: None, list: Vec::new() }
    }
}

/// What the bytes of an output are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OutputType {
    /// Words of which nothing is known.
    #[default]
    Words,
    /// Scalars of one type throughout.
    Of(Scalar),
    /// Members of several types.
    Members(Layout),
    /// Texels of this format.
    Texels(String),
}

/// Where which scalars lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layout {
    /// So many scalars, side by side.
    Scalars(Scalar, u32),
    /// Parts, by where they begin.
    Parts(Vec<(u32, Layout)>),
    /// One element after the other, so many bytes apart.
    Elements(u32, Box<Layout>),
    /// A type that values cannot be given of.
    Other,
}
