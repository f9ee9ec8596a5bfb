//! Requests that touch more sectors than their bytes need.

use super::coalescing_remedies::closer;
use super::evidence::Evidence;
use super::gain::Gone;
use super::lines::{EXCESS, is_untypical, subject, untypical, wasteful, worst};
use super::request::Request;
use super::roof;
use super::suggestion::{Observation, suggest};
use crate::estimate::Limit;
use crate::si_units::{Bytes, percent};
use crate::{Finding, FindingKind, LineCounters, Severity};

/// Lines whose requests touch many more sectors than their bytes need.
pub(super) fn uncoalesced(evidence: &Evidence<'_>) -> Vec<Finding> {
    let counters = evidence.counters;
    let sector = evidence.machine.sector_bytes();
    let spent_and_ideal = |line: &LineCounters| (line.global_sectors, line.global_sectors_ideal);
    let excess = counters.global_sectors.saturating_sub(counters.global_sectors_ideal);
    // Where something else takes the time, denser requests gain nothing; a small launch does not show what would.
    let named = match evidence.fills_units() && moves_little(evidence, excess) {
        true => Vec::new(),
        false => wasteful(evidence, counters.global_sectors, spent_and_ideal),
    };
    let found = named.into_iter().map(|line| (line, worst(evidence, line, |request| request.sectors())));
    // Rows of lanes that share an element each: few bytes in many sectors, and no lane's address is the wrong one.
    let shared =
        |worst: &Option<(Request<'_>, u64, u64)>| worst.as_ref().is_some_and(|(request, ..)| request.step() == Some(0));
    found
        .filter(|(_, worst)| !shared(worst))
        .filter(|(line, worst)| {
            let excess = line.global_sectors - line.global_sectors_ideal;
            !is_untypical(evidence, line, worst.is_some()) || !moves_little(evidence, excess)
        })
        .map(|(line, worst)| {
            let average = [line.global_sectors, line.global_sectors_ideal]
                .map(|sectors| sectors as f64 / line.global_requests.max(1) as f64);
            let what = subject(worst.as_ref(), average, "sectors", &format!(" of {sector} bytes"), "touches");
            let untypical_first = is_untypical(evidence, line, worst.is_some());
            // Neighbours lie side by side, from somewhere within a sector: a stencil's edge, or rows of an odd length.
            let dense = worst.as_ref().is_some_and(|(request, ..)| request.is_one_run());
            let why = match &worst {
                Some(_) if dense => "the range that the lanes access begins and ends within a sector".to_owned(),
                Some((request, ..)) => apart(request),
                None if untypical_first => "some requests begin within a sector, or the addresses of their lanes are apart".to_owned(),
                None => "the addresses of neighbouring lanes are apart".to_owned(),
            };
            let unused = 1.0 - line.global_sectors_ideal as f64 / line.global_sectors as f64;
            let figures = format!(
                ": whole sectors are moved, so {} of the bytes that this line's requests move go unused; the line has {} of the \
                 launch's sectors{}",
                percent(unused),
                percent(line.global_sectors as f64 / counters.global_sectors.max(1) as f64),
                kept(evidence),
            );
            let observation = Observation::because(&what, &why, &figures);
            if untypical_first {
                return untypical(FindingKind::Uncoalesced, line, &observation.text);
            }
            if dense {
                return Finding::new(FindingKind::Uncoalesced, Severity::Note, observation.text).at(line.line);
            }
            if worst.as_ref().is_some_and(|(request, ..)| evidence.is_gathered(request)) {
                return Finding::new(FindingKind::Uncoalesced, Severity::Note, observation.text + GATHERED).at(line.line);
            }
            if worst.as_ref().is_some_and(|(request, ..)| evidence.leaves_out(request)) {
                return Finding::new(FindingKind::Uncoalesced, Severity::Note, observation.text).at(line.line);
            }
            let next = closer(evidence, worst.as_ref().map(|(request, ..)| request));
            suggest(FindingKind::Uncoalesced, Severity::Warning, line.line, observation, next)
        })
        .collect()
}

/// What can be done about addresses that memory holds.
const GATHERED: &str = "; the addresses are what memory holds, so that only another order of the data, made beforehand, brings those of \
                        neighbouring lanes together";

/// Whether so many sectors, which need not be touched, cost the launch hardly anything.
fn moves_little(evidence: &Evidence<'_>, excess: u64) -> bool {
    evidence.saves_little(excess_sectors(evidence, excess))
}

/// What so many sectors cost.
pub(super) fn excess_sectors<'a>(evidence: &'a Evidence<'_>, excess: u64) -> Gone<'a> {
    let excess = excess as f64 / evidence.counters.global_sectors.max(1) as f64;
    Box::new(move |limit| match limit {
        // Sectors that caches serve are not moved from DRAM twice, but for those that they could not keep.
        Limit::Dram if are_served(evidence) => excess.min(roof::moved_again(evidence).unwrap_or(0.0)),
        Limit::Level1 | Limit::Level2 | Limit::LastLevel | Limit::Dram => excess,
        _ => 0.0,
    })
}

/// Whether caches serve most of the sectors that requests touch: they keep what one request leaves of a sector for the next.
pub(super) fn are_served(evidence: &Evidence<'_>) -> bool {
    evidence.counters.dram_bytes.is_some_and(|dram| EXCESS * (dram as f64) < touched_bytes(evidence))
}

fn touched_bytes(evidence: &Evidence<'_>) -> f64 {
    evidence.counters.global_sectors as f64 * f64::from(evidence.machine.sector_bytes())
}

/// That caches serve most, where they do.
fn kept(evidence: &Evidence<'_>) -> String {
    match evidence.counters.dram_bytes.filter(|_| are_served(evidence)) {
        Some(dram) => format!(
            ", {} in all, of which caches serve most: DRAM moves {}",
            Bytes(touched_bytes(evidence)),
            Bytes(dram as f64)
        ),
        None => String::new(),
    }
}

/// How far apart neighbouring lanes are.
fn apart(request: &Request<'_>) -> String {
    match (request.rows(), request.step()) {
        (Some((lanes, apart)), _) => {
            format!("rows of {lanes} lanes {} addresses {} bytes apart", request.verb(), apart.unsigned_abs())
        }
        (None, Some(step)) if step.unsigned_abs() > u64::from(request.0.bytes) => {
            format!("neighbouring lanes {} {} bytes apart", request.verb(), step.unsigned_abs())
        }
        _ => match request.step_of_some() {
            Some((lanes, step)) => {
                let (verb, bytes) = (request.verb(), step.unsigned_abs());
                format!("only one lane in {lanes} is active, and these lanes {verb} {bytes} bytes apart")
            }
            None => match request.step_of_masked() {
                Some(step) if step.unsigned_abs() > u64::from(request.0.bytes) => {
                    let (verb, bytes) = (request.verb(), step.unsigned_abs());
                    format!(
                        "some lanes are masked off, and the others {verb} {bytes} bytes apart from one number to the next"
                    )
                }
                Some(_) => "lanes that are masked off leave gaps between the others".to_owned(),
                None => format!("neighbouring lanes {} addresses without a constant stride", request.verb()),
            },
        },
    }
}
