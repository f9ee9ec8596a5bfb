//! Inputs that every invocation, or every workgroup, reads whole for its own result.

use super::evidence::Evidence;
use super::request::Request;
use super::suggestion::{Suggestion, suggest};
use super::volume::AGAIN;
use crate::estimate::Limit;
use crate::si_units::{Bytes, digits3};
use crate::{AccessKind, Finding, FindingKind, Severity};

/// Elements for each of those who go over them from which on the elements are the work to hand out, not the results.
const MANY: f64 = 4.0;

/// The share of the launch's requests that such loads must have: beside a matrix, the vector is read whole for every row, too.
const MOST: f64 = 0.75;

/// What helps where the condition does not hold, since the purpose of a kernel is not known.
const ELSE: &str = "; where every element contributes to every result, let each load serve several results, and compute what is \
                    the same for all results only once, in an earlier dispatch";

/// A load of all of a buffer by every invocation, or every workgroup.
struct Whole<'a> {
    request: Request<'a>,
    /// Invocations or workgroups.
    readers: &'static str,
}

/// The loads that take the time because all elements of a buffer are gone over for each result: work that grows with
/// elements times results.
pub(super) fn gone_over(evidence: &Evidence<'_>) -> Option<Finding> {
    let limits = [Limit::Issue, Limit::Level1, Limit::Level2, Limit::LastLevel, Limit::Dram, Limit::Latency];
    if evidence.estimate.launch_dominates() || !evidence.limited_by(&limits) {
        return None;
    }
    let whole: Vec<Whole<'_>> = evidence.every_request().filter_map(|request| whole(evidence, request)).collect();
    let requests: u64 = whole.iter().map(|whole| whole.request.0.all.requests).sum();
    if (requests as f64) < MOST * evidence.counters.global_requests.max(1) as f64 {
        return None;
    }
    let Whole { request, readers } = whole.into_iter().max_by_key(|whole| whole.request.0.all.requests)?;
    let what = format!(
        "each {readers} reads all of `{}`: the launch requests each element {} times, {} from a buffer of {}, so its work grows \
         with the number of elements times the number of {readers}s",
        request.0.name,
        digits3(request.passes()),
        Bytes(request.0.all.bytes as f64),
        Bytes(request.0.buffer_bytes as f64),
    );
    let next = (Suggestion::Scatter, ELSE.to_owned());
    Some(suggest(FindingKind::RedundantLoads, Severity::Warning, request.0.line, what, next))
}

/// Whether an access goes over all of its buffer for every invocation, or every workgroup, and there are many elements for each.
fn whole<'a>(evidence: &Evidence<'_>, request: Request<'a>) -> Option<Whole<'a>> {
    request.sectors().filter(|_| request.0.does == AccessKind::Reads)?;
    let workgroups = evidence.demand.workgroups as f64;
    let invocations = workgroups * f64::from(evidence.footprint.workgroup_size);
    let elements = request.0.buffer_bytes as f64 / f64::from(request.0.bytes.max(1));
    let (readers, count) = match request.step() {
        Some(0) => ("invocation", invocations),
        _ => ("workgroup", workgroups),
    };
    let again = request.goes_over(count) && request.passes() >= AGAIN;
    // Where there is a result for each element, as for pairs, every element may count for every result.
    (again && elements >= MANY * evidence.results()).then_some(Whole { request, readers })
}
