//! What to try against the resource that limits a launch, where that gains by estimate; otherwise there is nothing left to do.

use super::evidence::Evidence;
use super::suggestion::Suggestion;
use super::what_if::{GAIN, faster};
use super::{atomics, idle_units, roof, volume};
use crate::AccessKind;
use crate::estimate::{Demand, Limit};
use crate::execution_trace::AddressSpace;
use crate::occupancy::OccupancyLimit;
use crate::si_units::percent;

/// What follows from what limits a launch.
pub(super) enum Step {
    /// What gains, and how.
    Try(Suggestion, String),
    /// Nothing gains, unless what these words say is possible.
    Stop(String),
}

/// What to try where a resource limits.
pub(super) fn next_step(limit: Limit, evidence: &Evidence<'_>) -> Step {
    let found = match limit {
        Limit::Issue => {
            of_ways(Suggestion::FewerInstructions, [vectors(evidence), shared_vectors(evidence), results(evidence)])
        }
        // A polynomial in place of a function takes as long: eight instructions where a subgroup takes eight times as long there.
        Limit::Registers | Limit::F32 | Limit::F16 | Limit::Matrix | Limit::SpecialFunctions => None,
        Limit::Level1 => of_ways(Suggestion::DenserRequests, [vectors(evidence), tile(evidence), results(evidence)]),
        Limit::ConstantCache => {
            let how = ", or bind it as `var<storage, read>`: each further address takes another access";
            Some((Suggestion::OneAddress, how.to_owned()))
        }
        Limit::SharedMemory => of_ways(
            Suggestion::FewerSharedReads,
            [results(evidence), shared_vectors(evidence), computed_once(evidence)],
        ),
        Limit::Barriers => fewer_barriers(evidence),
        Limit::Atomics => atomics::fewer(evidence, limit).map(|how| (Suggestion::FewerAtomics, how)),
        Limit::Level2 if atomics::fill_level2(evidence) => {
            atomics::fewer(evidence, limit).map(|how| (Suggestion::FewerAtomics, how))
        }
        Limit::Level2 => reuse_in_unit(evidence),
        Limit::LastLevel | Limit::Dram => fewer_bytes(evidence),
        Limit::Starts => fewer_workgroups(evidence),
        Limit::Latency => in_flight(evidence).map(|how| (Suggestion::MoreInFlight, how)),
    };
    found.map_or_else(|| Step::Stop(unless(limit, evidence)), |(suggestion, how)| Step::Try(suggestion, how))
}

/// A way, and the share of the time that it saves; `None` where it saves too little.
type Way = Option<(String, f64)>;

/// The ways that gain, each with how much.
fn of_ways<const N: usize>(suggestion: Suggestion, ways: [Way; N]) -> Option<(Suggestion, String)> {
    let ways: Vec<String> =
        ways.into_iter().flatten().map(|(way, saved)| format!("{way} ({})", faster(saved))).collect();
    (!ways.is_empty()).then(|| (suggestion, format!(": {}", ways.join("; or "))))
}

/// A vec4 in place of scalars side by side in storage memory.
fn vectors(evidence: &Evidence<'_>) -> Way {
    let saved = evidence
        .with_vectors(volume::dense_scalars(evidence), AddressSpace::Storage)
        .filter(|_| !evidence.has_few_rounds())?;
    Some(("load vectors instead of scalars".to_owned(), saved))
}

/// The same in workgroup memory.
fn shared_vectors(evidence: &Evidence<'_>) -> Way {
    let saved = evidence.with_vectors(volume::shared_scalars(evidence), AddressSpace::Workgroup)?;
    Some(("load vec4 from workgroup memory instead of single words".to_owned(), saved))
}

/// Several results in each invocation.
fn results(evidence: &Evidence<'_>) -> Way {
    let (results, saved) = evidence.several_results()?;
    let count = if results == 2 { "twice as many" } else { "four times as many" };
    Some((
        format!(
            "compute {count} results in each invocation, with each operand loaded once into a variable that serves them all; where \
             the operands of neighbours overlap, as a filter's do, take neighbours, from a tile in workgroup memory"
        ),
        saved,
    ))
}

/// A tile in workgroup memory, where there is none.
fn tile(evidence: &Evidence<'_>) -> Way {
    let saved = volume::saved_by_tile_of_all(evidence)
        .filter(|saved| *saved >= GAIN && evidence.footprint.shared_bytes == 0)?;
    Some(("keep reused values in workgroup memory".to_owned(), saved))
}

