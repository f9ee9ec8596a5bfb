//! What single lines waste.

use super::evidence::Evidence;
use super::pitch::free_pitch;
use super::request::Request;
use crate::units::{digits3, percent};
use crate::{Config, Finding, FindingKind, LineCounters, Severity};

/// A line is worth a finding when it costs this many times the least it could...
const EXCESS: f64 = 1.5;
/// ...and its excess is this share of all that the launch spends on the resource.
const SHARE: f64 = 0.05;
/// Divergent branches worth a finding, as a share of a line's. The edge of a launch stays below.
const DIVERGENT: f64 = 0.05;
/// Idle lanes worth a finding, as a share of all.
const IDLE: f64 = 0.1;
/// Bytes from lane to lane up to which a structure of so many is likely: larger steps are rows.
const RECORD: i64 = 64;

/// Lines whose requests touch many more sectors than their bytes need.
pub(super) fn uncoalesced(evidence: &Evidence<'_>) -> Vec<Finding> {
    let counters = evidence.counters;
    let sector = evidence.machine.sector_bytes();
    let spent_and_ideal = |line: &LineCounters| (line.global_sectors, line.global_sectors_ideal);
    let named = wasteful(evidence, counters.global_sectors, spent_and_ideal);
    named
        .into_iter()
        .map(|line| {
            let worst = worst(evidence, line, |request| request.sectors());
            let average = [line.global_sectors, line.global_sectors_ideal]
                .map(|sectors| sectors as f64 / line.global_requests.max(1) as f64);
            let what = subject(worst.as_ref(), average, "sectors", &format!(" of {sector} bytes"), "touches");
            let why = worst.as_ref().map_or_else(
                || "the addresses of neighbouring lanes lie apart".to_owned(),
                |(request, ..)| apart(request),
            );
            let unused = 1.0 - line.global_sectors_ideal as f64 / line.global_sectors as f64;
            let message = format!(
                "{what}, because {why}: memory moves whole sectors, so {} of what it moves for this line is not used ({} of the \
                 launch's sectors). Next: {}",
                percent(unused),
                percent(line.global_sectors as f64 / counters.global_sectors.max(1) as f64),
                closer(evidence, worst.as_ref().map(|(request, ..)| request)),
            );
            Finding::new(FindingKind::Uncoalesced, Severity::Warning, line.line, message)
        })
        .collect()
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
    match request.step() {
        Some(step) if step != 0 => {
            format!("neighbouring lanes {} {} bytes apart", request.verb(), step.unsigned_abs())
        }
        _ => format!("neighbouring lanes {} addresses that follow no one step", request.verb()),
    }
}

/// What to try against sectors that are touched for little.
fn closer(evidence: &Evidence<'_>, request: Option<&Request<'_>>) -> String {
    if let Some(elements) = request.and_then(vector) {
        return format!(
            "where each lane takes all {elements} of its neighbouring elements, let it do so at once, as a vec{elements}; else \
             put the values that neighbouring lanes take side by side: an array for each field in place of an array of \
             structures"
        );
    }
    let flat = evidence.workgroup_size.iter().filter(|size| **size > 1).count() <= 1;
    match request.and_then(Request::step) {
        Some(step) if step != 0 && !flat => {
            "let what neighbouring lanes differ in, `local_invocation_id.x`, run along the rows of this \
             buffer: swap x and y where no other access loses by it, else pass a tile through workgroup memory"
                .to_owned()
        }
        Some(step) if step != 0 && step.abs() <= RECORD => format!(
            "put the values that neighbouring lanes take side by side: an array for each field in place of an array of \
             {}-byte structures, or lane i takes element i and steps by the number of lanes",
            step.unsigned_abs()
        ),
        Some(step) if step != 0 => {
            "let lane i take element i and step by the number of lanes; where the rows must be read \
             this way, pass a tile through workgroup memory"
                .to_owned()
        }
        _ => {
            "let neighbouring invocations take neighbouring elements: sort the work by its address, or gather through \
             workgroup memory"
                .to_owned()
        }
    }
}

/// How many elements a lane's share has, where a vector can hold them.
fn vector(request: &Request<'_>) -> Option<i64> {
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
        .map(|line| {
            let worst = worst(evidence, line, |request| request.wavefronts());
            let average = <[u64; 2]>::from(wavefronts(line))
                .map(|wavefronts| wavefronts as f64 / line.shared_requests.max(1) as f64);
            let what = subject(worst.as_ref(), average, "wavefronts", "", "takes");
            let words = worst.and_then(|(request, ..)| request.step()).filter(|step| *step != 0);
            let words = words.map(|step| step.unsigned_abs().div_ceil(u64::from(bytes)) as u32);
            let pitch = worst.zip(words).and_then(|((request, ..), words)| {
                let config = Config { banks, bank_bytes: bytes, ..evidence.machine.config() };
                Some((words, free_pitch(&evidence.accesses(&request.0.name), words, &config)?))
            });
            let (why, next) = spread(words, pitch);
            let message = format!(
                "{what}, because {why}: workgroup memory has {banks} banks of {bytes} bytes, and a bank serves one word a \
                 wavefront, to any number of lanes ({} of the launch's wavefronts). Next: {next}",
                percent(wavefronts(line).0 as f64 / all.max(1) as f64),
            );
            Finding::new(FindingKind::BankConflict, Severity::Warning, line.line, message)
        })
        .collect()
}

/// Why words at this distance meet in one bank, and what to try: a pitch that suits all accesses of the array, if any.
fn spread(words: Option<u32>, pitch: Option<(u32, u32)>) -> (String, String) {
    let why = match words {
        Some(words) => format!("neighbouring lanes ask for words {words} apart, which fall into few of the banks"),
        None => "its lanes ask one bank for different words".to_owned(),
    };
    let next = match pitch {
        Some((now, free)) => format!(
            "pad the rows (a pitch of {free} words in place of {now}): no access of this array then meets itself in a bank; or give \
             neighbouring lanes neighbouring words"
        ),
        None => "give neighbouring lanes neighbouring words".to_owned(),
    };
    (why, next)
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

/// Branches that send the lanes of a subgroup different ways, in a launch whose lanes idle for it.
pub(super) fn divergence(evidence: &Evidence<'_>) -> Vec<Finding> {
    let counters = evidence.counters;
    let idle = 1.0 - counters.lane_efficiency;
    if counters.subgroup_instructions == 0 || idle < IDLE {
        return Vec::new();
    }
    let divergent = evidence.dearest(
        |line| line.divergent_branches,
        |line| line.divergent_branches as f64 > line.branches as f64 * DIVERGENT,
    );
    divergent
        .into_iter()
        .map(|line| {
            let message = format!(
                "{} of the branches here send lanes of one subgroup different ways ({} of {}), because the lanes of a subgroup \
                 decide differently: it runs each way in turn, with the other lanes idle, and in the whole launch {} of the \
                 lanes are active. Next: let whole subgroups of {} invocations decide alike (sort or compact the work by its \
                 path, or branch on `workgroup_id` or on a multiple of the subgroup)",
                percent(line.divergent_branches as f64 / line.branches.max(1) as f64),
                line.divergent_branches,
                line.branches,
                percent(counters.lane_efficiency),
                counters.subgroup_width,
            );
            Finding::new(FindingKind::Divergence, Severity::Warning, line.line, message)
        })
        .collect()
}
