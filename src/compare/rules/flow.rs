//! Which lanes work, on what, and how often.

use super::words::{Found, at, count, counters, factor, found, moved};
use crate::compare::kind::IdeaKind;
use crate::compare::pair::Side;
use crate::sim::Counters;
use crate::units::percent;

/// The part of a change of instructions, and of the instructions themselves, from which on divisions are an idea.
const WORTH: f64 = 0.1;

/// The share of turns at atomics above which nearly all are meant.
const MOST: f64 = 0.9;

pub(in crate::compare) fn divergence(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.lane_efficiency, y.lane_efficiency)?;
    let fewer = self::factor(x.divergent_branches as f64, y.divergent_branches as f64).is_some();
    let why = if y.lane_efficiency > x.lane_efficiency {
        match fewer && y.divergent_branches < x.divergent_branches {
            true => "the lanes of a subgroup go the same way more often",
            false => "less is done while lanes are switched off or have no work",
        }
    } else {
        "a subgroup goes each way that one of its lanes takes, with the others idle"
    };
    let place = at(a, b, |line| line.divergent_branches);
    let sentence = format!(
        "{} of the lanes are active in {} where {} are in {}: {why}; divergent branches {}{place}",
        percent(y.lane_efficiency),
        b.name,
        percent(x.lane_efficiency),
        a.name,
        moved(x.divergent_branches, y.divergent_branches),
    );
    found(IdeaKind::Divergence, 5.0 + 2.0 * libm::log(factor), sentence)
}

pub(in crate::compare) fn branches(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    // Loops' own tests change with every tile size: only branches that nearly all go, or come, are an idea.
    let (more, fewer) = (x.branches.max(y.branches), x.branches.min(y.branches));
    if more < 4 * fewer.max(1) || more < 64 || a.passes.len() != b.passes.len() {
        return None;
    }
    let place = at(a, b, |line| line.branches);
    let sentence = format!("branches {}{place}", moved(x.branches, y.branches));
    found(IdeaKind::Branches, 2.0, sentence)
}

pub(in crate::compare) fn barriers(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    if x.barriers == 0 || y.barriers == 0 {
        return None; // said with workgroup memory
    }
    let factor = factor(x.barriers as f64, y.barriers as f64)?;
    let place = at(a, b, |line| line.barriers);
    let sentence = format!("barriers, one a subgroup, {}{place}", moved(x.barriers, y.barriers));
    found(IdeaKind::Barriers, 1.5 + libm::log(factor), sentence)
}

pub(in crate::compare) fn arithmetic(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.flop as f64, y.flop as f64)?;
    let why = if y.flop > x.flop {
        "more is computed for the same result: twice, say, on both sides of a choice, beyond the edge of the problem, or in place of a load"
    } else {
        "less is computed for the same result"
    };
    let place = at(a, b, |line| line.flop);
    let sentence = format!("FLOPs {}: {why}{place}", moved(x.flop, y.flop));
    found(IdeaKind::Arithmetic, 2.4 + libm::log(factor), sentence)
}

pub(in crate::compare) fn atomics(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    if let Some(moved) = moved_atomics(a, b) {
        return found(IdeaKind::Atomics, 9.5, moved);
    }
    let (from, to) = (x.atomic_serializations, y.atomic_serializations);
    if from == to || (from > 0 && to > 0 && factor(from as f64, to as f64).is_none()) {
        return None;
    }
    let place = at(a, b, |line| line.atomic_serializations);
    let sentence = format!(
        "turns at atomics, where lanes wait for each other at one address, {}, and requests {}{place}",
        moved(from, to),
        moved(x.atomic_requests, y.atomic_requests)
    );
    found(IdeaKind::Atomics, 5.5, sentence)
}

/// That one of the two has nearly all of its atomics on workgroup memory, and the other has none there.
fn moved_atomics(a: &Side<'_>, b: &Side<'_>) -> Option<String> {
    let (x, y) = counters(a, b)?;
    let share = |c: &Counters| c.atomic_wavefronts.unwrap_or(0) as f64 / c.atomic_serializations.max(1) as f64;
    let ((inside, its), (outside, others)) = match (share(x) > MOST, share(y) > MOST) {
        (false, true) => ((b, y), (a, x)),
        (true, false) => ((a, x), (b, y)),
        _ => return None,
    };
    (others.atomic_wavefronts.unwrap_or(0) == 0 && others.atomic_requests > 0).then(|| {
        format!(
            "of {} nearly all turns at atomics ({}) are on workgroup memory, where each unit takes its own beside the others; the {} \
             of {} are on memory, where those of all units at one address wait for each other",
            inside.name,
            count(its.atomic_serializations),
            count(others.atomic_serializations),
            outside.name,
        )
    })
}

pub(in crate::compare) fn divisions(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let (from, to) = (x.division_instructions, y.division_instructions);
    let change = from.abs_diff(to) as f64;
    let [before, after] = [x, y].map(Counters::with_divisions);
    // Its part of all that is executed less, or more.
    let share = change / before.abs_diff(after).max(1) as f64;
    if share < WORTH
        || change < WORTH * before.min(after) as f64
        || (from > 0 && to > 0 && factor(from as f64, to as f64).is_none())
    {
        return None;
    }
    let place = at(a, b, |line| line.division_instructions);
    let sentence = format!(
        "instructions that compilers add for integer divisions by what is known only at run time {}{place}",
        moved(from, to)
    );
    found(IdeaKind::Division, 8.0 * share.min(1.0), sentence)
}

pub(in crate::compare) fn instructions(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.subgroup_instructions as f64, y.subgroup_instructions as f64)?;
    let place = at(a, b, |line| line.subgroup_instructions);
    let sentence =
        format!("instructions of subgroups {}{place}", moved(x.subgroup_instructions, y.subgroup_instructions));
    found(IdeaKind::Instructions, 0.8 + libm::log(factor), sentence)
}
