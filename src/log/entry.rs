//! What one run adds.

use super::Source;
use crate::harness::Report;
use crate::predict::Judged;

/// What one run adds to the log. Everything but the title may be empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry<'a> {
    /// What was run: "lab tiling", "exercise tiling 1".
    pub title: &'a str,
    /// The kernels that ran, as they were when the run began: what changed is found by the log itself.
    pub kernels: &'a [Source],
    /// What the run found.
    pub report: Option<&'a Report>,
    /// What was predicted, beside the result.
    pub prediction: Option<&'a Judged>,
    /// Further lines, as Markdown paragraphs or list items: goals with their ticks, hints that were given.
    pub remarks: &'a [String],
}
