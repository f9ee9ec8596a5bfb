//! The report's account of the clock: which one timed, and why.

use super::canary;
use super::sessions::that_timed;
use crate::device::{DeviceType, Facts};
use crate::harness::protocol::{Checks, ClockReport, TimingSession};
use crate::host::Host;
use crate::measure::{Clock, Plan, choose_clock};

/// By which clock `sessions` timed as `plan` says.
pub fn clock_report(
    facts: &Facts,
    host: &dyn Host,
    checks: Checks,
    plan: &Plan,
    sessions: &[TimingSession],
) -> ClockReport {
    if facts.kind == DeviceType::Simulated {
        return ClockReport {
            source: Clock::Estimate,
            resolution_s: None,
            detail: "times are estimated from counters by a model of the machine; nothing was measured".to_owned(),
            sampling: "none: a simulated run does not vary".to_owned(),
            checks,
            processes: 0,
            canaries: Vec::new(),
        };
    }
    let batches = sessions.iter().flat_map(TimingSession::batches);
    let (source, detail) = choose_clock(&batches.collect::<Vec<_>>());
    ClockReport {
        source,
        resolution_s: match source {
            Clock::GpuTimestamps => facts.timestamp_period_s,
            Clock::Wall => Some(host.step().as_secs_f64()),
            Clock::Estimate => None,
        },
        detail,
        sampling: plan.describe(),
        checks,
        processes: that_timed(sessions),
        canaries: canary::reports(sessions),
    }
}
