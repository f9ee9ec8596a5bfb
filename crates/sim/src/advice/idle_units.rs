//! Idle units: too few workgroups, or one that is much longer than the others.

use super::evidence::Evidence;
use super::suggestion::{Observation, Suggestion, suggest};
use crate::estimate::Limit;
use crate::si_units::{digits3, percent};
use crate::{AccessKind, Finding, FindingKind, Severity};

/// A workgroup with so many times the mean's work is a tail, where the others end before it.
const LONG: f64 = 2.0;

/// Stores of an invocation from which on it makes several results.
const SEVERAL: f64 = 2.0;

/// Idle places for workgroups worth a finding, as a share of those of all rounds.
const EMPTY: f64 = 1.0 / 3.0;

/// Instructions from a workgroup's begin to its end of which most are a loop's, and whose parts are worth adding up.
const LONG_PATH: u64 = 1024;

/// Waits for storage memory from a workgroup's begin to its end of which most are a loop's.
const LONG_WAITS: u64 = 16;

/// Launches that a loop must be worth before its parts are added up in a second one.
const LAUNCHES: f64 = 10.0;

/// Whose loops are shared: of loops that make one result each, ...
const SEVERAL_FOR_EACH: &str = " of a subgroup or a workgroup, several lanes per result, ";
/// ... and lanes that lie side by side stay so, ...
const SEVERAL_BESIDE: &str = " of several workgroups, or of a workgroup along y, several lanes per result, while neighbouring \
                              lanes along x keep neighbouring elements, ";
/// ... or of those each pass of which makes one.
const FEWER_FOR_EACH: &str = " of more workgroups, with fewer results per lane, ";

