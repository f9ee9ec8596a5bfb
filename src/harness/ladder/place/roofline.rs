//! Times next to the roofs: throughput, shares, speedups, and whether a time is credible at all.

use crate::device::{self, Counted, CountedLaunch, Facts};
use crate::harness::ladder::context::{Ladder, Timed};
use crate::harness::ladder::prepare::baseline_kernels;
use crate::harness::ladder::prepare::subject::Subject;
use crate::harness::ladder::time::measured_roofs::BEYOND_CACHE;
use crate::harness::protocol::{CheckReport, ProblemReport, Roofs, Status, Throughput, VariantReport};
use crate::kernel::Kernel;
use crate::lab::{Curve, Lab, Measured, Metric, Seen};
use crate::measure::Summary;
use crate::roof::pair::Unit;
use crate::roof::theory::above_roof;
use crate::sim::machine::Machine;
use crate::sim::{Finding, Severity};
use crate::units::{Seconds, si};

impl Throughput {
    /// What `problem` needs, done in `time`, in the part's metric.
    pub fn of(metric: Metric, problem: &ProblemReport, time: Seconds) -> Self {
        let (amount, unit) = match metric {
            Metric::Flop => (problem.flop.0, Unit::Flop.name().to_owned()),
            Metric::Byte => (problem.byte.0, Unit::Byte.name().to_owned()),
            Metric::Items(item) | Metric::Each(item) => (problem.items, format!("{item}/s")),
        };
        let each_s = matches!(metric, Metric::Each(_)).then(|| time.0 / amount);
        Self { value: amount / time.0, unit, each_s }
    }
}

/// How far above the highest known roof a rate may be before it is refused: a boosted clock explains a little, and
/// a cache or a skipped piece of work the rest.
const CREDIBLE: f64 = 1.25;

/// The part's variants as the report holds them.
pub fn variants(lab: &Lab, ladder: &Ladder, roofs: &Roofs) -> Vec<VariantReport> {
    let metric = lab.metric_of(ladder.part);
    let first = ladder.times.iter().flatten().next().cloned();
    let all = ladder.subjects.iter().zip(&ladder.times);
    let all = all
        .map(|(subject, timed)| {
            let throughput = timed.as_ref().map(|timed| Throughput::of(metric, &ladder.problem, timed.time.median));
            let (theoretical, measured) = match subject.variant.passes {
                // What the host does alone has nothing to do with the device's roofs.
                [] => (None, None),
                _ => roof(metric, roofs, subject.on_matrix_units()),
            };
            let share = |roof: Option<f64>| Some(throughput.as_ref()?.value / roof?);
            let base = first.as_ref();
            VariantReport {
                name: subject.variant.name.to_owned(),
                part: ladder.part.name.to_owned(),
                shader: subject.variant.passes.iter().map(|pass| pass.shader.to_owned()).collect(),
                problem: ladder.problem.clone(),
                compiled: subject.compiled,
                invocations: match subject.kernels.as_slice() {
                    [kernel] => Some(kernel.invocations()),
                    _ => None,
                },
                private_bytes: subject.kernels.iter().map(Kernel::private_bytes).max(),
                workgroup_bytes: subject.kernels.iter().map(|kernel| kernel.workgroup_bytes).max(),
                status: status(subject, timed.as_ref()),
                reason: reason(subject.settled.as_ref(), timed.as_ref(), ladder),
                check: checked(&subject.check),
                time: timed.as_ref().map(|timed| timed.time),
                lower_bound: timed.as_ref().is_some_and(|timed| timed.time.samples == 0)
                    && subject.counted.as_ref().is_some_and(|counted| counted.at_least),
                of_theoretical: share(theoretical),
                of_measured: share(measured),
                throughput,
                speedup: speedup(base, timed.as_ref()),
                differs: base.zip(timed.as_ref()).map(|(a, b)| match b.over_first {
                    Some(ratio) => ratio.differs(),
                    None => a.time.apart(&b.time),
                }),
                over_first: timed.as_ref().and_then(|timed| timed.over_first),
                then: None,
                from_cache: from_cache(&ladder.problem, roofs),
                small: timed.as_ref().and_then(|timed| {
                    let mut small = timed.small.clone()?;
                    let first = base?.small.as_ref()?;
                    small.speedup.get_or_insert(first.time.median.0 / small.time.median.0);
                    Some(small)
                }),
                cause: subject.counted.as_ref().and_then(|counted| counted.cause.clone()),
                terms: subject.counted.as_ref().map(|counted| counted.terms.clone()).unwrap_or_default(),
                steps: subject.steps.clone(),
                counters: subject.counted.as_ref().map(|counted| counted.counters.clone()),
                findings: told(subject),
            }
        })
        .collect();
    baseline_kernels::beside(ladder, all)
}

