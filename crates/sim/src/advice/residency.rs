//! Lanes and places for subgroups that stay empty.

use super::evidence::Evidence;
use crate::estimate::Limit;
use crate::occupancy::OccupancyLimit;
use crate::units::{Bytes, digits3, percent};
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
    let message = format!(
        "a workgroup of {size} = {invocations} invocations takes {subgroups} subgroups of {width}, because subgroups are never \
         shared by workgroups: {} of their lanes can never work. Next: make `@workgroup_size` a multiple of {width}; of 64, to \
         suit every GPU",
        percent(empty)
    );
    Some(Finding::new(FindingKind::PartialSubgroups, Severity::Warning, 0, message))
}

/// Few subgroups on a unit, where waiting is what limits.
pub(super) fn low_occupancy(evidence: &Evidence<'_>) -> Option<Finding> {
    let occupancy = evidence.occupancy?;
    let fraction = occupancy.fraction.filter(|fraction| *fraction <= LOW)?;
    if !evidence.limited_by(&[Limit::Latency]) {
        return None;
    }
    let Occupancy { workgroups, subgroups, why, next } =
        explain(evidence, occupancy.limit, occupancy.workgroups, occupancy.subgroups);
    let message = format!(
        "a unit holds {workgroups} workgroups at a time, {subgroups} subgroups, {} of its places, because {why}: too few to work \
         while others wait for memory. Next: {next}",
        percent(fraction)
    );
    Some(Finding::new(FindingKind::LowOccupancy, Severity::Note, 0, message))
}

/// What a sentence about residency is made of.
struct Occupancy {
    workgroups: u32,
    subgroups: u32,
    why: String,
    next: String,
}

fn explain(evidence: &Evidence<'_>, limit: OccupancyLimit, workgroups: u32, subgroups: u32) -> Occupancy {
    let bytes = |bytes: u32| Bytes(f64::from(bytes)).to_string();
    let size = evidence.footprint.workgroup_size;
    let (why, next) = match limit {
        OccupancyLimit::SharedMemory => {
            let all = evidence.machine.residency.shared_bytes.unwrap_or(0);
            let each = evidence.footprint.shared_bytes;
            (
                format!("each takes {} of the unit's {} of workgroup memory", bytes(each), bytes(all)),
                format!("smaller tiles: at {} a workgroup, twice as many fit", bytes(each / 2)),
            )
        }
        OccupancyLimit::Workgroups => (
            format!("workgroups of {size} invocations are small, and a unit has {workgroups} places for workgroups"),
            format!("larger workgroups: {} invocations would fill the places of twice as many subgroups", size * 2),
        ),
        OccupancyLimit::Subgroups | OccupancyLimit::Invocations => {
            let left = evidence.machine.residency.subgroups.unwrap_or(subgroups).saturating_sub(subgroups);
            (
                format!(
                    "workgroups of {size} invocations are so large that no further one fits into the {left} places left"
                ),
                format!("smaller workgroups, such as {} invocations", digits3(f64::from(size) / 2.0)),
            )
        }
        OccupancyLimit::Registers => {
            ("the registers are used up".to_owned(), "fewer values in registers: a smaller register tile".to_owned())
        }
    };
    Occupancy { workgroups, subgroups, why, next }
}
