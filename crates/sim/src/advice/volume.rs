//! Loads that are more numerous, or narrower, than necessary.

use std::collections::BTreeMap;

use super::evidence::Evidence;
use super::request::Request;
use super::suggestion::{Observation, Suggestion, suggest};
use super::twice::is_asked_again;
use super::what_if::{GAIN, faster, through_workgroup_memory};
use crate::estimate::{Demand, Limit, estimate};
use crate::execution_trace::AddressSpace;
use crate::si_units::{Bytes, digits3, percent};
use crate::{AccessKind, Finding, FindingKind, LineCounters, Severity};

/// How often the bytes that come from DRAM must be asked for to be worth a finding: a tile serves its loads about as often.
pub(super) const AGAIN: f64 = 8.0;

/// A line's share of the bytes, or of the requests, worth a finding.
const SHARE: f64 = 0.25;

/// Bytes of a scalar; a vec4 has four times as many.
const SCALAR: u32 = 4;

/// What follows the advice to tile where workgroup memory is used already.
const LARGER: &str = "; where there is a tile already, make it larger, so that it serves more of them";

/// What follows it where the launch has workgroups enough for each to make several times as many results.
const OR_SEVERAL: &str =
    ", or compute several results in each invocation, so that a value in a register serves them all";

/// Lines that load the same values again and again, where the caches that serve them are what limits, or that many loads are
/// waited for, or issued.
pub(super) fn redundant_loads(evidence: &Evidence<'_>) -> Vec<Finding> {
    let counters = evidence.counters;
    let Some(dram) = counters.dram_bytes.filter(|dram| *dram > 0) else {
        return Vec::new();
    };
    let again = counters.global_bytes as f64 / dram as f64;
    let (fewest, cost) = match evidence.estimate.limiter {
        Some(Limit::Level1 | Limit::Level2 | Limit::LastLevel) => (0.0, "take the time"),
        Some(Limit::Latency) if !evidence.waits_for_arithmetic() => (OF_INSTRUCTIONS, "each is waited for"),
        Some(Limit::Issue) => (OF_INSTRUCTIONS, "each is an instruction"),
        _ => return Vec::new(),
    };
    // Loads are fast enough beside much computation.
    if again < AGAIN || (counters.global_requests as f64) < fewest * counters.subgroup_instructions as f64 {
        return Vec::new();
    }
    let all = counters.global_bytes as f64;
    let heavy = heavy_loads(evidence, SHARE * all);
    let unknown = evidence.access_samples.is_empty();
    let named = evidence.dearest(
        |line| line.global_bytes,
        |line| match unknown {
            true => line.global_bytes as f64 > SHARE * all,
            false => heavy.iter().any(|heavy| heavy.line == line.line),
        },
    );
    let by_tile = saved_by_tile_of(evidence, named.iter().copied()).filter(|saved| *saved >= GAIN);
    let by_results = evidence.several_results();
    named
        .into_iter()
        .map(|line| {
            let here: Vec<&Heavy<'_>> = heavy.iter().filter(|heavy| heavy.line == line.line).collect();
            let names: Vec<String> = here.iter().map(|heavy| format!("`{}`", heavy.name)).collect();
            let asked = if unknown { line.global_bytes } else { here.iter().map(|heavy| heavy.bytes).sum() };
            let of = if names.is_empty() { String::new() } else { format!(" of {}", names.join(" and ")) };
            let seen = format!(
                "the loads{of} account for {} of all bytes that the launch requests, and it requests {} times what DRAM moves ({} \
                 against {})",
                percent(asked as f64 / all),
                digits3(again),
                Bytes(all),
                Bytes(dram as f64),
            );
            let why = "invocations load values that they or others loaded before";
            let observation = Observation::because(&seen, why, &format!(": the caches serve them, and {cost}"));
            let tiled = evidence.footprint.shared_bytes > 0;
            let larger = if tiled { LARGER } else { "" };
            let next = match (by_tile, by_results) {
                (Some(saved), Some(_)) => (Suggestion::ReuseLoads, format!("{OR_SEVERAL}{larger} ({})", faster(saved))),
                (Some(saved), None) => (Suggestion::ReuseLoads, format!("{larger} ({})", faster(saved))),
                (None, Some((_, saved))) => (Suggestion::SeveralResults, format!(" ({})", faster(saved))),
                (None, None) => {
                    return Finding::new(FindingKind::RedundantLoads, Severity::Note, observation.text).at(line.line);
                }
            };
            suggest(FindingKind::RedundantLoads, Severity::Warning, line.line, observation, next)
        })
        .collect()
}