/// What was found; of a variant whose output is wrong only what may explain that.
fn told(subject: &Subject) -> Vec<Finding> {
    let wrong = matches!(subject.settled, Some((Status::Wrong, _)));
    let found = subject.counted.iter().flat_map(|counted| match subject.kernels.as_slice() {
        kernels @ [_, _, ..] if counted.launches.len() == kernels.len() => of_passes(kernels, counted),
        _ => counted.findings.clone(),
    });
    found.filter(|finding| !(wrong && finding.kind.is_about_speed())).collect()
}

/// What was found of a chain as a whole, then of its passes, each with the file that it is about.
fn of_passes(kernels: &[Kernel], counted: &Counted) -> Vec<Finding> {
    let of = |(kernel, launch): (&Kernel, &CountedLaunch)| {
        let file = kernel.path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let named = |finding: &Finding| Finding { message: format!("{file}: {}", finding.message), ..finding.clone() };
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

fn status(subject: &Subject, timed: Option<&Timed>) -> Status {
    match (&subject.settled, timed) {
        (Some((status, _)), _) => *status,
        (None, Some(timed)) if timed.unsteady.is_none() => Status::Ok,
        // Counted, but the machine's figures do not allow an estimate.
        (None, None) if subject.counted.is_some() => Status::Ok,
        (None, _) => Status::Inconclusive,
    }
}

fn reason(settled: Option<&(Status, String)>, timed: Option<&Timed>, ladder: &Ladder) -> Option<String> {
    match (settled, timed) {
        (Some((_, reason)), _) => Some(reason.clone()),
        (None, Some(timed)) => {
            let why = timed.unsteady.as_ref()?;
            Some(format!("right at size {}, but {why} while it was timed", ladder.problem.size))
        }
        _ => None,
    }
}

fn speedup(base: Option<&Timed>, timed: Option<&Timed>) -> Option<f64> {
    let (base, timed) = (base?, timed?);
    Some(timed.over_first.map_or(base.time.median.0 / timed.time.median.0, |ratio| ratio.inverse().value))
}

/// The theoretical and the measured roof in the metric; of one that counts items there is none.
fn roof(metric: Metric, roofs: &Roofs, matrix_units: bool) -> (Option<f64>, Option<f64>) {
    match metric {
        Metric::Flop if matrix_units => (None, None),
        Metric::Flop => (roofs.theoretical_compute(), roofs.measured_compute()),
        Metric::Byte => (roofs.theoretical_memory(), roofs.measured_memory()),
        Metric::Items(_) | Metric::Each(_) => (None, None),
    }
}

/// Whether the working set may fit a cache. Of a cache that is not known, nothing is said.
fn from_cache(problem: &ProblemReport, roofs: &Roofs) -> bool {
    roofs.last_level_cache.is_some_and(|cache| problem.working_set.0 < BEYOND_CACHE * cache)
}

/// Why `time` is below the roofline's floor, with the arithmetic, or `None` where it is credible.
pub fn not_credible(time: Summary, problem: &ProblemReport, roofs: &Roofs) -> Option<String> {
    let compute =
        roofs.highest_compute().map(|peak| (problem.flop.0 / peak, si(problem.flop.0, "FLOP"), si(peak, "FLOP/s")));
    let memory = roofs
        .highest_memory()
        .filter(|_| !from_cache(problem, roofs) && roofs.last_level_cache.is_some())
        .map(|peak| (problem.byte.0 / peak, si(problem.byte.0, "B"), si(peak, "B/s")));
    let (floor, amount, peak) = compute.into_iter().chain(memory).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (time.median.0 * CREDIBLE < floor).then(|| {
        format!(
            "the time is not credible: {amount} at the device's {peak} take at least {}, but {} were measured",
            Seconds(floor),
            time.median
        )
    })
}

/// The lab's sentences about its variants, and what holds for any lab.
pub fn sentences(
    lab: &'static Lab,
    device: &Facts,
    variants: &[VariantReport],
    curves: Vec<Curve>,
    roofs: &Roofs,
    machine: Option<&Machine>,
) -> Vec<String> {
    let measured = lab.variants().filter_map(|(part, variant)| {
        let found = variants.iter().find(|v| v.name == variant.name)?;
        let time = found.time.filter(|_| found.status == Status::Ok)?;
        Some(Measured {
            part: part.name,
            name: variant.name,
            median_s: time.median.0,
            low_s: time.low.0,
            high_s: time.high.0,
            over_first: over_first(variants, found),
            throughput: found.throughput.as_ref()?.value,
            of_measured: found.of_measured,
            flop: found.problem.flop.0,
            byte: found.problem.byte.0,
            counted: found.counted_intensity(),
            traffic: found.traffic_of_its_time(),
            error: found.check.as_ref().and_then(|check| check.together),
            cause: found.cause.clone(),
        })
    });
    let (ridge, byte_per_s) = (roofs.telling().ridge(), roofs.best_known_memory());
    let seen = Seen { device, variants: measured.collect(), ridge, byte_per_s, curves, machine };
    let mut sentences = (lab.observe)(&seen);
    sentences.extend(above_a_roof(device, variants, roofs));
    sentences
}

/// A variant's time over that of its part's first, which is held against itself exactly.
fn over_first(variants: &[VariantReport], variant: &VariantReport) -> Option<[f64; 3]> {
    let ratio = variant.over_first?;
    let first = variants.iter().find(|other| other.part == variant.part && other.over_first.is_some())?;
    Some(if first.name == variant.name { [1.0; 3] } else { [ratio.value, ratio.low, ratio.high] })
}

/// Above 100 % is never clamped: it says that something is misunderstood.
fn above_a_roof(device: &Facts, variants: &[VariantReport], roofs: &Roofs) -> Option<String> {
    let over = |share: Option<f64>| share.is_some_and(|share| share > 1.0);
    let first = variants.iter().find(|v| over(v.of_theoretical) || over(v.of_measured))?;
    let achieved = first.throughput.as_ref()?;
    let cached = if first.from_cache {
        let whole = roofs.last_level_cache.is_some_and(|cache| first.problem.working_set.0 <= cache);
        let part = if whole { "" } else { "in part " };
        format!(" Its working set of {} may have come {part}from a cache.", first.problem.working_set)
    } else {
        String::new()
    };
    // A kernel on matrix units has no share of these roofs, and does not come here.
    let theoretical = achieved.peak().and_then(|unit| roofs.pairs()[0].of(unit));
    let observed = device::observed_clock(device);
    let above = above_roof(achieved.value, theoretical, &achieved.unit, roofs.clock_hz, observed.as_ref());
    let what = above.unwrap_or_else(|| {
        "more than the measured roof: the roof's own kernels did not reach what this one does".to_owned()
    });
    Some(format!("`{}` is at {what}.{cached}", first.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::protocol::{FlopRate, Roof};
    use crate::units::{Bytes, Flop};

    fn problem() -> ProblemReport {
        ProblemReport {
            label: "test".to_owned(),
            size: 1,
            flop: Flop(2e9),
            byte: Bytes(1e6),
            items: 0.0,
            working_set: Bytes(1e6),
            outputs: 1,
        }
    }

    fn roofs(flop_per_s: f64) -> Roofs {
        let mut roofs = Roofs::default();
        roofs.compute.theoretical = Roof { rate: FlopRate { flop_per_s: Some(flop_per_s) }, ..Roof::default() };
        roofs
    }

    fn time(seconds: f64) -> Summary {
        Summary::of(&[Seconds(seconds)]).expect("one sample")
    }

    #[test]
    fn a_time_below_the_floor_is_refused_with_the_arithmetic() {
        let reason = not_credible(time(0.001), &problem(), &roofs(1e12)).expect("refused");
        assert!(reason.contains("2.00 GFLOP at the device's 1.00 TFLOP/s take at least 2.00 ms"), "{reason}");
        assert!(reason.contains("1.00 ms were measured"), "{reason}");
    }

    #[test]
    fn a_time_that_a_boosted_clock_explains_is_kept() {
        assert_eq!(not_credible(time(0.0019), &problem(), &roofs(1e12)), None);
    }

    #[test]
    fn without_a_roof_nothing_is_refused() {
        assert_eq!(not_credible(time(1e-9), &problem(), &Roofs::default()), None);
    }
}
