//! The resource that limits a launch, by the estimate.

use super::cause::IdleUnits;
use super::evidence::Evidence;
use super::kernel::Special;
use super::request::Request;
use super::roof::{self, Roof};
use super::suggestion::Suggestion;
use super::{atomics, idle_units, volume};
use crate::estimate::{Estimate, Limit, Term};
use crate::occupancy::OccupancyLimit;
use crate::si_units::{Seconds, percent};
use crate::{AccessKind, Counters, Finding, FindingKind, Severity};

/// The limiter in a sentence, what comes next, and what to try; or why there is no estimate. `suggested`: other findings suggest
/// something.
pub(super) fn limiter(evidence: &Evidence<'_>, suggested: bool) -> Option<Finding> {
    let Evidence { machine, estimate, .. } = *evidence;
    let mut message = match (estimate.limiter, estimate.time_s) {
        (Some(limit), Some(time)) => {
            let largest = Seconds(estimate.term_s(limit).unwrap_or(time));
            let others = issued(estimate, limit) + &next(estimate, limit).unwrap_or_default();
            let limit_words = limit.describe();
            let how = match estimate.at_least() {
                true => format!("at least {}; of what is known, {limit_words} takes longest", Seconds(time)),
                false => format!("{}, limited by {limit_words}", Seconds(time)),
            };
            let small = launch(estimate).or_else(|| IdleUnits::of(evidence, limit).map(idles)).unwrap_or_default();
            let small = small + if evidence.demand.is_alone() { ALONE } else { "" };
            let near = Roof::of(evidence).filter(|_| !estimate.launch_dominates());
            let stops = near.as_ref().is_some_and(|roof| roof.stops(evidence, suggested));
            let near = near.map_or(String::new(), |roof| roof.nearness(evidence, suggested));
            let (next, more) = try_next(if stops { limit } else { worth_trying(limit, evidence) }, evidence);
            format!("estimated for {}: {how} ({largest}{others}). {small}{near}{}{more}", machine.device, next.text())
        }
        _ if estimate.not_modelled().next().is_none() => return None,
        _ => format!("no estimate for {}: the machine file lacks the figures that this launch needs", machine.device),
    };
    for (what, in_part) in [("Partly modelled", true), ("Not modelled", false)] {
        let missing = estimate.not_modelled().filter(|term| term.time_s.is_some() == in_part);
        let missing: Vec<String> = missing.map(absent).collect();
        if !missing.is_empty() {
            message += &format!(". {what}: {}", missing.join("; "));
        }
    }
    Some(Finding::new(FindingKind::Limiter, Severity::Note, message))
}

/// Why the time is longer than its longest part.
const ALONE: &str = "A unit holds only one workgroup at a time, which waits at barriers: while it waits for memory, nothing else runs. ";

/// That most of the time is the launch itself.
fn launch(estimate: &Estimate) -> Option<String> {
    let launch = estimate.launch_dominates().then_some(estimate.launch_s?)?;
    Some(format!(
        "Most of it is the launch itself ({}): at this size the time says little about the kernel. ",
        Seconds(launch)
    ))
}

/// How long arithmetic takes to issue, where that is longer: hardly anything else is issued then.
fn issued(estimate: &Estimate, first: Limit) -> String {
    let issue = estimate.term_s(Limit::Issue).filter(|issue| Some(*issue) >= estimate.term_s(first));
    let issue = issue.filter(|_| first != Limit::Issue);
    issue.map_or_else(String::new, |issue| format!(", {} to issue all instructions", Seconds(issue)))
}

/// The second largest term, as `, then latency with 156 us`.
fn next(estimate: &Estimate, first: Limit) -> Option<String> {
    let named = |limit: Limit| limit == first || (limit == Limit::Issue && !issued(estimate, first).is_empty());
    let others = estimate.terms.iter().filter(|term| !named(term.limit));
    let timed = others.filter_map(|term| Some((term.limit, term.time_s.filter(|time| *time > 0.0)?)));
    let (limit, time) = timed.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
    Some(format!(", then {} with {}", limit.describe(), Seconds(time)))
}

