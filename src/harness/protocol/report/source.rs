//! The sources of a run's kernels with what was counted line by line: what an illustrated report shows beside the figures.

use serde::{Deserialize, Serialize};

use crate::sim::{AccessSample, Finding, LineCounters};

/// What is said of a finding of the pass whose kernel lies at `path`, among those of a chain.
pub fn said_of_pass(path: &str, finding: &Finding) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
    format!("{file}: {}", finding.message)
}

/// One pass of one variant.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SourceReport {
    pub variant: String,
    /// The file.
    pub path: String,
    /// The WGSL text.
    pub text: String,
    /// The counters of each line that has any, in order; empty where nothing was simulated.
    pub lines: Vec<LineCounters>,
    /// What was found in this pass.
    pub findings: Vec<Finding>,
    /// The first request of each access, by line.
    pub first_requests: Vec<AccessSample>,
}
