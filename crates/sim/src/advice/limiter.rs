//! What the estimate says limits a launch.

use super::evidence::Evidence;
use super::suggestion::Suggestion;
use crate::estimate::{Estimate, Limit, Term};
use crate::units::{Seconds, percent};
use crate::{Finding, FindingKind, Severity};

/// The limiter in a sentence, what comes next, and what to try; or why there is no estimate.
pub(super) fn limiter(evidence: &Evidence<'_>) -> Option<Finding> {
    let Evidence { machine, occupancy, estimate, .. } = *evidence;
    let mut message = match (estimate.limiter, estimate.time_s) {
        (Some(limit), Some(time)) => {
            let largest = Seconds(estimate.term_s(limit).unwrap_or(time));
            let others = next(estimate, limit).unwrap_or_default();
            let limit_words = limit.describe();
            let how = match estimate.at_least() {
                true => format!("at least {}; of what is known, {limit_words} takes longest", Seconds(time)),
                false => format!("{}, limited by {limit_words}", Seconds(time)),
            };
            let launch = launch(estimate).unwrap_or_default();
            let (next, more) = try_next(limit);
            format!("estimated for {}: {how} ({largest}{others}). {launch}{}{more}", machine.device, next.text())
        }
        _ if estimate.not_modelled().next().is_none() => return None,
        _ => format!("no estimate for {}: the machine has no figures for what this launch asks of it", machine.device),
    };
    if let (Some(Limit::Latency), Some(occupancy)) = (estimate.limiter, occupancy) {
        let fraction = occupancy.fraction.map_or("unknown".to_owned(), percent);
        message += &format!("; the occupancy is {fraction}, limited by {}", occupancy.limit);
    }
    let missing: Vec<String> = estimate.not_modelled().map(absent).collect();
    if !missing.is_empty() {
        message += &format!(". Not modelled: {}", missing.join("; "));
    }
    Some(Finding { kind: FindingKind::Limiter, message, line: None, severity: Severity::Note })
}

/// That most of the time is the launch itself.
fn launch(estimate: &Estimate) -> Option<String> {
    let launch = estimate.launch_rules().then_some(estimate.launch_s?)?;
    Some(format!(
        "Most of it is the launch itself ({}): at this size the time says little about the kernel. ",
        Seconds(launch)
    ))
}

/// The second largest term, as `, then latency with 156 us`.
fn next(estimate: &Estimate, first: Limit) -> Option<String> {
    let others = estimate.terms.iter().filter(|term| term.limit != first);
    let timed = others.filter_map(|term| Some((term.limit, term.time_s.filter(|time| *time > 0.0)?)));
    let (limit, time) = timed.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
    Some(format!(", then {} with {}", limit.describe(), Seconds(time)))
}

fn absent(term: &Term) -> String {
    format!("{} (no {})", term.limit.describe(), term.missing.join(", "))
}

/// What takes the time, in a few words that stand alone: `DRAM bandwidth limits it`; `None` where nothing is known.
pub fn cause(evidence: &Evidence<'_>) -> Option<String> {
    let estimate = evidence.estimate;
    let limit = estimate.limiter?;
    if estimate.launch_rules() {
        return Some("most of its time is the launch, which says little about the kernel".to_owned());
    }
    let units = u64::from(evidence.machine.unit.count.unwrap_or(0));
    let workgroups = evidence.demand.workgroups;
    if workgroups < units && !matches!(limit, Limit::Level2 | Limit::LastLevel | Limit::Dram | Limit::Atomics) {
        return Some(format!("its {workgroups} workgroups leave {} of {units} units idle", units - workgroups));
    }
    Some(match estimate.at_least() {
        true => format!("of what the machine's file knows, {} takes longest", limit.describe()),
        false => format!("{} limits it", limit.describe()),
    })
}

/// What to try against a limit, and how.
fn try_next(limit: Limit) -> (Suggestion, &'static str) {
    match limit {
        Limit::Issue => (
            Suggestion::FewerInstructions,
            ": hoist what does not change out of loops, let lanes of a subgroup go the same way, load vectors instead of \
             scalars, give each invocation more than one result",
        ),
        Limit::Registers => (
            Suggestion::ShareOperands,
            ": a multiply-add of two registers and itself, or of a constant, reads fewer than one of three",
        ),
        Limit::F32 | Limit::F16 => {
            (Suggestion::FewerFlop, ": fewer FLOP, a cheaper precision, or `fma` in place of separate operations")
        }
        Limit::SpecialFunctions => {
            (Suggestion::FewerSpecial, ": hoist them, or replace them by polynomials within the tolerance")
        }
        Limit::Level1 => (
            Suggestion::DenserRequests,
            ": coalesce them, load vec4, keep what is reused in registers or workgroup memory",
        ),
        Limit::SharedMemory => (
            Suggestion::FewerSharedReads,
            ": compute a tile of results in registers, load vec4, and avoid bank conflicts",
        ),
        Limit::Level2 => (Suggestion::ReuseInUnit, ": tile in workgroup memory or registers, and coalesce"),
        Limit::LastLevel | Limit::Dram => (
            Suggestion::FewerBytes,
            ": use whole sectors, read each input once (tile, fuse neighbouring passes), store smaller types",
        ),
        Limit::Atomics => (Suggestion::FewerAtomics, ""),
        Limit::Latency => (
            Suggestion::MoreInFlight,
            ": more workgroups, more independent loads in each invocation, less workgroup memory for each workgroup",
        ),
    }
}