/// One sum for all invocations, where each goes over all words of an array and none asks for a word of its own.
fn computed_once(evidence: &Evidence<'_>) -> Way {
    let size = evidence.footprint.workgroup_size;
    let goes_over = |request: &super::request::Request<'_>| {
        let alike = request.0.lanes.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let reads = request.0.does == AccessKind::Reads && request.wavefronts().is_some();
        reads && alike && size > 1 && request.0.phase.requests >= size && request.0.phase.again == 0
    };
    let request = evidence.every_request().find(goes_over)?;
    let gone = request.0.all.requests;
    let shared_wavefronts = evidence.demand.shared_wavefronts.saturating_sub(gone);
    let saved = evidence.gain_of(&Demand { shared_wavefronts, ..*evidence.demand })?;
    let way = format!(
        "where all invocations compute the same from `{}`, such as its sum, let them compute it once: by halves, in a tree, or with \
         subgroup operations",
        request.0.name
    );
    Some((way, saved))
}

/// More work between barriers.
fn fewer_barriers(evidence: &Evidence<'_>) -> Option<(Suggestion, String)> {
    let saved = evidence.gain_of(&Demand { barriers: evidence.demand.barriers / 2, ..*evidence.demand })?;
    let how = format!(
        ": let each invocation do more before the first one, and let subgroups do what needs none, such as the last steps of a sum \
         (half of them: {})",
        faster(saved)
    );
    (!evidence.has_few_rounds()).then_some((Suggestion::FewerBarriers, how))
}

/// More elements for each invocation.
fn fewer_workgroups(evidence: &Evidence<'_>) -> Option<(Suggestion, String)> {
    let workgroups = evidence.demand.workgroups.div_ceil(2);
    let saved = evidence.gain_of(&Demand { workgroups, ..*evidence.demand })?;
    let how = format!(
        ": let each invocation handle several elements, a workgroup's size apart, or make workgroups larger (half of them: {})",
        faster(saved)
    );
    Some((Suggestion::FewerWorkgroups, how))
}

/// What level 2 is asked for again by the same or another workgroup.
fn reuse_in_unit(evidence: &Evidence<'_>) -> Option<(Suggestion, String)> {
    let traffic = evidence.demand.traffic?;
    let read = f64::from(evidence.machine.sector_bytes()) * traffic.l2_read_sectors as f64;
    let again = 1.0 - (traffic.dram_read_bytes? as f64 / read.max(1.0)).min(1.0);
    let saved = evidence.estimate.saved(evidence.demand, |limit| if limit == Limit::Level2 { again } else { 0.0 });
    let saved = saved.filter(|saved| *saved >= GAIN && evidence.gathered() < MOST)?;
    let tiled = evidence.footprint.shared_bytes > 0;
    let how = match tiled {
        true => "larger tiles in workgroup memory, or several results in each invocation",
        false => "tile in workgroup memory or registers",
    };
    // Larger tiles are fewer.
    (!tiled || !evidence.has_few_rounds()).then(|| {
        let most = format!(": {how} ({} if each value comes once)", faster(saved));
        (Suggestion::ReuseInUnit, most)
    })
}

/// The share of the sectors that gathered addresses must touch for the data, and not the kernel, to decide how many there are.
const MOST: f64 = 0.5;

/// What DRAM moves again.
fn fewer_bytes(evidence: &Evidence<'_>) -> Option<(Suggestion, String)> {
    let again = roof::moved_again(evidence).filter(|_| evidence.gathered() < MOST)?;
    let saved = evidence.estimate.saved(evidence.demand, |limit| if limit == Limit::Dram { again } else { 0.0 });
    let saved = saved.filter(|saved| *saved >= GAIN)?;
    let how = format!(": use whole sectors, and read each input once ({} if each byte moves once)", faster(saved));
    Some((Suggestion::FewerBytes, how))
}

/// Loads that wait together up to which each waits alone, or as good as.
const TOGETHER: f64 = 1.5;

/// Waits of a subgroup, on average, from which on several of them can become one.
const SEVERAL_WAITS: f64 = 2.0;

