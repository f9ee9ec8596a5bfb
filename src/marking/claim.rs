//! What a student's own report claims, held against what was marked here, and against what its device can do. It sets no
//! points.

use serde_json::Value;

use super::Judgement;
use crate::device::{Backend, DeviceType};
use crate::harness::{Report, Status, VariantReport};
use crate::roof::pair::Unit;
use crate::text::escaped_name;
use crate::units::digits3;

/// Differences that are kept of one report.
const MOST: usize = 20;

/// How far two figures that say the same may lie apart: they went through decimal digits.
const SAME: f64 = 1e-6;

/// What was compared, and where it differs; a sentence each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// What was compared.
    pub compared: Vec<String>,
    /// Where a claim differs from what was marked here, or from what is possible.
    pub differences: Vec<String>,
}

/// Holds the report in `text` against `seen`: the judgements of the cases that students see too.
pub fn hold(text: &str, seen: &[Judgement]) -> Claims {
    let mut claims = Claims::default();
    match reports(text) {
        Err(why) => claims.differences.push(why),
        Ok(reports) => reports.iter().for_each(|report| one(report, seen, &mut claims)),
    }
    claims.differences.truncate(MOST);
    claims.compared.truncate(MOST);
    claims
}

/// The runs in a file: a run, a list of them, or a judgement with its runs.
fn reports(text: &str) -> Result<Vec<Report>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    let runs = match value {
        Value::Array(all) => all,
        Value::Object(mut map) if map.contains_key("report") => {
            ["report", "timed"].iter().filter_map(|key| map.remove(*key)).filter(|run| !run.is_null()).collect()
        }
        one => vec![one],
    };
    runs.into_iter()
        .map(|run| {
            serde_json::from_value(run).map_err(|error| {
                let error = escaped_name(&error.to_string());
                format!("it is not a report of `lockstep run --json`: {error}")
            })
        })
        .collect()
}

fn one(report: &Report, seen: &[Judgement], claims: &mut Claims) {
    let name = escaped_name(&report.device.name);
    for variant in &report.variants {
        roofline(report, variant, claims);
    }
    let regrade = seen
        .iter()
        .find(|judgement| judgement.lab == report.lab && Some(&judgement.exercise) == report.exercise.as_ref());
    let lab = escaped_name(&report.lab);
    let (Some(regrade), Some(claimed)) = (regrade, report.variants.last()) else {
        claims
            .compared
            .push(format!("a run of {lab} on {name}: no exercise of this assignment, held against the roofline only"));
        return;
    };
    let ours = regrade.attempt();
    let title = format!("{}/{}", regrade.lab, regrade.exercise);
    if right(claimed) != right(ours) {
        claims.differences.push(format!(
            "{title}: the report says {}, marked here it is {}",
            word(claimed.status),
            word(ours.status)
        ));
    }
    if report.device.backend != Backend::Sim {
        claims
            .compared
            .push(format!("{title}: a run on {name}, whose times cannot be repeated here: held against the roofline"));
        return;
    }
    let alike = claimed.problem.size == ours.problem.size
        && report.seed == regrade.report.seed
        && report.device.name == regrade.report.device.name;
    if !alike {
        claims
            .compared
            .push(format!("{title}: a simulated run of another size, seed or machine: only its verdict was compared"));
        return;
    }
    claims.compared.push(format!("{title}: verdict and counters of a simulated run"));
    counters(&title, claimed, ours, claims);
}

fn right(variant: &VariantReport) -> bool {
    matches!(variant.status, Status::Ok | Status::Inconclusive)
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Ok => "right",
        Status::Wrong => "wrong",
        Status::Failed => "failed",
        Status::Skipped => "skipped",
        Status::Inconclusive => "right (unsteady)",
    }
}

/// Every counter that both have: the simulator counts the same everywhere.
fn counters(title: &str, claimed: &VariantReport, ours: &VariantReport, claims: &mut Claims) {
    let object = |variant: &VariantReport| match serde_json::to_value(&variant.counters) {
        Ok(Value::Object(map)) => map,
        _ => serde_json::Map::new(),
    };
    let (theirs, own) = (object(claimed), object(ours));
    for (name, counted) in &own {
        let reported = theirs.get(name).unwrap_or(&Value::Null);
        let same = match (reported.as_f64(), counted.as_f64()) {
            (Some(a), Some(b)) => (a - b).abs() <= SAME * b.abs(),
            _ => reported == counted,
        };
        if !same {
            let reported = escaped_name(&reported.to_string());
            claims
                .differences
                .push(format!("{title}: the report says {name} {reported}, counted here it is {counted}"));
        }
    }
}

/// Whether a time is possible: no less than the work over the roofs that the report itself gives.
fn roofline(report: &Report, variant: &VariantReport, claims: &mut Claims) {
    // Estimates follow the roofs by construction.
    let measured = report.device.kind != DeviceType::Simulated;
    let Some(time) = variant.time.filter(|_| measured) else {
        return;
    };
    let name = escaped_name(&variant.name);
    let median = time.median.0;
    if !(median > 0.0 && time.low.0 <= median && median <= time.high.0) {
        claims.differences.push(format!(
            "{name}: its times contradict each other: median {median} s, from {} to {} s",
            time.low.0, time.high.0
        ));
        return;
    }
    let by_compute = report.roofs.highest_compute().map(|roof| variant.problem.flop.0 / roof);
    let by_memory =
        report.roofs.highest_memory().filter(|_| !variant.from_cache).map(|roof| variant.problem.byte.0 / roof);
    let floor = by_compute.into_iter().chain(by_memory).fold(0.0, f64::max);
    if median < floor * 0.95 {
        claims.differences.push(format!(
            "{name}: {} us are less than the {} us that its device's roofs allow",
            digits3(median * 1e6),
            digits3(floor * 1e6)
        ));
    }
    let Some(throughput) = &variant.throughput else {
        return;
    };
    let work = if throughput.peak() == Some(Unit::Byte) { variant.problem.byte.0 } else { variant.problem.flop.0 };
    let expected = work / median;
    if (throughput.value - expected).abs() > 0.01 * expected {
        claims.differences.push(format!(
            "{name}: its throughput ({}) is not its work over its time ({})",
            digits3(throughput.value),
            digits3(expected)
        ));
    }
}
