//! What single lines waste.

use super::evidence::Evidence;
use super::pitch::spread;
use super::request::Request;
use super::suggestion::{Suggestion, suggest};
use crate::count::footprint;
use crate::estimate::Limit;
use crate::units::{Bytes, digits3, percent};
use crate::{Finding, FindingKind, LineCounters, Severity};

/// A line is worth a finding when it costs this many times the least it could...
const EXCESS: f64 = 1.5;
/// ...and its excess is this share of all that the launch spends on the resource.
const SHARE: f64 = 0.05;
/// Divergent branches worth a finding, as a share of a line's, or of the subgroups. The edge of a launch stays below.
const DIVERGENT: f64 = 0.05;
/// Ways that a subgroup parts at a line from which on its lanes take turns, and none of them works for the others.
const TURNS: f64 = 4.0;
/// Idle lanes worth a finding, as a share of all.
const IDLE: f64 = 0.1;
/// What full subgroups could save of the estimated time, as a share, worth a finding.
const SAVED: f64 = 0.05;
/// The largest step between lanes that is taken for a structure; larger ones are rows.
const RECORD: i64 = 64;

/// Lines whose requests touch many more sectors than their bytes need.
pub(super) fn uncoalesced(evidence: &Evidence<'_>) -> Vec<Finding> {
    let counters = evidence.counters;
    let sector = evidence.machine.sector_bytes();
    let spent_and_ideal = |line: &LineCounters| (line.global_sectors, line.global_sectors_ideal);
    let named = wasteful(evidence, counters.global_sectors, spent_and_ideal);
    let found = named.into_iter().map(|line| (line, worst(evidence, line, |request| request.sectors())));
    // Rows of lanes that share an element each: few bytes in many sectors, and no lane's address is the wrong one.
    let shared =
        |worst: &Option<(Request<'_>, u64, u64)>| worst.as_ref().is_some_and(|(request, ..)| request.step() == Some(0));
    found
        .filter(|(_, worst)| !shared(worst))
        .map(|(line, worst)| {
            let average = [line.global_sectors, line.global_sectors_ideal]
                .map(|sectors| sectors as f64 / line.global_requests.max(1) as f64);
            let what = subject(worst.as_ref(), average, "sectors", &format!(" of {sector} bytes"), "touches");
            let why = worst.as_ref().map_or_else(
                || "the addresses of neighbouring lanes lie apart".to_owned(),
                |(request, ..)| apart(request),
            );
            let unused = 1.0 - line.global_sectors_ideal as f64 / line.global_sectors as f64;
            let what = format!(
                "{what}, because {why}: whole sectors are moved, so {} of what this line's requests move is not used by them; the \
                 line has {} of the launch's sectors{}",
                percent(unused),
                percent(line.global_sectors as f64 / counters.global_sectors.max(1) as f64),
                kept(evidence),
            );
            if is_untypical(evidence, line, worst.is_some()) {
                return untypical(FindingKind::Uncoalesced, line, &what);
            }
            let next = closer(evidence, worst.as_ref().map(|(request, ..)| request));
            suggest(FindingKind::Uncoalesced, Severity::Warning, line.line, &what, next)
        })
        .collect()
}

/// Whether the first requests of a line were kept and show nothing of what the line wastes.
fn is_untypical(evidence: &Evidence<'_>, line: &LineCounters, shows: bool) -> bool {
    !shows && evidence.requests(line.line).next().is_some()
}

/// The count alone: no kept request shows the waste.
fn untypical(kind: FindingKind, line: &LineCounters, what: &str) -> Finding {
    let message = format!(
        "{what}; the first request here takes as few as it can, and later ones, or those of other workgroups, lie otherwise"
    );
    Finding::new(kind, Severity::Note, message).at(line.line)
}

/// Whether caches serve most of the sectors that requests touch.
pub(super) fn are_served(evidence: &Evidence<'_>) -> bool {
    !kept(evidence).is_empty()
}

/// That caches keep what one request leaves of a sector for the next, where that is so.
fn kept(evidence: &Evidence<'_>) -> String {
    let touched = evidence.counters.global_sectors as f64 * f64::from(evidence.machine.sector_bytes());
    let dram = evidence.counters.dram_bytes.map(|dram| dram as f64);
    let kept = dram.filter(|dram| EXCESS * dram < touched);
    kept.map_or_else(String::new, |dram| {
        format!(", {} in all, of which caches serve most: DRAM moves {}", Bytes(touched), Bytes(dram))
    })
}

/// The access of a line whose first request wastes most, with what it spends and the least it could.
fn worst<'a>(
    evidence: &Evidence<'a>,
    line: &LineCounters,
    spent: impl Fn(&Request<'_>) -> Option<(u64, u64)>,
) -> Option<(Request<'a>, u64, u64)> {
    evidence
        .requests(line.line)
        .filter_map(|request| spent(&request).map(|(spent, ideal)| (request, spent, ideal)))
        .filter(|(_, spent, ideal)| *spent as f64 > *ideal as f64 * EXCESS)
        .max_by_key(|(_, spent, ideal)| spent - ideal)
}

/// `each subgroup's load of `a` touches 32 sectors of 32 bytes where 4 would do`: by the access's own first request where the
/// line's average says the same, else by both.
fn subject(
    worst: Option<&(Request<'_>, u64, u64)>,
    [spent, ideal]: [f64; 2],
    unit: &str,
    of: &str,
    verb: &str,
) -> String {
    let Some((request, own, least)) = worst else {
        let (spent, ideal) = (digits3(spent), digits3(ideal));
        return format!("each subgroup's request {verb} {spent} {unit}{of} where {ideal} would do");
    };
    let (noun, name) = (request.noun(), &request.0.name);
    let near = |a: f64, b: u64| (a / b as f64 - 1.0).abs() < 0.05;
    if near(spent, *own) && near(ideal, *least) {
        return format!("each subgroup's {noun} of `{name}` {verb} {own} {unit}{of} where {least} would do");
    }
    format!(
        "a subgroup's {noun} of `{name}` {verb} {own} {unit}{of} where {least} would do (the first one; all requests of the \
         line: {} where {} would do)",
        digits3(spent),
        digits3(ideal)
    )
}

/// How far apart neighbouring lanes are.
fn apart(request: &Request<'_>) -> String {
    match (request.rows(), request.step()) {
        (Some((lanes, apart)), _) => {
            format!("rows of {lanes} lanes {} bytes that lie {} apart", request.verb(), apart.unsigned_abs())
        }
        (None, Some(step)) if step.unsigned_abs() > u64::from(request.0.bytes) => {
            format!("neighbouring lanes {} {} bytes apart", request.verb(), step.unsigned_abs())
        }
        _ => match request.step_of_some() {
            Some((lanes, step)) => {
                let (verb, bytes) = (request.verb(), step.unsigned_abs());
                format!("only one lane in {lanes} is at work, and these lanes {verb} {bytes} bytes apart")
            }
            None => format!("neighbouring lanes {} addresses that follow no one step", request.verb()),
        },
    }
}

/// What to try against sectors that are touched for little.
fn closer(evidence: &Evidence<'_>, request: Option<&Request<'_>>) -> (Suggestion, String) {
    let Some(request) = request else {
        return (Suggestion::Gather, String::new());
    };
    let [x, y, _] = evidence.workgroup_size;
    if let Some((lanes, _)) = request.rows() {
        let wanted = evidence.machine.sector_bytes().div_ceil(request.0.bytes.max(1)).max(2 * lanes);
        // Rows that are no rows of the workgroup come from the kernel's own division.
        return match lanes == x {
            true => (
                Suggestion::LongerRows,
                format!(", in rows of at least {wanted} (now {lanes}): a row then fills whole sectors"),
            ),
            false => {
                (Suggestion::LongerTile, format!(": at least {wanted} (now {lanes}), so that they fill whole sectors"))
            }
        };
    }
    if x == 1 && y > 1 && request.step().is_some_and(|step| step != 0) {
        let more = format!(" in place of y: `@workgroup_size({y}, 1)`, dispatched to match");
        return (Suggestion::LongerRows, more);
    }
    if let Some(elements) = vector(request) {
        return (Suggestion::Vector, takes_some(elements));
    }
    if let Some((lanes, step)) = request.step_of_some() {
        // The lanes lie as they are numbered: what leaves some idle is a branch.
        if step == i64::from(lanes) * i64::from(request.0.bytes) {
            let more = format!(
                " of {} invocations be at work: let invocation i do what invocation {lanes} * i does now",
                evidence.counters.subgroup_width
            );
            return (Suggestion::DecideAlike, more);
        }
        return (Suggestion::Interleave, String::new());
    }
    let flat = evidence.workgroup_size.iter().filter(|size| **size > 1).count() <= 1;
    match request.step() {
        Some(step) if step != 0 && !flat => match swapped(evidence) {
            Some((now, then)) => {
                let more =
                    format!(" (by their first requests, all accesses then touch {then} sectors in place of {now})");
                (Suggestion::SwapAxes, more)
            }
            None => (Suggestion::Tile, String::new()),
        },
        Some(step) if step != 0 && step.abs() <= RECORD => {
            let more = format!(
                " {}-byte structures, or invocation i takes element i and steps by the workgroup's size",
                step.unsigned_abs()
            );
            (Suggestion::FieldArrays, more)
        }
        Some(step) if step != 0 && meets_rows(evidence, request) => (Suggestion::Tile, String::new()),
        Some(step) if step != 0 => {
            let more = ", in a loop with a constant number of passes where that is known; where the rows must be read this way, pass a \
                        tile through workgroup memory"
                .to_owned();
            (Suggestion::Interleave, more)
        }
        _ => (Suggestion::Gather, String::new()),
    }
}

/// Whether another access, as frequent, runs along its rows already, so that swapping axes would fix this one and break that one. Others use
/// what this one leaves of its sectors, else a tile would hold what nobody asks for.
fn meets_rows(evidence: &Evidence<'_>, request: &Request<'_>) -> bool {
    let others = evidence.every_request().filter(|other| other.sectors().is_some());
    let (bytes, all) = (i64::from(request.0.bytes), request.0.all.requests);
    let frequent = |other: &Request<'_>| (all / 2..=2 * all).contains(&other.0.all.requests);
    are_served(evidence)
        && others.filter(frequent).any(|other| other.0.name != request.0.name && other.step() == Some(bytes))
}

/// The sectors of all accesses now and with x and y swapped, where that is known of each and is much less.
fn swapped(evidence: &Evidence<'_>) -> Option<(u64, u64)> {
    let [x, ..] = evidence.workgroup_size;
    let sector = evidence.machine.sector_bytes();
    let (mut now, mut then) = (0, 0);
    for request in evidence.every_request() {
        let Some((sectors, _)) = request.sectors() else {
            continue;
        };
        let (along_x, along_y) = (request.step()?, request.step_of_rows(x)?);
        let place = |lane: u32| i64::from(lane % x) * along_y + i64::from(lane / x) * along_x;
        // Only distances count: addresses of a first request may fall.
        let places: Vec<i64> = request.0.lanes.iter().map(|(lane, _)| place(*lane)).collect();
        let least = *places.iter().min()?;
        let mut addresses: Vec<u32> = places.iter().map(|place| (place - least) as u32).collect();
        let each = footprint(&mut addresses, request.0.bytes, sector).sectors;
        now += sectors * request.0.all.requests;
        then += each * request.0.all.requests;
    }
    (now as f64 > then as f64 * EXCESS).then_some((now, then))
}

/// After how a vec holds so many elements: what if a lane does not want them all.
pub(super) fn takes_some(elements: i64) -> String {
    format!(
        "{elements}; where it takes only some of them, put the values that neighbouring lanes take side by side: an array for each \
         field in place of an array of structures"
    )
}

/// How many elements a lane's share has, where a vector can hold them.
pub(super) fn vector(request: &Request<'_>) -> Option<i64> {
    let elements = request.step()?.abs() / i64::from(request.0.bytes.max(1));
    let whole = elements * i64::from(request.0.bytes) == request.step()?.abs();
    (whole && [2, 4].contains(&elements) && request.0.bytes == 4).then_some(elements)
}

/// Lines whose requests to workgroup memory meet in one bank.
pub(super) fn bank_conflicts(evidence: &Evidence<'_>) -> Vec<Finding> {
    let shared = &evidence.machine.shared;
    let (Some(banks), Some(bytes)) = (shared.banks, shared.bank_bytes) else {
        return Vec::new();
    };
    let counters = evidence.counters;
    let Some(all) = counters.shared_wavefronts else {
        return Vec::new();
    };
    let wavefronts = |line: &LineCounters| {
        let (spent, ideal) = (line.shared_wavefronts, line.shared_wavefronts_ideal);
        (spent.unwrap_or(0), ideal.unwrap_or(0))
    };
    let named = wasteful(evidence, all, wavefronts);
    named
        .into_iter()
        .filter_map(|line| {
            let worst = worst(evidence, line, |request| request.wavefronts());
            let average = <[u64; 2]>::from(wavefronts(line))
                .map(|wavefronts| wavefronts as f64 / line.shared_requests.max(1) as f64);
            let what = subject(worst.as_ref(), average, "passes", " over the banks", "takes");
            if is_untypical(evidence, line, worst.is_some()) {
                return Some(untypical(FindingKind::BankConflict, line, &what));
            }
            let (why, next) = spread(evidence, worst.map(|(request, ..)| request))?;
            let what = format!(
                "{what}, because {why}: workgroup memory has {banks} banks of {bytes} bytes, and a bank serves one word a \
                 pass, to any number of lanes ({} of the launch's passes)",
                percent(wavefronts(line).0 as f64 / all.max(1) as f64),
            );
            Some(suggest(FindingKind::BankConflict, Severity::Warning, line.line, &what, next))
        })
        .collect()
}

/// The lines that spend much more than they need and whose excess weighs in the launch, dearest first.
fn wasteful<'a>(
    evidence: &Evidence<'a>,
    total: u64,
    spent_and_ideal: impl Fn(&LineCounters) -> (u64, u64),
) -> Vec<&'a LineCounters> {
    let excess = |line: &LineCounters| {
        let (spent, ideal) = spent_and_ideal(line);
        spent.saturating_sub(ideal)
    };
    evidence.dearest(excess, |line| {
        let (spent, ideal) = spent_and_ideal(line);
        spent as f64 > ideal as f64 * EXCESS && excess(line) as f64 > total as f64 * SHARE
    })
}

