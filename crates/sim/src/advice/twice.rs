//! Values that each invocation reads twice.

use super::evidence::Evidence;
use super::request::Request;
use super::suggestion::{Suggestion, suggest};
use crate::units::{Bytes, percent};
use crate::{Does, Finding, FindingKind, Severity};

/// A share of the launch's requests worth a finding.
const SHARE: f64 = 0.05;

/// Accesses that read, request by request, what another one reads, of buffers that the kernel does not write.
pub(super) fn read_twice(evidence: &Evidence<'_>) -> Vec<Finding> {
    let all: Vec<Request<'_>> = evidence.first_requests.iter().map(Request).collect();
    let written = |name: &str| all.iter().any(|other| other.0.name == name && other.0.does != Does::Reads);
    let weighs =
        |request: &Request<'_>| request.0.all.requests as f64 > SHARE * evidence.counters.global_requests.max(1) as f64;
    let mut named: Vec<&Request<'_>> = Vec::new();
    let mut findings = Vec::new();
    for (at, again) in all.iter().enumerate() {
        let before = all[..at].iter().find(|before| is_same(before, again));
        let Some(before) = before.filter(|_| weighs(again) && !written(&again.0.name)) else {
            continue;
        };
        // Of three the last one says the same.
        if named.iter().any(|other| is_same(other, again)) {
            continue;
        }
        named.push(again);
        findings.push(describe(evidence, before, again));
    }
    findings
}

/// Whether two accesses load the same bytes, in every request.
fn is_same(a: &Request<'_>, b: &Request<'_>) -> bool {
    let loads = |request: &Request<'_>| request.0.does == Does::Reads && request.sectors().is_some();
    let (a_first, b_first) = (a.0, b.0);
    loads(a)
        && loads(b)
        && a_first.name == b_first.name
        && a_first.checksum == b_first.checksum
        && a_first.all == b_first.all
        && a_first.lanes == b_first.lanes
        && a_first.bytes == b_first.bytes
}

fn describe(evidence: &Evidence<'_>, before: &Request<'_>, again: &Request<'_>) -> Finding {
    let (line, requests) = (before.0.line, again.0.all.requests);
    let place = if line == again.0.line { "this line".to_owned() } else { format!("line {line}") };
    let what = format!(
        "each invocation reads here what {place} reads too, the same elements of `{}`: {requests} requests for {}, {} of the \
         launch's, because nothing keeps the value",
        again.0.name,
        Bytes(again.0.all.bytes as f64),
        percent(requests as f64 / evidence.counters.global_requests.max(1) as f64),
    );
    let subgroups = u64::from(evidence.footprint.workgroup_size.div_ceil(again.0.width)) * evidence.demand.workgroups;
    let next = match requests > subgroups && line != again.0.line {
        false => (Suggestion::KeepValue, String::new()),
        true => (
            Suggestion::OneLoop,
            ", computing in one loop what two compute; or keep the values in registers or in workgroup memory"
                .to_owned(),
        ),
    };
    suggest(FindingKind::ReadTwice, Severity::Note, again.0.line, &what, next)
}
