//! What differs between a baseline's run and today's beside the kernels.

use super::baseline::StoredRun;
use super::baseline_comparison::Against;
use crate::harness::{Report, Roofs};
use crate::measure::Clock;
use crate::units::si;

/// What differs beside the kernels, and what to do about it.
pub fn changes(before: &StoredRun, now: &Report, against: Against) -> Vec<String> {
    let device = |report: &Report| format!("{} ({})", report.device.name, report.device.sort());
    let version = env!("CARGO_PKG_VERSION");
    let pairs = [
        ("device", device(&before.report), device(now)),
        ("driver", before.report.device.driver.clone(), now.device.driver.clone()),
        ("program", before.version.clone(), version.to_owned()),
        ("way to time", before.report.clock.sampling.clone(), now.clock.sampling.clone()),
    ];
    // How the recorded times were taken does not matter where both are taken anew.
    let pairs = &pairs[..if against == Against::Kernels { 3 } else { 4 }];
    let changed = pairs.iter().filter(|(_, then, now)| !then.is_empty() && then != now);
    let mut notes: Vec<String> =
        changed.map(|(what, then, now)| format!("the {what} was `{then}` and is `{now}`")).collect();
    if against == Against::Recorded {
        notes.extend(roofs(&before.report.roofs, &now.roofs));
    }
    let kept = !before.kernels.is_empty();
    match against {
        Against::Kernels if !notes.is_empty() => notes.push(
            "what changed beside the kernels is not in these figures, for both ran here, today: --recorded compares with \
             the recorded times, in which it is"
                .to_owned(),
        ),
        Against::Recorded if !kept => notes.push(
            "this baseline has no kernels, so today's times are held against its recorded ones, and what a machine does \
             from day to day is in the figures: save it again, so that its kernels run in turns with today's"
                .to_owned(),
        ),
        Against::Recorded if notes.is_empty() => notes.push(
            "device, driver and program are the baseline's: without --recorded, its kernels run in turns with today's, \
             and smaller changes show"
                .to_owned(),
        ),
        _ => {}
    }
    notes
}

/// Measured roofs that lie outside the bounds that the recorded ones gave for another run.
fn roofs(before: &Roofs, now: &Roofs) -> Vec<String> {
    let (compute, memory) = (before.compute.measured.as_ref(), before.memory.measured.as_ref());
    let pairs = [
        ("arithmetic", "FLOP/s", compute.and_then(|roof| roof.another_run), now.measured_compute()),
        ("memory", "B/s", memory.and_then(|roof| roof.another_run), now.measured_memory()),
    ];
    let outside = pairs.iter().filter_map(|(what, unit, bounds, now)| {
        let (bounds, now) = bounds.zip(*now).filter(|(bounds, now)| !(bounds.low..=bounds.high).contains(now))?;
        let [low, high, now] = [bounds.low, bounds.high, now].map(|rate| si(rate, unit));
        Some(format!("the roof of {what} is {now}, which the baseline's run expected between {low} and {high}"))
    });
    outside.collect()
}

/// Why recorded times cannot be held against each other: what differs between processes was not seen in one of the two.
pub fn one_process(before: &Report, now: &Report) -> Option<String> {
    let one = |report: &Report| report.clock.source != Clock::Estimate && report.clock.processes < 2;
    let which = match (one(before), one(now)) {
        (true, _) => "the baseline's run was",
        (false, true) => "this run was",
        (false, false) => return None,
    };
    Some(format!("{which} timed in one process, which shows nothing of what differs between processes"))
}