fn absent(term: &Term) -> String {
    format!("{} (no {})", term.limit.describe(), term.missing.join(", "))
}

/// What that means for the time.
fn idles(idle: IdleUnits) -> String {
    format!(
        "Its {idle}: a larger launch may be limited by something else, and there the other of two kernels may be the faster one. "
    )
}

/// What there is room for: more workgroups, where units have places left, otherwise more work in each.
fn in_flight(evidence: &Evidence<'_>) -> String {
    if idle_units::long_tail(evidence).is_some() {
        return ": share the work of the workgroup that the launch waits for".to_owned();
    }
    let more = match evidence.waits_for_arithmetic() {
        true => "more independent operations in each invocation (several chains, such as several sums, instead of one)",
        // A load in an `if` of its own is waited for at its end.
        false if evidence.counters.requests_a_wait.is_some_and(|loads| loads < TOGETHER) => {
            "more independent loads in each invocation (a loop with a constant trip count has several in flight, unless each is in \
             an `if`, at whose end it is waited for: clamp its index with `min`, and `select` the value)"
        }
        false => "more independent loads in each invocation (a loop with a constant trip count has several in flight)",
    };
    let Some((occupancy, held)) = evidence.occupancy.zip(evidence.held()) else {
        return format!(": more workgroups, {more}");
    };
    let workgroups = evidence.demand.workgroups;
    if workgroups < held {
        return format!(": more workgroups (the launch has {workgroups}, and the units hold {held} at a time), {more}");
    }
    let (why, room) = match occupancy.limit {
        OccupancyLimit::SharedMemory => ("workgroup memory is used up", ", less workgroup memory per workgroup"),
        OccupancyLimit::Registers => ("the registers are used up", ", fewer values in registers"),
        OccupancyLimit::Workgroups => ("all places for workgroups are taken", ", larger workgroups"),
        OccupancyLimit::Subgroups | OccupancyLimit::Invocations => ("the units are full", ""),
    };
    let taken =
        occupancy.fraction.map(|fraction| format!(", with {} of the places for subgroups taken", percent(fraction)));
    format!(": {more}{room}; more workgroups would wait, because {why}{}", taken.unwrap_or_default())
}

/// Loads that wait together up to which each waits alone, or as good as.
const TOGETHER: f64 = 1.5;

/// The share of lanes or instructions above which something is worth mentioning.
const WORTH: f64 = 0.05;

/// Ways to fewer instructions that the kernel does not use already.
fn fewer_instructions(evidence: &Evidence<'_>) -> String {
    let counters = evidence.counters;
    let scalars = volume::dense_scalars(evidence) as f64 > WORTH * counters.subgroup_instructions as f64;
    let shared = volume::shared_scalars(evidence) as f64 > WORTH * counters.subgroup_instructions as f64;
    let ways = [
        (1.0 - counters.lane_efficiency > WORTH, "let the lanes of a subgroup take the same branches"),
        (scalars, "load vectors instead of scalars"),
        (shared, "load vec4 from workgroup memory instead of single words"),
        (
            !evidence.has_few_rounds(),
            "give each invocation more work (several results, or several inputs of one), so that a value computed once serves them \
             all",
        ),
        (true, "hoist loop-invariant code"),
    ];
    format!(": {}", those_that_fit(&ways))
}

fn share_operands(evidence: &Evidence<'_>) -> String {
    let idle = 1.0 - evidence.counters.lane_efficiency > WORTH;
    let lanes = if idle { ", and let the lanes of a subgroup take the same branches" } else { "" };
    format!(": a multiply-add reads fewer registers where an operand is a constant or occurs twice{lanes}")
}

fn fewer_flop(limit: Limit) -> String {
    let cheaper = if limit == Limit::F32 { " or a cheaper precision" } else { "" };
    format!(": use fewer FLOP{cheaper}")
}

