//! The resource that limits a launch, by the estimate.

use super::cause::IdleUnits;
use super::evidence::Evidence;
use super::next_step::{Step, another_algorithm, next_step};
use super::roof::Roof;
use super::suggestion::suggests_another_algorithm;
use super::what_if::{GAIN, times};
use crate::estimate::{Estimate, Limit, Term};
use crate::si_units::{Seconds, digits3, percent};
use crate::{Finding, FindingKind, Severity};

/// What other findings suggest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Suggested {
    Nothing,
    Something,
    /// To distribute the work differently: whatever else gains now need not gain then.
    AnotherAlgorithm,
}

impl Suggested {
    /// By these findings.
    pub fn by(findings: &[Finding]) -> Self {
        match findings.iter().any(|finding| finding.suggestion.is_some()) {
            _ if findings.iter().any(suggests_another_algorithm) => Self::AnotherAlgorithm,
            true => Self::Something,
            false => Self::Nothing,
        }
    }
}

/// The limiter in a sentence, what comes next, and what to try; or why there is no estimate.
pub(super) fn limiter(evidence: &Evidence<'_>, suggested: Suggested) -> Option<Finding> {
    let Evidence { machine, estimate, .. } = *evidence;
    let mut message = match (estimate.limiter, estimate.time_s) {
        (Some(limit), Some(time)) => {
            let largest = Seconds(estimate.term_s(limit).unwrap_or(time));
            let others = issued(estimate, limit) + &second(estimate, limit).unwrap_or_default();
            let limit_words = limit.describe();
            let how = match estimate.at_least() {
                true => format!("at least {}; of what is known, {limit_words} takes longest", Seconds(time)),
                false => format!("{}, limited by {limit_words}", Seconds(time)),
            };
            let small = launch(estimate).or_else(|| IdleUnits::of(evidence, limit).map(idles)).unwrap_or_default();
            let small = small + if evidence.demand.is_alone() { ALONE } else { "" };
            let near = Roof::of(evidence).filter(|_| !estimate.launch_dominates());
            let near = near.as_ref().map_or(String::new(), |roof| roof.nearness(evidence));
            let next = next(evidence, limit, suggested);
            format!("estimated for {}: {how} ({largest}{others}). {small}{near}{next}", machine.device)
                .trim_end_matches([' ', '.'])
                .to_owned()
        }
        _ if estimate.not_modelled().next().is_none() => return None,
        _ => format!("no estimate for {}: the machine file lacks the figures that this launch needs", machine.device),
    };
    for (what, in_part) in [("Partly modelled", true), ("Not modelled", false)] {
        let missing = estimate.not_modelled().filter(|term| term.time_s.is_some() == in_part);
        let missing: Vec<String> = missing.map(absent).collect();
        if !missing.is_empty() {
            message += &format!(". {what}: {}", missing.join("; "));
        }
    }
    Some(Finding::new(FindingKind::Limiter, Severity::Note, message))
}

/// Why the time is longer than its longest part.
const ALONE: &str = "A unit holds only one workgroup at a time, which waits at barriers: while it waits for memory, nothing else runs. ";

/// That most of the time is the launch itself.
fn launch(estimate: &Estimate) -> Option<String> {
    let launch = estimate.launch_dominates().then_some(estimate.launch_s?)?;
    Some(format!(
        "Most of it is the launch itself ({}): at this size the time says little about the kernel. ",
        Seconds(launch)
    ))
}

/// How long arithmetic takes to issue, where that is longer: hardly anything else is issued then.
fn issued(estimate: &Estimate, first: Limit) -> String {
    let issue = estimate.term_s(Limit::Issue).filter(|issue| Some(*issue) >= estimate.term_s(first));
    let issue = issue.filter(|_| first != Limit::Issue);
    issue.map_or_else(String::new, |issue| format!(", {} to issue all instructions", Seconds(issue)))
}

/// The second largest term, as `, then latency with 156 us`.
fn second(estimate: &Estimate, first: Limit) -> Option<String> {
    let named = |limit: Limit| limit == first || (limit == Limit::Issue && !issued(estimate, first).is_empty());
    let others = estimate.terms.iter().filter(|term| !named(term.limit));
    let timed = others.filter_map(|term| Some((term.limit, term.time_s.filter(|time| *time > 0.0)?)));
    let (limit, time) = timed.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
    Some(format!(", then {} with {}", limit.describe(), Seconds(time)))
}

fn absent(term: &Term) -> String {
    format!("{} (no {})", term.limit.describe(), term.missing.join(", "))
}

/// What that means for the time.
fn idles(idle: IdleUnits) -> String {
    format!(
        "Its {idle}: a larger launch may be limited by something else, and there the other of two kernels may be the faster one. "
    )
}

/// What to do next: what gains by estimate, or, where no other finding has anything to try, to stop.
fn next(evidence: &Evidence<'_>, limit: Limit, others: Suggested) -> String {
    let (estimate, suggested) = (evidence.estimate, others != Suggested::Nothing);
    if estimate.launch_dominates() {
        return if suggested {
            String::new()
        } else {
            format!("{STOP}: only fewer launches, or a larger problem in each, gain")
        };
    }
    let near = Roof::of(evidence).is_some_and(|roof| roof.is_near(evidence));
    let step = match next_step(limit, evidence) {
        Step::Stop(unless) if !near => beside(limit, evidence).unwrap_or(Step::Stop(unless)),
        step => step,
    };
    match step {
        _ if others == Suggested::AnotherAlgorithm => String::new(),
        Step::Try(suggestion, how) if suggested || !near => format!("{}{how}", suggestion.text()),
        _ if suggested => String::new(),
        Step::Try(..) => stop(evidence, limit, ""),
        Step::Stop(unless) => stop(evidence, limit, &unless),
    }
}

/// How the advice on a kernel ends.
const STOP: &str = "Stop here";

/// That nothing is left to do, and why.
fn stop(evidence: &Evidence<'_>, limit: Limit, unless: &str) -> String {
    let (estimate, least) = (evidence.estimate, digits3(times(GAIN)));
    let own = estimate.time_s.unwrap_or(0.0) - estimate.launch_s.unwrap_or(0.0);
    let share = percent(estimate.term_s(limit).unwrap_or(0.0) / own.max(f64::MIN_POSITIVE));
    let known = if estimate.at_least() { ", as far as the machine's figures are known" } else { "" };
    format!(
        "{STOP}: {} takes {share} of the kernel's own time, and the counters show nothing that would make it {least} times as fast or \
         more{known}{unless}. What remains is what this algorithm asks for; only one that {} gains more",
        limit.describe(),
        another_algorithm(limit),
    )
}

/// What to try against the resources that take nearly as long as the one that limits, the longest first.
fn beside(limit: Limit, evidence: &Evidence<'_>) -> Option<Step> {
    let longest = evidence.estimate.term_s(limit)?;
    let terms = evidence.estimate.terms.iter().filter(|term| term.limit != limit);
    let close = terms.filter_map(|term| Some((term.time_s.filter(|time| *time > CLOSE * longest)?, term.limit)));
    let mut close: Vec<(f64, Limit)> = close.collect();
    close.sort_by(|a, b| b.0.total_cmp(&a.0));
    let steps = close.into_iter().map(|(_, limit)| next_step(limit, evidence));
    steps.into_iter().find(|step| matches!(step, Step::Try(..)))
}

/// The share of the longest time from which on what takes as long beside it makes the launch longer.
const CLOSE: f64 = 0.7;