/// The share of the kernel's own time that a tile in workgroup memory saves from which the loads of these lines come.
fn saved_by_tile_of<'a>(evidence: &Evidence<'_>, lines: impl IntoIterator<Item = &'a LineCounters>) -> Option<f64> {
    let loads: Vec<Request<'_>> = lines.into_iter().flat_map(|line| loads(evidence, line.line)).collect();
    saved_by_tile(evidence, &loads)
}

/// The same of all loads that are asked for often enough.
pub(super) fn saved_by_tile_of_all(evidence: &Evidence<'_>) -> Option<f64> {
    let all = evidence.lines.iter().flat_map(|line| loads(evidence, line.line));
    let loads: Vec<Request<'_>> = all.filter(|load| load.passes() >= AGAIN && !evidence.is_gathered(load)).collect();
    saved_by_tile(evidence, &loads)
}

/// The share of the kernel's own time that is saved where these loads come from a tile in workgroup memory, which itself is loaded as
/// seldom as is worth a finding.
fn saved_by_tile(evidence: &Evidence<'_>, loads: &[Request<'_>]) -> Option<f64> {
    let bytes: u64 = loads.iter().map(|load| load.0.all.bytes).sum();
    let gone = (1.0 - 1.0 / AGAIN) * bytes as f64 / evidence.counters.global_bytes.max(1) as f64;
    let wavefronts: u64 = loads.iter().map(|load| load.0.all.requests * wavefronts_of_tile(evidence, load)).sum();
    let demand = evidence.demand;
    let lengths = through_workgroup_memory(demand.lengths, gone);
    let demand = Demand { shared_wavefronts: demand.shared_wavefronts + wavefronts, lengths, ..*demand };
    let tiled = estimate(evidence.machine, &demand);
    let (shared, waits) = (tiled.term_s(Limit::SharedMemory)?, tiled.term_s(Limit::Latency));
    evidence.estimate.saved_where(evidence.demand, |limit, time| match limit {
        Limit::SharedMemory => shared,
        Limit::Latency => waits.unwrap_or(time),
        Limit::Level1 | Limit::Level2 | Limit::LastLevel => time * (1.0 - gone),
        _ => time,
    })
}

/// The wavefronts that a load takes of workgroup memory where no two words of it lie in one bank.
fn wavefronts_of_tile(evidence: &Evidence<'_>, load: &Request<'_>) -> u64 {
    let mut words: Vec<u32> = load.0.lanes.iter().map(|(_, address)| address / SCALAR).collect();
    words.sort_unstable();
    words.dedup();
    let words = words.len() as u32 * load.0.bytes.div_ceil(SCALAR);
    words.div_ceil(evidence.machine.shared.banks.unwrap_or(evidence.counters.subgroup_width)).max(1).into()
}

/// What all loads of one variable ask for, and the line that asks for most of it.
struct Heavy<'a> {
    name: &'a str,
    bytes: u64,
    line: u32,
}

/// The variables whose loads ask for more than so many bytes, on however many lines they stand, or do so with others of their line.
fn heavy_loads<'a>(evidence: &Evidence<'a>, more_than: f64) -> Vec<Heavy<'a>> {
    let mut by_line: BTreeMap<(&str, u32), u64> = BTreeMap::new();
    for request in evidence.lines.iter().flat_map(|line| loads(evidence, line.line)) {
        *by_line.entry((&request.0.name, request.0.line)).or_default() += request.0.all.bytes;
    }
    let mut heavy: Vec<(Heavy<'_>, u64)> = Vec::new();
    for ((name, line), here) in by_line {
        match heavy.last_mut().filter(|(last, _)| last.name == name) {
            Some((last, most)) => {
                last.bytes += here;
                if here > *most {
                    (last.line, *most) = (line, here);
                }
            }
            None => heavy.push((Heavy { name, bytes: here, line }, here)),
        }
    }
    let of_line = |line: u32| heavy.iter().filter(|(one, _)| one.line == line).map(|(one, _)| one.bytes).sum::<u64>();
    let weighs: Vec<bool> = heavy.iter().map(|(one, _)| of_line(one.line) as f64 > more_than).collect();
    heavy.into_iter().zip(weighs).filter(|(_, weighs)| *weighs).map(|((heavy, _), _)| heavy).collect()
}

