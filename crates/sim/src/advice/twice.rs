//! Values that each invocation reads twice.

use super::evidence::Evidence;
use super::request::Request;
use super::suggestion::{Observation, Suggestion, suggest};
use crate::execution_trace::AddressSpace;
use crate::si_units::{Bytes, percent};
use crate::{AccessKind, Finding, FindingKind, Severity};

/// A share of the launch's requests worth a finding.
const SHARE: f64 = 0.05;

/// Requests for each different one, from a barrier to the next, worth a finding.
const AGAIN: f64 = 2.0;

/// Whether the invocations of a subgroup ask here for the same addresses again, with no barrier between.
pub(super) fn is_asked_again(request: &Request<'_>) -> bool {
    let phase = request.0.phase;
    phase.again > 0 && f64::from(phase.requests) >= AGAIN * f64::from(phase.requests - phase.again)
}

/// Accesses that load or store the same elements in pass after pass of a loop.
pub(super) fn asked_again(evidence: &Evidence<'_>, memory: AddressSpace) -> Vec<Finding> {
    let counters = evidence.counters;
    let launch = match memory {
        AddressSpace::Storage => counters.global_requests,
        AddressSpace::Workgroup => counters.shared_requests,
    };
    let goes = |request: &Request<'_>| request.sectors().is_some() == (memory == AddressSpace::Storage);
    let weighs = |request: &Request<'_>| request.0.all.requests as f64 > SHARE * launch.max(1) as f64;
    let all = evidence.every_request();
    let again: Vec<Request<'_>> = all.filter(|r| goes(r) && weighs(r) && !r.0.merged && is_asked_again(r)).collect();
    // What is stored again is loaded again: a sum in memory.
    let is_sum = |request: &&Request<'_>| {
        let stores = |other: &Request<'_>| other.0.does == AccessKind::Writes && other.0.lanes == request.0.lanes;
        request.0.does == AccessKind::Reads && again.iter().any(|other| other.0.name == request.0.name && stores(other))
    };
    again.iter().filter(|request| !is_sum(request)).map(|request| describe_again(evidence, request, launch)).collect()
}

fn describe_again(evidence: &Evidence<'_>, request: &Request<'_>, launch: u64) -> Finding {
    let (phase, all) = (request.0.phase, request.0.all.requests);
    let (kind, severity, next) = match request.0.does {
        AccessKind::Reads => (FindingKind::ReadTwice, Severity::Note, Suggestion::KeepValues),
        _ => (FindingKind::StoredAgain, Severity::Warning, Suggestion::StoreOnce),
    };
    let what = format!(
        "each invocation {}s the same elements of `{}` here again and again: of {} requests of a subgroup without a barrier in \
         between, {} repeat one of its last few; because nothing keeps the value, the launch makes {all} requests here, {} of \
         those to this kind of memory",
        request.noun(),
        request.0.name,
        phase.requests,
        phase.again,
        percent(all as f64 / launch.max(1) as f64),
    );
    let more = match next {
        Suggestion::KeepValues if evidence.bounds_loops() => ", or in variables that the iterations, written out, name",
        Suggestion::KeepValues => {
            ", or in a private array that is indexed by counters of loops with a constant trip count"
        }
        _ => "",
    };
    suggest(kind, severity, request.0.line, what, (next, more.to_owned()))
}

/// The requests of a finding's line that ask for the same again, and the memory that they go to.
pub(super) fn repeated(evidence: &Evidence<'_>, finding: &Finding) -> Option<(u64, AddressSpace)> {
    let here: Vec<Request<'_>> = evidence.requests(finding.line?).filter(|request| !request.0.merged).collect();
    let of_passes = |request: &&Request<'_>| is_asked_again(request);
    let is_shared = here.iter().find(of_passes).is_some_and(|request| request.wavefronts().is_some());
    let memory = if is_shared { AddressSpace::Workgroup } else { AddressSpace::Storage };
    let share = |request: &Request<'_>| f64::from(request.0.phase.again) / f64::from(request.0.phase.requests.max(1));
    let again = here.iter().filter(|request| is_shared == request.wavefronts().is_some()).map(|request| {
        let before = || evidence.every_request().take_while(|other| !std::ptr::eq(other.0, request.0));
        match is_asked_again(request) {
            true => (request.0.all.requests as f64 * share(request)) as u64,
            false if before().any(|before| is_same(&before, request)) => request.0.all.requests,
            false => 0,
        }
    });
    Some((again.sum(), memory)).filter(|(again, _)| *again > 0)
}

/// Accesses that read, request by request, what another one reads, of buffers that the kernel does not write.
pub(super) fn read_twice(evidence: &Evidence<'_>) -> Vec<Finding> {
    let all: Vec<Request<'_>> = evidence.every_request().collect();
    let written = |name: &str| all.iter().any(|other| other.0.name == name && other.0.does != AccessKind::Reads);
    let weighs =
        |request: &Request<'_>| request.0.all.requests as f64 > SHARE * evidence.counters.global_requests.max(1) as f64;
    let mut named: Vec<&Request<'_>> = Vec::new();
    let mut findings = Vec::new();
    for (at, again) in all.iter().enumerate() {
        let before = all[..at].iter().find(|before| is_same(before, again));
        // What the compiled kernel has once, the estimate counts once.
        let is_told = weighs(again) && !again.0.merged && !written(&again.0.name);
        let Some(before) = before.filter(|_| is_told) else {
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
    let loads = |request: &Request<'_>| request.0.does == AccessKind::Reads && request.sectors().is_some();
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
    let seen = format!(
        "each invocation reads here the same elements of `{}` that {place} reads: {requests} requests for {}, {} of the launch's",
        again.0.name,
        Bytes(again.0.all.bytes as f64),
        percent(requests as f64 / evidence.counters.global_requests.max(1) as f64),
    );
    let subgroups = u64::from(evidence.footprint.workgroup_size.div_ceil(again.0.width)) * evidence.demand.workgroups;
    let next = match requests > subgroups && line != again.0.line {
        false => (Suggestion::KeepValue, String::new()),
        true => (
            Suggestion::OneLoop,
            ", in one loop that computes what two compute; or keep the values in registers or workgroup memory"
                .to_owned(),
        ),
    };
    let observation = Observation::because(&seen, "nothing keeps the value", "");
    suggest(FindingKind::ReadTwice, Severity::Note, again.0.line, observation, next)
}
