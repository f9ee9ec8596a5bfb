//! The baseline's kernels beside what they became.

use crate::harness::ladder::prepare::baseline_kernels::BaselineRole;
use crate::harness::ladder::prepare::ladder::Ladder;
use crate::harness::protocol::{BaselineKernelReport, VariantReport};

/// Puts what the baseline's kernels took beside today's; `all` are the reports of the variants of `ladder`, in order.
pub fn beside(ladder: &Ladder, mut all: Vec<VariantReport>) -> Vec<VariantReport> {
    let were = all.split_off(ladder.today());
    let unchanged =
        ladder.subjects.iter().zip(&mut all).filter(|(subject, _)| subject.baseline_role == BaselineRole::Unchanged);
    for (_, report) in unchanged {
        report.then = Some(BaselineKernelReport {
            same: true,
            status: report.status,
            reason: report.reason.clone(),
            time: None,
            ratio: None,
            counters: None,
        });
    }
    let rest = ladder.subjects.iter().zip(&ladder.times).skip(ladder.today());
    for ((subject, timed), was) in rest.zip(were) {
        if let Some(today) = ladder.today_of(subject).and_then(|today| all.get_mut(today)) {
            today.then = Some(BaselineKernelReport {
                same: false,
                status: was.status,
                reason: was.reason,
                time: was.time,
                ratio: timed.as_ref().and_then(|timed| timed.over_baseline),
                counters: was.counters,
            });
        }
    }
    all
}