/// What helps where each invocation goes over all words of an array, and none asks for a word of its own.
fn combine_once(evidence: &Evidence<'_>) -> String {
    let size = evidence.footprint.workgroup_size;
    let goes_over = |request: &Request<'_>| {
        let alike = request.0.lanes.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let reads = request.0.does == AccessKind::Reads && request.wavefronts().is_some();
        reads && alike && size > 1 && request.0.phase.requests >= size && request.0.phase.again == 0
    };
    evidence.every_request().find(goes_over).map_or(String::new(), |request| {
        format!(
            "; where all invocations compute the same from `{}`, such as its sum, let them compute it once: by halves, in a tree, \
             or with subgroup operations",
            request.0.name
        )
    })
}

fn fewer_shared_reads(evidence: &Evidence<'_>) -> String {
    let workgroups = evidence.demand.workgroups;
    let few = evidence.machine.unit.count.filter(|_| evidence.has_few_rounds());
    let more = match idle_units::left_idle(evidence, FOUR_TIMES) {
        _ if few.is_some() => "keep operands that serve several results in variables".to_owned(),
        Some((left, idle)) => format!(
            "compute twice as many results in each invocation, a tile of them, with each operand loaded once into a variable (with \
             four times as many, only {left} workgroups remain, and {idle} units are idle in the last round)"
        ),
        None => {
            "compute more results in each invocation, a tile of them, with each operand loaded once into a variable"
                .to_owned()
        }
    };
    let (counters, kept) = (evidence.counters, !evidence.access_samples.is_empty());
    let scalars = volume::shared_scalars(evidence) as f64 > WORTH * counters.shared_requests as f64;
    let excess = counters.shared_wavefronts.zip(counters.shared_wavefronts_ideal);
    let conflicts = excess.is_none_or(|(spent, ideal)| spent as f64 > PARTLY_USED * ideal as f64);
    let ways = [(true, more.as_str()), (scalars || !kept, "load vec4"), (conflicts, "avoid bank conflicts")];
    let idle = few.map_or(String::new(), |units| {
        format!("; larger tiles would leave units idle, since the launch has {workgroups} workgroups for {units} units")
    });
    format!(": {}{idle}{}", those_that_fit(&ways), combine_once(evidence))
}

/// What larger tiles, twice as large along both sides, make of the results in each invocation.
const FOUR_TIMES: u64 = 4;

fn those_that_fit(ways: &[(bool, &str)]) -> String {
    let ways: Vec<&str> = ways.iter().filter(|(fits, _)| *fits).map(|(_, way)| *way).collect();
    ways.join(", ")
}

/// Ways around the operations that take the special function unit.
fn fewer_special(evidence: &Evidence<'_>) -> String {
    let special = &evidence.kernel.special;
    let names = |special: &mut dyn Iterator<Item = &Special>| {
        let names: Vec<&str> = special.map(|special| special.name).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        }
    };
    let executes = match special.is_empty() {
        true => String::new(),
        false => format!(", which executes {} here", names(&mut special.iter())),
    };
    let polynomials = match special.iter().any(|special| special.is_function) {
        true => {
            let functions = names(&mut special.iter().filter(|special| special.is_function));
            format!(", or replace {functions} by polynomials within the tolerance")
        }
        false => String::new(),
    };
    format!("{executes}: hoist what a loop repeats{polynomials}")
}

/// Ways to fewer requests of L1 that the kernel does not use already.
fn denser_requests(evidence: &Evidence<'_>) -> String {
    let (counters, kept) = (evidence.counters, !evidence.access_samples.is_empty());
    let narrow = volume::narrow_requests(evidence) as f64 > WORTH * counters.global_requests as f64;
    let tile_gains = !volume::tile_loses(evidence, evidence.lines);
    let ways = [
        (touches_more(counters), "coalesce them"),
        (narrow || !kept, "load vec4"),
        (
            true,
            if tile_gains {
                "keep reused values in registers or workgroup memory"
            } else {
                "keep reused values in registers"
            },
        ),
    ];
    format!(": {}", those_that_fit(&ways))
}

