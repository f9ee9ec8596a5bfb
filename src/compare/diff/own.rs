//! Two kernels of one's own, on the same buffers.

use super::report::{DiffReport, SideReport, SideRun};
use crate::compare::lesson;
use crate::harness::{EstimateReport, KernelReport, PairReport, Status};
use crate::kernel::Kernel;
use crate::measure::Summary;
use crate::sim::{Finding, FindingKind, Severity};

/// What the run of `kernels` says of them side by side.
pub fn of_pair(seed: u64, kernels: &[Kernel; 2], pair: PairReport) -> DiffReport {
    let (time_a, time_b) = times(&pair).unzip();
    let [a, b] = kernels;
    let sides = [side_run(a, &pair.a, time_a), side_run(b, &pair.b, time_b)];
    let report = DiffReport::of(seed, &pair.a.device, sides);
    let of_b: Vec<String> = pair.b.notes.into_iter().filter(|note| !pair.a.notes.contains(note)).collect();
    DiffReport {
        time_ratio: report.time_ratio.filter(|_| pair.outputs.agree),
        outputs: Some(pair.outputs),
        notes: [pair.a.notes, of_b].concat(),
        ..report
    }
    .summed_up()
}

/// Both times by one clock: the device's where both have it, else the wall's, else the estimates.
fn times(pair: &PairReport) -> Option<(Summary, Summary)> {
    let measured = |report: &KernelReport, gpu: bool| {
        let time = report.time.as_ref()?;
        if gpu { time.gpu } else { Some(time.wall) }
    };
    let both = |gpu| measured(&pair.a, gpu).zip(measured(&pair.b, gpu));
    let estimate = |report: &KernelReport| {
        let seconds = report.estimate.as_ref()?.time_s?;
        Some(Summary::estimated(seconds))
    };
    both(true).or_else(|| both(false)).or_else(|| estimate(&pair.a).zip(estimate(&pair.b)))
}

fn side_run<'a>(kernel: &'a Kernel, report: &'a KernelReport, time: Option<Summary>) -> SideRun<'a> {
    let wrong = report.findings.iter().find(|finding| finding.is_error() && !is_of_others(finding));
    let reported = wrong.or_else(|| {
        let is_note_on_width =
            |finding: &&Finding| finding.severity == Severity::Note && finding.kind == FindingKind::SubgroupWidth;
        report.findings.iter().find(|finding| is_of_others(finding) && !is_note_on_width(finding))
    });
    let side = SideReport {
        file: report.file.clone(),
        files: vec![report.file.clone()],
        variant: None,
        status: if wrong.is_some() { Status::Wrong } else { Status::Ok },
        reason: reported.map(|finding| {
            let line = finding.line.map_or(String::new(), |line| format!("line {line}: "));
            format!("{}: {line}{}", finding.kind, finding.message)
        }),
        check: None,
        time: time.filter(|_| wrong.is_none()),
        missing: report.estimate.as_ref().map(EstimateReport::missing).unwrap_or_default(),
        counters: report.counters.clone(),
        findings: report.findings.clone(),
        cause: report.cause.clone().filter(|_| wrong.is_none()),
        lesson: lesson(&kernel.source),
    };
    let terms = report.estimate.as_ref().map(EstimateReport::times).unwrap_or_default();
    SideRun { kernels: std::slice::from_ref(kernel), lines: vec![&report.lines], terms, side }
}

/// Whether a fault is of other subgroup widths than this device's, or of a barrier that drivers let through: what the kernel wrote
/// here can be compared all the same.
fn is_of_others(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::SubgroupWidth | FindingKind::DivergentBarrier)
}
