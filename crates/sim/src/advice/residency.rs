//! Lanes and places for subgroups that stay empty.

use super::evidence::Evidence;
use super::suggestion::{Suggestion, Told, suggest};
use crate::estimate::Limit;
use crate::occupancy::{Footprint, OccupancyLimit, occupancy};
use crate::si_units::{Bytes, Seconds, percent};
use crate::{Finding, FindingKind, Severity};

/// Lanes that can never work worth a finding, as a share of all.
const EMPTY: f64 = 0.1;

/// An occupancy that is worth a finding where latency limits.
const LOW: f64 = 0.5;

/// A workgroup that is no multiple of a subgroup leaves lanes of its last one empty.
pub(super) fn partial_subgroups(evidence: &Evidence<'_>) -> Option<Finding> {
    let width = evidence.machine.subgroup_width();
    let invocations = evidence.footprint.workgroup_size;
    let subgroups = invocations.div_ceil(width);
    let lanes = subgroups * width;
    let empty = 1.0 - f64::from(invocations) / f64::from(lanes.max(1));
    if invocations == 0 || empty < EMPTY {
        return None;
    }
    let size = evidence.workgroup_size.map(|size| size.to_string()).join(" x ");
    let (invocations_are, subgroups_are) = (counted(invocations, "invocation"), counted(subgroups, "subgroup"));
    let seen = format!("a workgroup of {size} = {invocations_are} takes {subgroups_are} of {width}");
    let whose = if subgroups == 1 { "its" } else { "their" };
    let more = format!(": {} of {whose} lanes can never work", percent(empty));
    let told = Told::because(&seen, "subgroups are never shared by workgroups", &more);
    let every = if width < 64 { "; of 64, to suit every GPU" } else { "" };
    let share = match invocations {
        1 => ", and let each lane do a part of what the one invocation does",
        _ => ", in correspondingly fewer workgroups",
    };
    let next = (Suggestion::WholeSubgroups, format!(" {width}{every}{share}"));
    Some(suggest(FindingKind::PartialSubgroups, Severity::Warning, 0, told, next))
}

/// Few subgroups on a unit, where waiting is what limits.
pub(super) fn low_occupancy(evidence: &Evidence<'_>) -> Option<Finding> {
    let occupancy = evidence.occupancy?;
    let fraction = occupancy.fraction.filter(|fraction| *fraction <= LOW)?;
    let held = evidence.held().unwrap_or(occupancy.workgroups.into());
    // A launch of fewer does not fill the places that there are.
    if !evidence.limited_by(&[Limit::Latency]) || evidence.demand.workgroups < held {
        return None;
    }
    let (workgroups, subgroups) = (occupancy.workgroups, occupancy.subgroups);
    let (why, next) = explain(evidence, occupancy.limit, workgroups)?;
    let seen = format!(
        "a unit holds {workgroups} workgroups at a time, {subgroups} subgroups, {} of its places",
        percent(fraction)
    );
    let told = Told::because(&seen, &why, ": too few to work while others wait for memory");
    Some(suggest(FindingKind::LowOccupancy, Severity::Note, 0, told, next))
}

/// What of the time overlapping could save at most, as a share, worth a finding.
const ADDED: f64 = 0.2;

/// One workgroup on a unit: while it waits at a barrier nothing else works there. With the seconds that this may cost.
pub(super) fn alone(evidence: &Evidence<'_>) -> Option<(f64, Finding)> {
    let (estimate, occupancy) = (evidence.estimate, evidence.occupancy?);
    let time = estimate.time_s? - estimate.launch_s.unwrap_or(0.0);
    let added = time - estimate.term_s(estimate.limiter?)?;
    if !evidence.demand.is_alone() || estimate.launch_dominates() || added < ADDED * time {
        return None;
    }
    let size = evidence.footprint.workgroup_size;
    let (why, next) = explain(evidence, occupancy.limit, occupancy.workgroups).unwrap_or_else(|| {
        let next = format!(": a unit holds two of {} invocations", size / 2);
        ("two have more subgroups than it has places for".to_owned(), (Suggestion::SmallerWorkgroups, next))
    });
    let seen = format!("a unit holds one workgroup of {} at a time", counted(size, "invocation"));
    let more = format!(
        ": while its subgroups wait for each other at a barrier, nothing else runs there, so its waits and its arithmetic do not \
         overlap, which adds {} to the longest of them",
        Seconds(added),
    );
    let told = Told::because(&seen, &why, &more);
    Some((added, suggest(FindingKind::LowOccupancy, Severity::Note, 0, told, next)))
}

/// What takes registers beside the results.
const FEWER_OPERANDS: &str = ", or, where a register tile keeps the operands of both its rows and its columns, keep only one of \
                              the two and load the others one by one";

/// Why so few are resident, and what to try; `None` where workgroups fill the places, or as good as.
fn explain(evidence: &Evidence<'_>, limit: OccupancyLimit, workgroups: u32) -> Option<(String, (Suggestion, String))> {
    let bytes = |bytes: u32| Bytes(f64::from(bytes)).to_string();
    let size = evidence.footprint.workgroup_size;
    match limit {
        OccupancyLimit::SharedMemory => {
            let all = evidence.machine.residency.shared_bytes.unwrap_or(0);
            let each = evidence.footprint.shared_bytes;
            let reserve = match evidence.machine.residency.shared_reserve_bytes {
                Some(reserve) if reserve > 0 => format!(", and {} that the system reserves,", bytes(reserve)),
                _ => String::new(),
            };
            let half = Footprint { shared_bytes: each / 2, ..evidence.footprint };
            let half = occupancy(evidence.machine, half)?;
            let (also, more) = match half.limit {
                _ if half.workgroups > workgroups => {
                    ("", format!(": with {} per workgroup, {} fit", bytes(each / 2), half.workgroups))
                }
                OccupancyLimit::SharedMemory => ("", String::new()),
                OccupancyLimit::Registers => {
                    (", and the registers are used up, too", ", and fewer results for each invocation".to_owned())
                }
                _ => (", and all its places are taken, too", ", and smaller workgroups".to_owned()),
            };
            Some((
                format!("each takes {}{reserve} of the unit's {} of workgroup memory{also}", bytes(each), bytes(all)),
                (Suggestion::SmallerTiles, more),
            ))
        }
        OccupancyLimit::Workgroups => Some((
            format!(
                "workgroups of {} are small, and a unit has {workgroups} places for workgroups",
                counted(size, "invocation")
            ),
            (
                Suggestion::LargerWorkgroups,
                format!(
                    ": {} invocations would fill the places of twice as many subgroups",
                    2 * size.max(evidence.machine.subgroup_width())
                ),
            ),
        )),
        OccupancyLimit::Registers => {
            Some(("the registers are used up".to_owned(), (Suggestion::FewerRegisters, FEWER_OPERANDS.to_owned())))
        }
        OccupancyLimit::Subgroups | OccupancyLimit::Invocations => None,
    }
}

/// So many of a thing.
fn counted(count: u32, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
