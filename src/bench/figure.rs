//! The figures that goals ask for, and the signs that hints answer.

use super::report::{Status, VariantReport};
use super::request::Request;
use crate::lab::{Exercise, Figure, Lab, Shaders, Sign};

/// The figure of a variant that the simulator counted; `None` where the machine does not model it.
pub fn figure(which: Figure, variant: &VariantReport) -> Option<f64> {
    let counters = variant.counters.as_ref()?;
    let problem = &variant.problem;
    // Nothing over nothing is the best there is: a kernel without a branch diverges nowhere.
    let ratio = |a: u64, b: u64, none: f64| if b == 0 { none } else { a as f64 / b as f64 };
    Some(match which {
        Figure::SectorsOverIdeal => {
            ratio(counters.global_sectors, counters.global_sectors_ideal, 1.0)
        }
        Figure::WavefrontsOverIdeal => ratio(
            counters.shared_wavefronts,
            counters.shared_wavefronts_ideal,
            1.0,
        ),
        Figure::LaneEfficiency => counters.lane_efficiency,
        Figure::DivergentBranches => ratio(counters.divergent_branches, counters.branches, 0.0),
        Figure::DramOverFewest => counters.dram_bytes? as f64 / problem.byte.0,
        Figure::RequestedOverFewest => counters.global_bytes as f64 / problem.byte.0,
        Figure::BytesPerRequest => ratio(counters.global_bytes, counters.global_requests, 0.0),
        Figure::FlopOverNeeded => counters.flop as f64 / problem.flop.0,
        Figure::SharedRequestsPerFlop => counters.shared_requests as f64 / problem.flop.0,
    })
}

/// Whether the attempt shows `sign`.
pub fn seen(
    sign: Sign,
    lab: &Lab,
    exercise: &Exercise,
    request: &Request,
    attempt: &VariantReport,
) -> bool {
    let reason = attempt.reason.as_deref().unwrap_or_default();
    match sign {
        Sign::Asked => false,
        Sign::Unchanged => unchanged(lab, exercise, request),
        Sign::Refused(text) => {
            attempt.status == Status::Failed
                && attempt.check.is_none()
                && reason.to_lowercase().contains(&text.to_lowercase())
        }
        Sign::Wrong => attempt.status == Status::Wrong,
        Sign::Fault(kind) => attempt.findings.iter().any(|finding| finding.kind == kind),
        Sign::Above(which, bound) => figure(which, attempt).is_some_and(|found| found > bound),
        Sign::Below(which, bound) => figure(which, attempt).is_some_and(|found| found < bound),
        Sign::All(signs) => signs
            .iter()
            .all(|sign| seen(*sign, lab, exercise, request, attempt)),
    }
}

fn unchanged(lab: &Lab, exercise: &Exercise, request: &Request) -> bool {
    let Some(pass) = exercise.variant.passes.first() else {
        return false;
    };
    let tried = match &request.attempt {
        Some(path) => Shaders::file(path).map(|(_, text)| text),
        None => Shaders::new(request.shaders.clone())
            .and_then(|shaders| shaders.read(lab.name, pass.shader))
            .map(|(_, text, _)| text),
    };
    tried.is_ok_and(|tried| bare(&tried) == bare(exercise.start))
}

/// The text without line comments and white space.
fn bare(text: &str) -> String {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(str::chars)
        .filter(|c| !c.is_whitespace())
        .collect()
}
