//! The sources of a run's kernels with what was counted line by line.

use crate::device::CountedLaunch;
use crate::harness::ladder::prepare::ladder::Ladder;
use crate::harness::protocol::SourceReport;

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