/// More loads, or operations, at a time.
fn in_flight(evidence: &Evidence<'_>) -> Option<String> {
    if idle_units::long_tail(evidence).is_some() {
        return Some(": share the work of the workgroup that the launch waits for".to_owned());
    }
    let workgroups = evidence.demand.workgroups;
    let each = evidence.demand.lengths.paths.global_waits as f64 / workgroups.max(1) as f64;
    let chains = evidence.with_half_the_chain().filter(|_| evidence.waits_for_arithmetic());
    let loads = || evidence.with_half_the_waits().filter(|_| each >= SEVERAL_WAITS || !evidence.has_few_rounds());
    let more = match chains {
        Some(saved) => Some(format!(
            "more independent operations in each invocation (several chains, such as several sums, instead of one; twice as many: {})",
            faster(saved)
        )),
        // One wait of each can be shared by others' elements only, of which there are few.
        None => {
            loads().map(|saved| format!("{} (twice as many: {})", independent_loads(evidence, each), faster(saved)))
        }
    };
    let held = evidence.held().filter(|held| workgroups < *held && each >= SEVERAL_WAITS);
    let shared = held.zip(evidence.with_twice_the_workgroups()).map(|(held, saved)| {
        format!(
            "more workgroups (the launch has {workgroups}, and the units hold {held} at a time), which share the loop behind each \
             result (twice as many: {})",
            faster(saved)
        )
    });
    let ways: Vec<String> = shared.into_iter().chain(more.map(|more| room(evidence, more))).collect();
    (!ways.is_empty()).then(|| format!(": {}", ways.join("; or ")))
}

/// How an invocation has more loads under way that wait so often.
fn independent_loads(evidence: &Evidence<'_>, waits: f64) -> String {
    let alone = evidence.counters.requests_a_wait.is_some_and(|loads| loads < TOGETHER);
    let how = match () {
        () if waits < SEVERAL_WAITS => "several elements, all of them loaded before the first is used",
        // A load in an `if` of its own is waited for at its end.
        () if alone => {
            "load several values into variables before the first is used: a compiler does so in a loop with a constant trip count, \
             unless each load is in an `if` (clamp its index with `min`, and `select` the value) or behind a store, an atomic or a barrier"
        }
        () => "a loop with a constant trip count has several in flight",
    };
    format!("more independent loads in each invocation: {how}")
}

/// The same, and why more workgroups would not help where all places are taken.
fn room(evidence: &Evidence<'_>, more: String) -> String {
    let Some((occupancy, held)) = evidence.occupancy.zip(evidence.held()) else { return more };
    if evidence.demand.workgroups < held {
        return more;
    }
    let (why, room) = match occupancy.limit {
        OccupancyLimit::SharedMemory => ("workgroup memory is used up", ", less workgroup memory per workgroup"),
        OccupancyLimit::Registers => ("the registers are used up", ", fewer values in registers"),
        OccupancyLimit::Workgroups => ("all places for workgroups are taken", ", larger workgroups"),
        OccupancyLimit::Subgroups | OccupancyLimit::Invocations => ("the units are full", ""),
    };
    let taken =
        occupancy.fraction.map(|fraction| format!(", with {} of the places for subgroups taken", percent(fraction)));
    format!("{more}{room}; more workgroups would wait, because {why}{}", taken.unwrap_or_default())
}

/// The share of idle lanes above which they are worth mentioning.
const IDLE: f64 = 0.05;

/// What is not in the counters and would help.
fn unless(limit: Limit, evidence: &Evidence<'_>) -> String {
    let idle = 1.0 - evidence.counters.lane_efficiency;
    match limit {
        Limit::Issue if idle > IDLE => {
            format!(", unless the lanes of a subgroup can take the same branches ({} of them are idle)", percent(idle))
        }
        Limit::Registers => {
            ", unless multiply-adds can share operands: one that is a constant, or occurs twice, reads fewer registers"
                .to_owned()
        }
        Limit::SpecialFunctions => {
            let executes = evidence.kernel.special.join(", ");
            format!(", unless a loop repeats what can be computed before it (the unit executes {executes} here)")
        }
        Limit::Level2 | Limit::LastLevel | Limit::Dram if evidence.gathered() >= MOST => {
            ", unless the data can be put in another order beforehand: the addresses are what memory holds".to_owned()
        }
        _ => String::new(),
    }
}

/// The only gain that is left where nothing else is, for what limits.
pub(super) fn another_algorithm(limit: Limit) -> &'static str {
    match limit {
        Limit::LastLevel | Limit::Dram => {
            "moves fewer bytes, such as this kernel fused with the one before or after it, or smaller types,"
        }
        Limit::Latency | Limit::Atomics | Limit::Barriers => "has fewer steps that wait for each other",
        Limit::F32 | Limit::F16 | Limit::Matrix => {
            "has fewer FLOP, such as a filter in two passes, a transform, or a tree in place of all pairs, or a cheaper precision,"
        }
        Limit::Level1 | Limit::Level2 => "asks for fewer bytes, such as smaller types, or a filter in two passes,",
        _ => "has less to do, such as a filter in two passes, a transform, a sort, or a tree in place of all pairs,",
    }
}
