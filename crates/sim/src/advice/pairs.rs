//! Work that grows faster than the output: each invocation reads all elements for its own result, or those up to its own.

use super::evidence::Evidence;
use super::request::Request;
use super::suggestion::{Suggestion, suggest};
use super::volume::AGAIN;
use crate::estimate::Limit;
use crate::si_units::digits3;
use crate::{AccessKind, Finding, FindingKind, Severity};

/// How many times more or fewer elements than invocations are as many, or as good as.
const ALIKE: f64 = 4.0;

/// The share of the launch's requests that such loads must have.
const MOST: f64 = 0.75;

/// The share of a buffer, on average, up to which an invocation reads a part, from which on all of it: a triangle has half.
const HALF: [f64; 2] = [0.4, 0.6];
const ALL: f64 = 0.9;

/// Loads of as many elements as there are invocations, by each of them: pairs.
pub(super) fn quadratic(evidence: &Evidence<'_>) -> Option<Finding> {
    if evidence.estimate.launch_dominates() {
        return None;
    }
    let invocations = evidence.demand.workgroups as f64 * f64::from(evidence.footprint.workgroup_size);
    let share = |request: &Request<'_>| request.passes() / invocations;
    let pairs = |request: &Request<'_>| {
        let elements = request.0.buffer_bytes as f64 / f64::from(request.0.bytes.max(1));
        let alike = elements <= ALIKE * invocations && invocations <= ALIKE * elements;
        let reads = request.0.does == AccessKind::Reads && request.sectors().is_some();
        let much = share(request) >= ALL || (HALF[0]..=HALF[1]).contains(&share(request));
        reads && alike && much && request.step() == Some(0) && request.passes() >= AGAIN
    };
    let found: Vec<Request<'_>> = evidence.every_request().filter(pairs).collect();
    let requests: u64 = found.iter().map(|request| request.0.all.requests).sum();
    if (requests as f64) < MOST * evidence.counters.global_requests.max(1) as f64 {
        return None;
    }
    let request = found.into_iter().max_by_key(|request| request.0.all.requests)?;
    let all = share(&request) >= ALL;
    let what = format!(
        "each invocation reads {} `{}`, each element {} times in all: its work is quadratic, twice the elements take four times the \
         work",
        if all { "all of" } else { "on average half of" },
        request.0.name,
        digits3(request.passes()),
    );
    let next = if all { Suggestion::ReuseLoads } else { Suggestion::PartialResults };
    let mut finding =
        suggest(FindingKind::RedundantLoads, Severity::Warning, request.0.line, what, (next, String::new()));
    // A tile saves no instructions, and several results in each invocation leave fewer invocations.
    let cached = evidence.limited_by(&[Limit::Level1, Limit::Level2, Limit::LastLevel]);
    if all && (evidence.has_few_rounds() || !cached) {
        finding.withhold_suggestion();
    }
    Some(finding)
}