/// Whether the lanes of subgroups part so often at one line that they take turns at what follows.
pub(super) fn take_turns(evidence: &Evidence<'_>) -> bool {
    let most = evidence.lines.iter().map(|line| line.divergent_branches).max().unwrap_or(0);
    most as f64 >= TURNS * evidence.subgroups()
}

/// Branches that send the lanes of a subgroup different ways, in a launch whose lanes idle for it.
pub(super) fn divergence(evidence: &Evidence<'_>) -> Vec<Finding> {
    let counters = evidence.counters;
    let idle = 1.0 - counters.lane_efficiency;
    let of = |limit: Limit| evidence.estimate.term_s(limit).unwrap_or(0.0);
    let saved = idle * of(Limit::Issue).max(of(Limit::Registers)).max(of(Limit::Latency));
    let little = evidence.estimate.time_s.is_some_and(|time| saved < SAVED * time);
    if counters.subgroup_instructions == 0 || idle < IDLE || little {
        return Vec::new();
    }
    let subgroups = evidence.subgroups();
    let divergent = evidence.dearest(
        |line| line.divergent_branches,
        |line| line.divergent_branches as f64 > subgroups.min(line.branches as f64) * DIVERGENT,
    );
    divergent
        .into_iter()
        .map(|line| {
            let share = line.divergent_branches as f64 / line.branches.max(1) as f64;
            let often = if share < DIVERGENT {
                let each = digits3(line.divergent_branches as f64 / subgroups);
                format!("{each} branches of each subgroup here send its lanes different ways")
            } else {
                let (parted, all) = (line.divergent_branches, line.branches);
                format!("{} of the branches here send lanes of one subgroup different ways ({parted} of {all})", percent(share))
            };
            let what = format!(
                "{often}, because the lanes of a subgroup decide differently: it runs each way in turn, with the other lanes idle, \
                 and in the whole launch {} of the lanes are active",
                percent(counters.lane_efficiency),
            );
            let more = format!(
                " of {} invocations decide alike (sort or compact the work by its path, or branch on `workgroup_id` or on a \
                 multiple of the subgroup)",
                counters.subgroup_width
            );
            suggest(FindingKind::Divergence, Severity::Warning, line.line, &what, (Suggestion::DecideAlike, more))
        })
        .collect()
}
