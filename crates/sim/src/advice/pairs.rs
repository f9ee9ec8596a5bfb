//! Work that grows faster than the output: each invocation reads all elements for its own result, or those up to its own.

use super::evidence::Evidence;
use super::request::Request;
use super::suggestion::{Suggestion, suggest};
use super::twice::is_asked_again;
use super::volume::{AGAIN, saved_by_tile_of_all};
use super::what_if::{GAIN, faster};
use crate::si_units::digits3;
use crate::{AccessKind, Finding, FindingKind, Severity};

/// How many times more or fewer elements than invocations are as many, or as good as.
const ALIKE: f64 = 4.0;

/// The share of the launch's requests that such loads must have.
const MOST: f64 = 0.75;

/// The share of a buffer, on average, up to which an invocation reads a part, from which on all of it: a triangle has half; of each element
/// it may use three words of four.
const HALF: [f64; 2] = [0.4, 0.6];
const ALL: f64 = 0.7;

/// Loads of one buffer by which elements meet elements.
struct Pairs<'a> {
    request: Request<'a>,
    /// Of the buffer, for each invocation.
    share: f64,
    requests: u64,
}

/// Loads of as many elements as there are invocations, by each of them or by each workgroup for its invocations: pairs.
pub(super) fn quadratic(evidence: &Evidence<'_>) -> Option<Finding> {
    if evidence.estimate.launch_dominates() {
        return None;
    }
    let Pairs { request, share, requests } = pairs(evidence)?;
    let again = evidence.every_request().filter(|request| request.sectors().is_some() && is_asked_again(request));
    let again: u64 = again.map(|request| request.0.all.requests).sum();
    if (requests as f64) < MOST * evidence.counters.global_requests.saturating_sub(again).max(1) as f64 {
        return None;
    }
    let all = share >= ALL;
    let what = format!(
        "{} reads {} `{}`, each element {} times in all: the work is quadratic, twice the elements take four times the work",
        if request.step() == Some(0) { "each invocation" } else { "each workgroup, for its invocations," },
        if all { "all of" } else { "on average half of" },
        request.0.name,
        digits3(request.passes()),
    );
    let by_tile = saved_by_tile_of_all(evidence).filter(|saved| *saved >= GAIN && evidence.footprint.shared_bytes == 0);
    let next = match (all, by_tile, evidence.several_results()) {
        (false, ..) if request.step() == Some(0) => (Suggestion::PartialResults, String::new()),
        // Each workgroup adds up once what lies before its part.
        (false, ..) => (Suggestion::EarlierDispatch, String::new()),
        (true, Some(saved), _) => (Suggestion::ReuseLoads, format!(" ({})", faster(saved))),
        (true, None, Some((_, saved))) => (Suggestion::SeveralResults, format!(" ({})", faster(saved))),
        (true, None, None) => {
            return Some(Finding::new(FindingKind::RedundantLoads, Severity::Note, what).at(request.0.line));
        }
    };
    Some(suggest(FindingKind::RedundantLoads, Severity::Warning, request.0.line, what, next))
}

/// The buffer of whose elements most pairs are made.
fn pairs<'a>(evidence: &Evidence<'a>) -> Option<Pairs<'a>> {
    let workgroups = evidence.demand.workgroups as f64;
    let invocations = workgroups * f64::from(evidence.footprint.workgroup_size);
    let mut found: Vec<Pairs<'a>> = Vec::new();
    for request in evidence.every_request().filter(|request| request.0.does == AccessKind::Reads) {
        let elements = request.0.buffer_bytes as f64 / f64::from(request.0.bytes.max(1));
        let results = evidence.results();
        let alike = elements <= ALIKE * results && results <= ALIKE * elements;
        if request.sectors().is_none() || !alike || request.passes() < AGAIN || is_asked_again(&request) {
            continue;
        }
        let readers = if request.step() == Some(0) { invocations } else { workgroups };
        let share = request.passes() / readers;
        match found.iter_mut().find(|one| one.request.0.name == request.0.name) {
            // The parts of an element may be loaded by themselves.
            Some(one) => (one.share, one.requests) = (one.share + share, one.requests + request.0.all.requests),
            None => found.push(Pairs { request, share, requests: request.0.all.requests }),
        }
    }
    found.retain(|one| one.share >= ALL || (HALF[0]..=HALF[1]).contains(&one.share));
    found.into_iter().max_by_key(|one| one.requests)
}