/// Whose loops are to be shared, as far as what is stored shows it.
fn whose_loops(evidence: &Evidence<'_>) -> &'static str {
    let stores =
        evidence.every_request().filter(|request| request.0.does == AccessKind::Writes && request.sectors().is_some());
    if stores.map(|request| request.0.all.requests).sum::<u64>() as f64 >= SEVERAL * evidence.subgroups() {
        return FEWER_FOR_EACH;
    }
    let loads =
        evidence.every_request().filter(|request| request.0.does == AccessKind::Reads && request.sectors().is_some());
    match loads.max_by_key(|request| request.0.all.requests).is_some_and(|request| request.is_one_run()) {
        true => SEVERAL_BESIDE,
        false => SEVERAL_FOR_EACH,
    }
}

/// Fewer workgroups than units, or a last round of few; not where the launch takes longer than they do.
pub(super) fn idle_units(evidence: &Evidence<'_>) -> Option<Finding> {
    let units = u64::from(evidence.machine.unit.count?);
    let (workgroups, name) = (evidence.demand.workgroups, &evidence.machine.unit_name);
    let (rounds, idle) = last_round(workgroups, units).filter(|_| !evidence.estimate.launch_dominates())?;
    let size = evidence.footprint.workgroup_size;
    let plural = if workgroups == 1 { "" } else { "s" };
    let whose = whose_loops(evidence);
    let why = format!("a workgroup runs on a single unit ({name}), however many are free");
    let (seen, next) = match rounds {
        1 => (
            format!(
                "{workgroups} workgroup{plural}, {units} units: {idle} of the units ({}) {} no work",
                percent(idle as f64 / units as f64),
                if idle == 1 { "has" } else { "have" },
            ),
            match size {
                1 => (
                    Suggestion::ShareLoop,
                    format!(" of {units} workgroups or more, each with a part of what one invocation does now"),
                ),
                _ if has_long_tiles(evidence) => {
                    (Suggestion::SplitLoop, format!(" {units} or more, or a larger problem"))
                }
                _ if has_own_loops(evidence, units) => (
                    Suggestion::ShareLoop,
                    format!("{whose}so that there are {units} workgroups or more; or a larger problem"),
                ),
                _ => (
                    Suggestion::MoreWorkgroups,
                    format!(" {units} or more (now {size} invocations each), or a larger problem"),
                ),
            },
        ),
        _ => (
            format!(
                "{workgroups} workgroups, {units} units: {} of the units {} {rounds}, the other {idle} {} {} and no work at the end",
                units - idle,
                if units - idle == 1 { "gets" } else { "get" },
                if idle == 1 { "gets" } else { "get" },
                rounds - 1,
            ),
            match has_own_loops(evidence, units) {
                _ if shares(evidence) && waits_in_loops(evidence) => (Suggestion::SplitLoop, " many more".to_owned()),
                true => (Suggestion::ShareLoop, format!("{whose}so that there are many more workgroups")),
                false => (Suggestion::EvenRounds, format!(", or a multiple of {units} of them")),
            },
        ),
    };
    Some(suggest(FindingKind::IdleUnits, Severity::Warning, 0, Observation::because(&seen, &why, ""), next))
}

/// The share of the places for workgroups, one on each unit in each round, that stay empty.
pub(super) fn idle(evidence: &Evidence<'_>) -> f64 {
    let units = u64::from(evidence.machine.unit.count.unwrap_or(0));
    let places = evidence.demand.workgroups.div_ceil(units.max(1)) * units;
    1.0 - evidence.demand.workgroups as f64 / places.max(1) as f64
}

/// How many rounds so many workgroups take, and how many units have none of them in the last one, where those are many.
fn last_round(workgroups: u64, units: u64) -> Option<(u64, u64)> {
    let rounds = workgroups.div_ceil(units);
    let idle = rounds * units - workgroups;
    (workgroups > 0 && idle as f64 >= EMPTY * (rounds * units) as f64).then_some((rounds, idle))
}

/// Whether a long loop works on what a workgroup shares: smaller workgroups share less, and their loops stay as long.
fn has_long_tiles(evidence: &Evidence<'_>) -> bool {
    let (time, launch) = (evidence.estimate.time_s.unwrap_or(0.0), evidence.estimate.launch_s.unwrap_or(0.0));
    let is_long = path(evidence) >= LONG_PATH || waits_in_loops(evidence);
    shares(evidence) && is_long && time >= LAUNCHES * launch
}

/// Whether smaller workgroups serve nothing: they would leave lanes of their subgroups empty, or the launch takes as long
/// as the loop of each invocation, whose loads are waited for.
fn has_own_loops(evidence: &Evidence<'_>, units: u64) -> bool {
    let (size, width) = (u64::from(evidence.footprint.workgroup_size), u64::from(evidence.machine.subgroup_width()));
    let small = size <= width || evidence.demand.workgroups * size < units * width;
    small || (!shares(evidence) && waits_in_loops(evidence))
}

fn shares(evidence: &Evidence<'_>) -> bool {
    evidence.footprint.shared_bytes > 0
}

/// Whether all workgroups are under way at once, and the launch takes as long as the loop of each, whose loads are waited
/// for: those of fewer invocations take as long.
fn waits_in_loops(evidence: &Evidence<'_>) -> bool {
    let workgroups = evidence.demand.workgroups;
    let at_once = evidence.held().is_some_and(|held| workgroups <= held);
    let waits = at_once && evidence.limited_by(&[Limit::Latency]) && !evidence.waits_for_arithmetic();
    waits && (path(evidence) >= LONG_PATH || evidence.counters.global_waits / workgroups.max(1) >= LONG_WAITS)
}

/// Instructions from a workgroup's begin to its end.
fn path(evidence: &Evidence<'_>) -> u64 {
    evidence.demand.lengths.paths.instructions / evidence.demand.workgroups.max(1)
}

/// A workgroup that the launch waits for.
pub(super) fn long_tail(evidence: &Evidence<'_>) -> Option<Finding> {
    let units = f64::from(evidence.machine.unit.count?);
    let demand = evidence.demand;
    let mean = demand.subgroup_instructions as f64 / demand.workgroups.max(1) as f64;
    let heaviest = demand.lengths.heaviest as f64;
    let share = (demand.workgroups as f64 / units).ceil() * mean;
    if demand.workgroups < 2 || heaviest < LONG * mean || heaviest <= share {
        return None;
    }
    let sampled = match evidence.counters.is_sampled() {
        true => "; one that was not run may be longer still",
        false => "",
    };
    let seen = format!(
        "one workgroup has {} times the instructions of the average one ({} against {})",
        digits3(heaviest / mean.max(1.0)),
        demand.lengths.heaviest,
        mean.round(),
    );
    let more = format!(": the launch waits for it while other units have nothing left{sampled}");
    let observation = Observation::because(&seen, "the work is not shared evenly", &more);
    Some(suggest(FindingKind::LongTail, Severity::Warning, 0, observation, (Suggestion::ShareWork, String::new())))
}
