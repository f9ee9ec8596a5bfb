//! Branches that send the lanes of a subgroup different ways.

use super::coalescing_remedies::together;
use super::evidence::Evidence;
use super::suggestion::{Observation, Suggestion, suggest};
use crate::estimate::Limit;
use crate::si_units::{digits3, percent};
use crate::{Finding, FindingKind, Severity};

/// Divergent branches worth a finding, as a share of a line's, or of the subgroups. The edge of a launch stays below.
const DIVERGENT: f64 = 0.05;
/// Divergent branches per subgroup at a line above which its lanes run one after the other.
const TURNS: f64 = 4.0;
/// Idle lanes worth a finding, as a share of all.
const IDLE: f64 = 0.1;

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