fn reuse_in_unit(evidence: &Evidence<'_>) -> String {
    let coalesce = if touches_more(evidence.counters) { ", and coalesce" } else { "" };
    format!(": tile in workgroup memory or registers{coalesce}")
}

/// Whether requests touch more sectors than their bytes need.
fn touches_more(counters: &Counters) -> bool {
    counters.global_sectors as f64 > PARTLY_USED * counters.global_sectors_ideal as f64
}

/// The ratio of bytes to the fewest possible above which some are moved for nothing.
const PARTLY_USED: f64 = 1.1;

fn fewer_bytes(evidence: &Evidence<'_>) -> &'static str {
    let counters = evidence.counters;
    let fewest = PARTLY_USED * counters.global_sectors_ideal as f64;
    let moved = counters.dram_bytes.map(|bytes| bytes as f64 / f64::from(evidence.machine.sector_bytes()));
    if !touches_more(counters) {
        ": whole sectors are used already; what remains is to read no input twice, to fuse this kernel with the one before or \
         after it, and to use smaller types"
    } else if moved.is_some_and(|moved| moved <= fewest) {
        ": caches keep the unused part of a request's sectors for the next; what remains is to read no input twice, to fuse this \
         kernel with the one before or after it, and to use smaller types"
    } else {
        ": use whole sectors, read each input once (tile, fuse neighbouring dispatches), store smaller types"
    }
}

/// What to work on: behind DRAM that moves nothing twice and limits by little, what comes next.
fn worth_trying(limit: Limit, evidence: &Evidence<'_>) -> Limit {
    let waits = evidence.estimate.term_s(Limit::Latency).unwrap_or(0.0);
    let close = |dram: f64| waits > CLOSE * dram;
    let is_least = limit == Limit::Dram && roof::moved_again(evidence).is_some_and(|again| again < WORTH);
    match is_least && evidence.estimate.term_s(limit).is_some_and(close) {
        true => Limit::Latency,
        false => limit,
    }
}

/// The share of DRAM's time from which on what takes as long beside it makes the launch longer.
const CLOSE: f64 = 0.7;

/// What to try where a resource limits, and how.
fn try_next(limit: Limit, evidence: &Evidence<'_>) -> (Suggestion, String) {
    let (suggestion, more) = match limit {
        Limit::Issue => return (Suggestion::FewerInstructions, fewer_instructions(evidence)),
        Limit::Registers => return (Suggestion::ShareOperands, share_operands(evidence)),
        Limit::F32 | Limit::F16 | Limit::Matrix => return (Suggestion::FewerFlop, fewer_flop(limit)),
        Limit::SpecialFunctions => return (Suggestion::FewerSpecial, fewer_special(evidence)),
        Limit::Level1 => return (Suggestion::DenserRequests, denser_requests(evidence)),
        Limit::ConstantCache => {
            (Suggestion::OneAddress, ", or bind it as `var<storage, read>`: each further address takes another access")
        }
        Limit::SharedMemory => return (Suggestion::FewerSharedReads, fewer_shared_reads(evidence)),
        Limit::Barriers => (
            Suggestion::FewerBarriers,
            ": let each invocation do more before the first one, and let subgroups do what needs none, such as the last steps of a \
             sum",
        ),
        Limit::Level2 if atomics::fill_level2(evidence) => {
            return (Suggestion::FewerAtomics, atomics::fewer(evidence, limit));
        }
        Limit::Level2 => return (Suggestion::ReuseInUnit, reuse_in_unit(evidence)),
        Limit::LastLevel | Limit::Dram => (Suggestion::FewerBytes, fewer_bytes(evidence)),
        Limit::Atomics => return (Suggestion::FewerAtomics, atomics::fewer(evidence, limit)),
        Limit::Starts => (
            Suggestion::FewerWorkgroups,
            ": let each invocation handle several elements, a workgroup's size apart, or make workgroups larger",
        ),
        Limit::Latency => return (Suggestion::MoreInFlight, in_flight(evidence)),
    };
    (suggestion, more.to_owned())
}
