//! Times next to the roofs: throughput, shares, speedups.

use super::baseline_kernels;
use super::status::{reason, status};
use crate::device::{CountedLaunch, SimulatedCounts};
use crate::harness::ladder::prepare::ladder::{Ladder, Timed};
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::ladder::time::credible::from_cache;
use crate::harness::protocol::{CheckReport, Roofs, SmallReport, Status, Throughput, VariantReport, said_of_pass};
use crate::kernel::Kernel;
use crate::lab::{Lab, Metric};
use crate::roof::floor::Precision;
use crate::roof::pair::MEMORY;
use crate::sim::{Finding, Severity};

/// The part's variants as the report holds them.
pub fn variants(lab: &Lab, ladder: &Ladder, roofs: &Roofs) -> Vec<VariantReport> {
    let metric = lab.metric_of(ladder.part);
    let first = ladder.times.iter().flatten().next();
    let all = ladder.subjects.iter().zip(&ladder.times);
    let place = |(subject, timed): (&VariantUnderTest, &Option<Timed>)| {
        let mut report = untimed(ladder, subject);
        report.status = status(subject, timed.as_ref());
        report.reason = reason(subject.settled.as_ref(), timed.as_ref(), ladder);
        report.from_cache = from_cache(&report.problem, roofs);
        if let Some(timed) = timed {
            add_times(&mut report, timed, subject, first);
            let throughput = Throughput::of(metric, &report.problem, timed.time.median);
            // What the host does alone has nothing to do with the device's roofs.
            if !subject.variant.passes.is_empty() {
                let (name, [theoretical, measured]) = roof(metric, roofs, subject.precision());
                report.of_theoretical = theoretical.map(|roof| throughput.value / roof);
                report.of_measured = measured.map(|roof| throughput.value / roof);
                report.roof = name.map(str::to_owned);
            }
            report.throughput = Some(throughput);
        }
        report
    };
    baseline_kernels::beside(ladder, all.map(place).collect())
}

/// What is known of a variant without its times.
fn untimed(ladder: &Ladder, subject: &VariantUnderTest) -> VariantReport {
    let counted = subject.counted.as_ref();
    VariantReport {
        name: subject.variant.name.to_owned(),
        part: ladder.part.name.to_owned(),
        shader: subject.variant.passes.iter().map(|pass| pass.shader.to_owned()).collect(),
        problem: ladder.problem_of(subject),
        compiled: subject.compiled,
        invocations: match subject.kernels.as_slice() {
            [kernel] => Some(kernel.invocations()),
            _ => None,
        },
        private_bytes: subject.kernels.iter().map(Kernel::private_bytes).max(),
        workgroup_bytes: subject.kernels.iter().map(|kernel| kernel.workgroup_bytes).max(),
        status: Status::Inconclusive,
        reason: None,
        failure: subject.settled.as_ref().and_then(|end| end.failure),
        refused_at: subject.settled.as_ref().and_then(|end| end.line),
        check: checked(&subject.check),
        time: None,
        lower_bound: false,
        missing: Vec::new(),
        throughput: None,
        of_theoretical: None,
        of_measured: None,
        roof: None,
        speedup: None,
        differs: None,
        over_first: None,
        then: None,
        from_cache: false,
        small: None,
        cause: counted.and_then(|counted| counted.cause.clone()),
        terms: counted.map(|counted| counted.terms.clone()).unwrap_or_default(),
        steps: subject.steps.clone(),
        counters: counted.map(|counted| counted.counters.clone()),
        findings: findings(subject),
    }
}

/// Adds a variant's times, beside those of the `first` that was timed.
fn add_times(report: &mut VariantReport, timed: &Timed, subject: &VariantUnderTest, first: Option<&Timed>) {
    report.time = Some(timed.time);
    let counted = subject.counted.as_ref().filter(|_| timed.time.samples == 0);
    report.missing = counted.map(|counted| counted.missing.clone()).unwrap_or_default();
    report.lower_bound = !report.missing.is_empty();
    report.over_first = timed.over_first;
    report.speedup = first.map(|first| speedup(first, timed));
    report.differs = first.map(|first| match timed.over_first {
        Some(ratio) => ratio.differs(),
        None => first.time.apart(&timed.time),
    });
    report.small = small(first, timed);
}

/// A variant's times at the size where the launch costs more than the work.
fn small(first: Option<&Timed>, timed: &Timed) -> Option<SmallReport> {
    let mut small = timed.small.clone()?;
    let first = first?.small.as_ref()?;
    small.speedup.get_or_insert(first.time.median.0 / small.time.median.0);
    Some(small)
}

/// What was found; of a variant whose output is wrong only what may explain that.
fn findings(subject: &VariantUnderTest) -> Vec<Finding> {
    let wrong = subject.settled.as_ref().is_some_and(|end| end.status == Status::Wrong);
    let found = subject.counted.iter().flat_map(|counted| match subject.kernels.as_slice() {
        kernels @ [_, _, ..] if counted.launches.len() == kernels.len() => of_passes(kernels, counted),
        _ => counted.findings.clone(),
    });
    found.filter(|finding| !(wrong && finding.kind.is_about_speed())).collect()
}

/// What was found of a chain as a whole, then of its passes, each with the file that it is about.
fn of_passes(kernels: &[Kernel], counted: &SimulatedCounts) -> Vec<Finding> {
    let of = |(kernel, launch): (&Kernel, &CountedLaunch)| {
        let named = |finding: &Finding| Finding { message: said_of_pass(&kernel.path, finding), ..finding.clone() };
        launch.findings.iter().map(named).collect::<Vec<_>>()
    };
    let of_a_pass = |finding: &Finding| counted.launches.iter().any(|launch| launch.findings.contains(finding));
    let mut all: Vec<Finding> = counted.findings.iter().filter(|finding| !of_a_pass(finding)).cloned().collect();
    all.extend(kernels.iter().zip(&counted.launches).flat_map(of));
    // Stable: errors first.
    all.sort_by_key(|finding| finding.severity != Severity::Error);
    all
}

fn checked(check: &CheckReport) -> Option<CheckReport> {
    (check.elements > 0).then(|| check.clone())
}

fn speedup(first: &Timed, timed: &Timed) -> f64 {
    timed.over_first.map_or(first.time.median.0 / timed.time.median.0, |ratio| ratio.inverse().value)
}

/// The name of the roof in the metric, and its value in theory and as measured; of one that counts items there is none.
fn roof(metric: Metric, roofs: &Roofs, precision: Precision) -> (Option<&'static str>, [Option<f64>; 2]) {
    match metric {
        Metric::Flop => {
            let roof = roofs.of_precision(precision);
            let measured = roof.and_then(|roof| roof.measured.as_ref()?.rate.flop_per_s);
            (Some(precision.name()), [roof.and_then(|roof| roof.theoretical.rate.flop_per_s), measured])
        }
        Metric::Byte => (Some(MEMORY), [roofs.theoretical_memory(), roofs.measured_memory()]),
        Metric::Items(_) | Metric::Each(_) => (None, [None; 2]),
    }
}
