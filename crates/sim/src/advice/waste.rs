//! Wasted work: lanes that wait for one, divisions that a multiplication could replace, arrays that do not fit into
//! registers, barriers that order nothing, a kernel that stores nothing.

use super::evidence::Evidence;
use super::suggestion::{Observation, Suggestion, suggest};
use crate::compile::DIVISION;
use crate::estimate::Limit;
use crate::si_units::{Bytes, digits3, percent};
use crate::{Finding, FindingKind, LineCounters, Severity};

/// A line's share of the launch's instructions, or of its requests, worth a finding.
const SHARE: f64 = 0.1;

/// Divisions of each subgroup at one line from which on it is in a loop; a quotient and its remainder are two.
const IN_A_LOOP: f64 = 4.0;

/// Mean active lanes up to which a line is one lane's.
const ONE_LANE: f64 = 1.5;

/// Mean active lanes that are shown as one.
const JUST_ONE: f64 = 1.005;

/// Lines that one lane of a subgroup runs while the others wait.
pub(super) fn lane_serial(evidence: &Evidence<'_>) -> Option<Finding> {
    let width = evidence.machine.subgroup_width();
    let all = evidence.counters.subgroup_instructions;
    let lone = |line: &&LineCounters| {
        line.subgroup_instructions > 0 && line.active_lanes as f64 <= ONE_LANE * line.subgroup_instructions as f64
    };
    let spent: u64 = evidence.lines.iter().filter(lone).map(|line| line.subgroup_instructions).sum();
    let longest = evidence.demand.lengths.paths.instructions;
    let workgroups = evidence.demand.workgroups.max(1);
    let serial = spent as f64 / workgroups as f64;
    // What one lane does weighs by the path of the workgroup: the other subgroups wait at the next barrier.
    let path = longest as f64 / workgroups as f64;
    if width < 2 || evidence.footprint.workgroup_size < 2 || all == 0 || serial < 3.0 * SHARE * path.max(1.0) {
        return None;
    }
    let dearest = evidence.lines.iter().filter(lone).max_by_key(|line| line.subgroup_instructions)?;
    let lanes = dearest.active_lanes as f64 / dearest.subgroup_instructions as f64;
    let (few, work) = match lanes < JUST_ONE {
        true => ("one lane".to_owned(), "works"),
        false => (format!("on average {} lanes", digits3(lanes)), "work"),
    };
    let what = format!(
        "{few} of the {width} of a subgroup {work} here while the others wait: {} of all instructions are issued for so few \
         lanes",
        percent(spent as f64 / all as f64),
    );
    let more = "; where they compute one result together, let them combine their parts by halves, in a tree in workgroup memory, \
                or with subgroup operations"
        .to_owned();
    let next = (Suggestion::ShareLoop, more);
    Some(suggest(FindingKind::LaneSerial, Severity::Warning, dearest.line, what, next))
}

/// Integer divisions by what is known at run time only, where instructions are what takes the time.
pub(super) fn divisions(evidence: &Evidence<'_>) -> Vec<Finding> {
    let all = evidence.demand.subgroup_instructions as f64;
    let waits = evidence.limited_by(&[Limit::Latency]) && evidence.waits_for_arithmetic();
    if !waits && !evidence.limited_by(&[Limit::Issue]) {
        return Vec::new();
    }
    let named = evidence.dearest(
        |line| line.division_instructions,
        |line| line.division_instructions > 0 && line.division_instructions as f64 > SHARE * all,
    );
    let of_each =
        |line: &LineCounters| line.division_instructions as f64 / f64::from(DIVISION - 1) / evidence.subgroups();
    named
        .into_iter()
        .map(|line| {
            let seen = format!(
                "the integer `/` or `%` here adds {} of all instructions",
                percent(line.division_instructions as f64 / all),
            );
            let why = "its divisor is known only at run time";
            let observation = Observation::because(&seen, why, &format!(": compilers expand each to some {DIVISION} instructions"));
            let other = match of_each(line) >= IN_A_LOOP {
                true => "carry the quotient and the remainder along in the loop (add, compare, subtract)",
                false => "let an axis of the grid or of the workgroup count instead",
            };
            let more = format!(
                ". Where it cannot be known, {other}; for a power of two, `a & (b - 1)` is the remainder; for numbers below 2^20, \
                 `u32((f32(a) + 0.5) / f32(b))` is the exact quotient"
            );
            let next = (Suggestion::KnownDivisor, more);
            suggest(FindingKind::IntegerDivision, Severity::Warning, line.line, observation, next)
        })
        .collect()
}

