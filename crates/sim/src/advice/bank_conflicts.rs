//! Requests to workgroup memory that meet in one bank.

use super::evidence::Evidence;
use super::gain::Gone;
use super::lines::{is_untypical, subject, untypical, wasteful, worst};
use super::padding::spread;
use super::suggestion::{Observation, suggest};
use crate::estimate::Limit;
use crate::si_units::percent;
use crate::{Finding, FindingKind, LineCounters, Severity};

/// Lines whose requests to workgroup memory meet in one bank.
pub(super) fn bank_conflicts(evidence: &Evidence<'_>) -> Vec<Finding> {
    let shared = &evidence.machine.shared;
    let (Some(banks), Some(bytes)) = (shared.banks, shared.bank_bytes) else {
        return Vec::new();
    };
    let counters = evidence.counters;
    let Some(all) = counters.shared_wavefronts else {
        return Vec::new();
    };
    let wavefronts = |line: &LineCounters| {
        let (spent, ideal) = (line.shared_wavefronts, line.shared_wavefronts_ideal);
        (spent.unwrap_or(0), ideal.unwrap_or(0))
    };
    // Conflicts of a few words at the end of a kernel do not matter.
    let excess = all.saturating_sub(counters.shared_wavefronts_ideal.unwrap_or(0));
    let little = evidence.saves_little(excess_wavefronts(evidence, excess));
    let named = if little { Vec::new() } else { wasteful(evidence, all, wavefronts) };
    named
        .into_iter()
        .filter_map(|line| {
            let worst = worst(evidence, line, |request| request.wavefronts());
            let average = <[u64; 2]>::from(wavefronts(line))
                .map(|wavefronts| wavefronts as f64 / line.shared_requests.max(1) as f64);
            let what = subject(worst.as_ref(), average, "passes", " over the banks", "takes");
            if is_untypical(evidence, line, worst.is_some()) {
                return Some(untypical(FindingKind::BankConflict, line, &what));
            }
            let (why, next) = spread(evidence, worst.map(|(request, ..)| request))?;
            let figures = format!(
                ": workgroup memory has {banks} banks of {bytes} bytes, and in each pass a bank serves one word, to any number of \
                 lanes ({} of the launch's passes)",
                percent(wavefronts(line).0 as f64 / all.max(1) as f64),
            );
            let observation = Observation::because(&what, &why, &figures);
            Some(suggest(FindingKind::BankConflict, Severity::Warning, line.line, observation, next))
        })
        .collect()
}

/// Whether conflicts take more of the time than such a share.
pub(super) fn outweigh(evidence: &Evidence<'_>, share: f64) -> bool {
    let counters = evidence.counters;
    let excess = counters.shared_wavefronts.unwrap_or(0).saturating_sub(counters.shared_wavefronts_ideal.unwrap_or(0));
    evidence.estimate.saved(evidence.demand, excess_wavefronts(evidence, excess)).is_some_and(|saved| saved > share)
}

/// What so many passes over the banks cost.
pub(super) fn excess_wavefronts<'a>(evidence: &'a Evidence<'_>, excess: u64) -> Gone<'a> {
    let excess = excess as f64 / evidence.counters.shared_wavefronts.unwrap_or(0).max(1) as f64;
    Box::new(move |limit| match limit {
        Limit::SharedMemory => excess,
        Limit::Latency => evidence.turns(),
        _ => 0.0,
    })
}
