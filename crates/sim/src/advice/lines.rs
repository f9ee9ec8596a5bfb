//! Waste of single lines.

use super::closer::{closer, together};
use super::evidence::Evidence;
use super::gain::Gone;
use super::padding::spread;
use super::request::Request;
use super::roof;
use super::suggestion::{Observation, Suggestion, suggest};
use crate::estimate::Limit;
use crate::si_units::{Bytes, digits3, percent};
use crate::{Finding, FindingKind, LineCounters, Severity};

/// A line is worth a finding when it costs this many times the least it could...
pub(super) const EXCESS: f64 = 1.5;
/// ...and its excess is this share of all that the launch spends on the resource.
const SHARE: f64 = 0.05;
/// Divergent branches worth a finding, as a share of a line's, or of the subgroups. The edge of a launch stays below.
const DIVERGENT: f64 = 0.05;
/// Divergent branches per subgroup at a line above which its lanes run one after the other.
const TURNS: f64 = 4.0;
/// Idle lanes worth a finding, as a share of all.
const IDLE: f64 = 0.1;

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
            let next = closer(evidence, worst.as_ref().map(|(request, ..)| request));
            suggest(FindingKind::Uncoalesced, Severity::Warning, line.line, observation, next)
        })
        .collect()
}

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

/// Whether the first requests of a line were kept and show nothing of what the line wastes.
fn is_untypical(evidence: &Evidence<'_>, line: &LineCounters, shows: bool) -> bool {
    !shows && evidence.requests(line.line).next().is_some()
}

/// The count alone: no kept request shows the waste.
fn untypical(kind: FindingKind, line: &LineCounters, what: &str) -> Finding {
    let message = format!(
        "{what}; the first request here takes as few as possible, but later ones, or those of other workgroups, do not"
    );
    Finding::new(kind, Severity::Note, message).at(line.line)
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
        // Of equal ones, one with a step between its lanes, which can be mended.
        .max_by_key(|(request, spent, ideal)| (spent - ideal, request.step().is_some()))
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
        "a subgroup's {noun} of `{name}` {verb} {own} {unit}{of} where {least} would do (its first request; on average over the \
         line, {} where {} would do)",
        digits3(spent),
        digits3(ideal)
    )
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
    // Conflicts of a few words at the end of a kernel do not matter.
    let excess = all.saturating_sub(counters.shared_wavefronts_ideal.unwrap_or(0));
    let little = evidence.saves_little(excess_wavefronts(evidence, excess));
    let named = if little { Vec::new() } else { wasteful(evidence, all, wavefronts) };
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
            let figures = format!(
                ": workgroup memory has {banks} banks of {bytes} bytes, and in each pass a bank serves one word, to any number of \
                 lanes ({} of the launch's passes)",
                percent(wavefronts(line).0 as f64 / all.max(1) as f64),
            );
            let observation = Observation::because(&what, &why, &figures);
            Some(suggest(FindingKind::BankConflict, Severity::Warning, line.line, observation, next))
        })
        .collect()
}

/// What so many passes over the banks cost.
pub(super) fn excess_wavefronts<'a>(evidence: &'a Evidence<'_>, excess: u64) -> Gone<'a> {
    let excess = excess as f64 / evidence.counters.shared_wavefronts.unwrap_or(0).max(1) as f64;
    Box::new(move |limit| match limit {
        Limit::SharedMemory => excess,
        Limit::Latency => evidence.turns(),
        _ => 0.0,
    })
}

/// The lines that spend much more than they need and whose excess matters to the launch, the most expensive first.
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

/// Whether the lanes of subgroups diverge so often at one line that they run one after the other.
pub(super) fn take_turns(evidence: &Evidence<'_>) -> bool {
    let most = evidence.lines.iter().map(|line| line.divergent_branches).max().unwrap_or(0);
    most as f64 >= TURNS * evidence.subgroups()
}

/// What else helps where workgroups wait at barriers: few lanes may be enough for their last steps.
const END: &str = "; where only some lanes have work left, as at the end of a tree reduction, give each invocation more work \
                   before it";

/// What else helps where lanes diverge for little.
const SHORT: &str = "; where both branches are short, let all lanes run both and `select`";

/// The share of active lanes above which lanes diverge for little.
const MOST: f64 = 0.5;

/// What to try where lanes take different branches.
fn alike(evidence: &Evidence<'_>, line: u32) -> (Suggestion, String) {
    if let Some(more) = evidence.requests(line).find_map(|request| together(evidence, &request)) {
        return (Suggestion::DecideAlike, more);
    }
    // The branch's own, or the first behind it.
    let next = evidence.every_request().filter(|request| request.0.line >= line).min_by_key(|request| request.0.line);
    if next.is_some_and(|request| request.only_first_lanes()) {
        return (Suggestion::MoreBefore, String::new());
    }
    // Where lanes diverge for long, most of them are idle.
    let short = if evidence.counters.lane_efficiency > MOST { SHORT } else { "" };
    let more = format!(
        " of {} invocations take the same branch (sort or compact the work by its path, or branch on `workgroup_id` or on a \
         multiple of the subgroup){short}{}",
        evidence.counters.subgroup_width,
        if evidence.demand.barriers > 0 { END } else { "" }
    );
    (Suggestion::DecideAlike, more)
}

/// Branches that send the lanes of a subgroup different ways, in a launch whose lanes idle for it.
pub(super) fn divergence(evidence: &Evidence<'_>) -> Vec<Finding> {
    let counters = evidence.counters;
    let idle = 1.0 - counters.lane_efficiency;
    let little = evidence.saves_little(|limit| match limit {
        Limit::Issue | Limit::Registers | Limit::Latency => idle,
        _ => 0.0,
    });
    if counters.subgroup_instructions == 0 || idle < IDLE || little {
        return Vec::new();
    }
    let subgroups = evidence.subgroups();
    let all = evidence.lines.iter().map(|line| line.divergent_branches).sum::<u64>() as f64;
    // Among many divergent branches, the store of one lane at the end is not worth mentioning.
    let divergent = evidence.dearest(
        |line| line.divergent_branches,
        |line| {
            let parted = line.divergent_branches as f64;
            parted > subgroups.min(line.branches as f64) * DIVERGENT && parted > all * DIVERGENT
        },
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
            let figures = format!(
                ": it runs each side in turn, with the other lanes idle, and over the whole launch {} of the lanes are active",
                percent(counters.lane_efficiency),
            );
            let observation = Observation::because(&often, "the lanes of a subgroup decide differently", &figures);
            suggest(FindingKind::Divergence, Severity::Warning, line.line, observation, alike(evidence, line.line))
        })
        .collect()
}