/// Private arrays that registers cannot hold.
pub(super) fn local_arrays(evidence: &Evidence<'_>) -> Vec<Finding> {
    let counters = evidence.counters;
    let all = counters.global_requests + counters.shared_requests + counters.local_requests;
    let named = evidence.dearest(
        |line| line.local_requests,
        |line| line.local_requests > 0 && line.local_requests as f64 > SHARE * all as f64,
    );
    named
        .into_iter()
        .map(|line| {
            let seen = "registers cannot hold a private array here";
            let figures = format!(
                ": it lives in memory, {} requests for {}",
                line.local_requests,
                Bytes(line.local_bytes as f64),
            );
            let observation = Observation::because(seen, "its index is known only at run time", &figures);
            let loops = match evidence.bounds_loops() {
                true => format!(": write the iterations of a loop out, since {BOUNDED_LOOPS}; or"),
                false => " or with the counter of a loop with a constant trip count,".to_owned(),
            };
            let more = format!(
                "{loops} choose among a few variables, or put it into workgroup memory with the lane as its last index"
            );
            let next = (Suggestion::ConstantIndices, more);
            suggest(FindingKind::LocalMemory, Severity::Warning, line.line, observation, next)
        })
        .collect()
}

/// What naga makes of loops for compilers of Metal and of HLSL (its writers' `gen_force_bounded_loop_statements`).
const BOUNDED_LOOPS: &str = "for Metal, as for HLSL, naga writes each loop as `while(true)` with a count of its own and a second \
                             exit, so that only a compiler that unrolls it in spite of them knows the index";

/// Private arrays that are in registers only where a loop is unrolled, on machines whose compilers may not do so.
pub(super) fn indexed_arrays(evidence: &Evidence<'_>) -> Vec<Finding> {
    let arrays = if evidence.bounds_loops() { evidence.kernel.indexed_arrays.as_slice() } else { &[] };
    let tell = |(line, name): &(u32, String)| {
        let message = format!(
            "a loop indexes the private array `{name}` here, and the estimate takes it to stay in registers: {BOUNDED_LOOPS}; \
             otherwise the array lives in memory; variables in place of the array, with the iterations written out, do not depend on it"
        );
        Finding::new(FindingKind::LocalMemory, Severity::Note, message).at(*line)
    };
    arrays.iter().map(tell).collect()
}

/// Barriers before which nothing was touched that they order.
pub(super) fn idle_barriers(evidence: &Evidence<'_>) -> Vec<Finding> {
    let named =
        evidence.dearest(|line| line.barriers, |line| line.idle_barriers > 0 && line.idle_barriers == line.barriers);
    named
        .into_iter()
        .map(|line| {
            let what = format!(
                "this barrier ordered nothing, all {} times that a subgroup reached it: no invocation had touched memory that it \
                 orders since the previous barrier or the start; in this launch it only makes subgroups wait",
                line.barriers,
            );
            // Another branch or width may need it: only what ran is known.
            let next = (Suggestion::DropBarrier, ", unless it orders something with other data or other subgroups".to_owned());
            suggest(FindingKind::IdleBarrier, Severity::Note, line.line, what, next)
        })
        .collect()
}

/// A kernel that leaves nothing behind.
pub(super) fn stored_nothing(evidence: &Evidence<'_>) -> Option<Finding> {
    let traffic = evidence.demand.traffic?;
    if evidence.demand.subgroup_instructions == 0 || traffic.l2_write_sectors > 0 {
        return None;
    }
    let what = "no invocation stored anything, so the time says nothing about a launch that does; where there is no store at all, \
                a compiler removes the work";
    Some(suggest(FindingKind::StoredNothing, Severity::Warning, 0, what, (Suggestion::StoreResult, String::new())))
}
