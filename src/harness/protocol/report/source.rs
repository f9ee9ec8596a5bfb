//! The sources of a run's kernels with what was counted line by line: what an illustrated report shows beside the figures.

use serde::{Deserialize, Serialize};

use crate::device::CountedLaunch;
use crate::harness::ladder::context::Ladder;
use crate::sim::{Finding, FirstRequest, LineCounters};

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
    pub first_requests: Vec<FirstRequest>,
}

/// The sources of every variant whose shaders could be read, pass by pass.
pub fn sources(ladders: &[Ladder]) -> Vec<SourceReport> {
    let subjects = ladders.iter().flat_map(|ladder| &ladder.subjects[..ladder.today()]);
    subjects
        .flat_map(|subject| {
            let launches = subject.counted.iter().flat_map(|counted| &counted.launches);
            let launches = launches.map(Some).chain(std::iter::repeat(None));
            subject.kernels.iter().zip(launches).map(|(kernel, launch)| {
                let CountedLaunch { lines, findings, first_requests } = launch.cloned().unwrap_or_default();
                SourceReport {
                    variant: subject.variant.name.to_owned(),
                    path: kernel.path.clone(),
                    text: kernel.source.clone(),
                    lines,
                    findings,
                    first_requests,
                }
            })
        })
        .collect()
}