/// The loads of a line from storage memory, but for those that one invocation makes again and again.
fn loads<'a>(evidence: &Evidence<'a>, line: u32) -> impl Iterator<Item = Request<'a>> {
    let loads = |request: &Request<'_>| request.0.does == AccessKind::Reads && request.sectors().is_some();
    evidence.requests(line).filter(move |request| loads(request) && !is_asked_again(request))
}

/// The share of instructions that requests must have for their number to matter, where instructions limit.
const OF_INSTRUCTIONS: f64 = 0.1;

/// The share of sectors beyond the fewest up to which the requests of a line begin at one: those that move on by a word at a time, as a
/// filter's do, cannot be vectors.
const ALIGNED: f64 = 1.1;

/// The access of a line that moves neighbouring scalars, if any, with most requests.
fn dense_scalar<'a>(evidence: &Evidence<'a>, line: &LineCounters) -> Option<Request<'a>> {
    let aligned = line.global_sectors as f64 <= ALIGNED * line.global_sectors_ideal as f64;
    let dense = evidence.requests(line.line).filter(|request| {
        let dense = request.sectors().is_some_and(|(sectors, ideal)| sectors <= ideal + 1);
        dense && request.0.bytes == SCALAR && request.step() == Some(i64::from(SCALAR))
    });
    dense.filter(|_| aligned).max_by_key(|request| request.0.all.requests)
}

/// Requests that move neighbouring scalars.
pub(super) fn dense_scalars(evidence: &Evidence<'_>) -> u64 {
    let scalars = evidence.lines.iter().filter_map(|line| dense_scalar(evidence, line));
    scalars.map(|request| request.0.all.requests).sum()
}

/// Words of a vec4.
const WORDS: u32 = 4;

/// Words of which a unit's banks hand vec4s to lanes in one wavefront: a quarter of 32 banks.
const FEW: usize = 8;

/// Requests that load single words from workgroup memory, a few for all lanes, where an invocation takes enough for a vec4 before the next
/// barrier: vec4s for each lane take as many wavefronts as words do.
pub(super) fn shared_scalars(evidence: &Evidence<'_>) -> u64 {
    let loads = evidence.every_request().filter(|request| {
        let loads = request.0.does == AccessKind::Reads && request.wavefronts().is_some();
        let mut words: Vec<u32> = request.0.lanes.iter().map(|(_, address)| *address).collect();
        words.sort_unstable();
        words.dedup();
        loads && request.0.bytes == SCALAR && request.0.phase.requests >= WORDS && words.len() <= FEW
    });
    loads.map(|request| request.0.all.requests).sum()
}

/// Lines that move neighbouring scalars one by one, where the number of requests or instructions is what limits; each with the
/// time that its requests take of that.
pub(super) fn scalar_loads(evidence: &Evidence<'_>) -> Vec<(f64, Finding)> {
    let counters = evidence.counters;
    let of_limit = match evidence.estimate.limiter {
        Some(Limit::Issue) => counters.subgroup_instructions,
        Some(Limit::Level1) => counters.global_requests,
        _ => return Vec::new(),
    };
    let limit = evidence.estimate.limiter.and_then(|limit| evidence.estimate.term_s(limit));
    // A vec4 for each invocation leaves a quarter of the workgroups.
    if evidence.has_few_rounds() || evidence.with_vectors(dense_scalars(evidence), AddressSpace::Storage).is_none() {
        return Vec::new();
    }
    let all = counters.global_requests as f64;
    let weighs = |line: &LineCounters| {
        dense_scalar(evidence, line).is_some_and(|request| {
            let requests = request.0.all.requests as f64;
            requests > SHARE * all && requests > OF_INSTRUCTIONS * of_limit as f64
        })
    };
    let named = evidence.dearest(|line| line.global_requests, |line| weighs(line));
    named
        .into_iter()
        .filter_map(|line| {
            let request = dense_scalar(evidence, line)?;
            let requests = request.0.all.requests;
            let seen = format!("each lane's {} of `{}` moves {SCALAR} bytes", request.noun(), request.0.name);
            let figures = format!(
                ": {requests} requests for {}, {} of the launch's",
                Bytes(request.0.all.bytes as f64),
                percent(requests as f64 / all),
            );
            let observation = Observation::because(&seen, "it is a single scalar", &figures);
            let more = ": a quarter of the requests and instructions then move the same bytes".to_owned();
            let next = (Suggestion::LoadVectors, more);
            let finding = suggest(FindingKind::ScalarLoads, Severity::Note, line.line, observation, next);
            Some((limit.unwrap_or(0.0) * requests as f64 / of_limit.max(1) as f64, finding))
        })
        .collect()
}
