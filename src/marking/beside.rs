//! An attempt beside the start: by which factor each figure moved, and why.

use super::figure::figure;
use super::judge::{Judgement, Runner, attempt};
use crate::compare::{Idea, Pass, Side, ideas};
use crate::device::Selector;
use crate::harness::{Job, Report, Request, SourceReport, Status};
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Figure, Test};
use crate::sim::Counters;

/// The start on the simulator, and what the attempt changed.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The start's run.
    pub start: Report,
    /// Each figure that a goal asks for.
    pub gains: Vec<Gain>,
    /// The mechanisms by which they differ, as sentences: those that save something, weightiest first.
    pub why: Vec<String>,
    /// The weightiest of those by which the attempt does more of something than the start.
    pub price: Option<String>,
}

/// One figure of the start and of the attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// What it counts: "x the ideal sectors".
    pub unit: &'static str,
    /// The start's.
    pub start: f64,
    /// The attempt's.
    pub yours: f64,
}

/// Mechanisms that are told.
const TOLD: usize = 2;

impl Judgement {
    /// Sets the attempt beside the exercise's start, where it is right: `runner` runs the start as `request` runs the
    /// attempt. Where the start cannot be run there is nothing to set beside it.
    pub fn set_beside_the_start(&mut self, request: &Request, runner: &mut dyn Runner) {
        let right = self.attempt().status == Status::Ok;
        let Some(exercise) = self.definition().filter(|_| right) else { return };
        let request = Request {
            job: Job::attempt_text(&self.lab, &self.exercise, exercise.file().into(), exercise.start.to_owned()),
            device: match &request.device {
                chosen @ Selector::Simulated(_) => chosen.clone(),
                _ => Selector::Simulated(String::new()),
            },
            sources: true,
            ..request.clone()
        };
        if let Ok(start) = runner.run(&request) {
            self.beside = Some(Box::new(beside(self, start)));
        }
    }
}

fn beside(judgement: &Judgement, start: Report) -> Beside {
    let (before, after) = (attempt(&start), judgement.attempt());
    let asked = judgement.definition().into_iter().flat_map(|exercise| exercise.goals);
    let gains = asked.filter_map(|goal| match goal.test {
        Test::AtMost(which, _) | Test::AtLeast(which, _) => {
            Some(Gain { unit: which.unit(), start: figure(which, before)?, yours: figure(which, after)? })
        }
        _ => None,
    });
    let gains = gains.collect();
    let ideas = differences(&start, &judgement.report);
    let spends = |idea: &Idea| {
        let both = before.counters.as_ref().zip(after.counters.as_ref());
        both.is_some_and(|(before, after)| spends_more(&idea.kind, before, after))
    };
    let (price, why): (Vec<Idea>, Vec<Idea>) = ideas.into_iter().partition(spends);
    let launches = fewer_launches(figure(Figure::Dispatches, before), figure(Figure::Dispatches, after));
    let why = launches.into_iter().chain(why.into_iter().map(|idea| idea.sentence)).take(TOLD).collect();
    let price = price.into_iter().next().map(|idea| idea.sentence);
    Beside { why, price, gains, start }
}

/// What is saved where the host dispatches less often: no counter of a kernel shows it.
fn fewer_launches(before: Option<f64>, after: Option<f64>) -> Option<String> {
    let (before, after) = before.zip(after).filter(|(before, after)| after < before)?;
    let (plural, times) = match after {
        1.0 => ("", "once".to_owned()),
        _ => ("es", format!("{after} times")),
    };
    Some(format!(
        "yours needs {after} dispatch{plural} where the start needs {before}: what it costs to start a dispatch and to wait for its \
         end is paid {times}, not {before} times, and the work of what was apart can be under way together"
    ))
}

/// Whether the mechanism of this kind costs the second kernel more than the first.
fn spends_more(kind: &str, before: &Counters, after: &Counters) -> bool {
    let over = |spent: u64, fewest: u64| spent as f64 / fewest.max(1) as f64;
    let sectors = |c: &Counters| over(c.global_sectors, c.global_sectors_ideal);
    let passes = |c: &Counters| over(c.shared_wavefronts.unwrap_or(0), c.shared_wavefronts_ideal.unwrap_or(0));
    match kind {
        "divergence" => after.lane_efficiency < before.lane_efficiency,
        "coalescing" => sectors(after) > sectors(before),
        "bank-conflicts" => passes(after) > passes(before),
        "reuse" => after.global_bytes > before.global_bytes,
        "dram" => after.dram_bytes > before.dram_bytes,
        "register-reuse" => after.shared_requests > before.shared_requests,
        "arithmetic" => after.flop > before.flop,
        "instructions" => after.subgroup_instructions > before.subgroup_instructions,
        "barriers" => after.barriers > before.barriers,
        "atomics" => after.atomic_serializations > before.atomic_serializations,
        "branches" => after.branches > before.branches,
        _ => false,
    }
}

/// The ideas by which the attempt differs from the start.
fn differences(start: &Report, yours: &Report) -> Vec<Idea> {
    let parse = |source: &SourceReport| Kernel::parse(&source.path, &source.text, None, &Overrides::new()).ok();
    let sources = [start, yours].map(|report| report.sources.last());
    let kernels = sources.map(|source| source.and_then(parse));
    let passes = [0, 1].map(|at| {
        let (kernel, source) = (kernels[at].as_ref(), sources[at]);
        kernel.zip(source).map(|(kernel, source)| Pass { kernel, lines: &source.lines })
    });
    let [a, b] = [(0, "the start", start), (1, "yours", yours)].map(|(at, name, report)| Side {
        name,
        passes: passes[at].as_slice(),
        counters: attempt(report).counters.as_ref(),
    });
    ideas(&a, &b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_that_are_saved_are_a_reason_and_as_many_or_more_are_none() {
        let said = |before, after| fewer_launches(Some(before), Some(after)).unwrap_or_default();
        assert!(said(200.0, 1.0).starts_with("yours needs 1 dispatch where the start needs 200: "));
        assert!(said(200.0, 1.0).contains("is paid once, not 200 times"));
        assert!(said(200.0, 4.0).contains("4 dispatches where") && said(200.0, 4.0).contains("is paid 4 times"));
        assert_eq!((said(200.0, 200.0), said(1.0, 2.0)), (String::new(), String::new()));
        assert_eq!(fewer_launches(None, Some(1.0)), None);
    }

    #[test]
    fn what_an_attempt_does_more_of_is_its_price_and_no_reason() {
        let start = Counters { global_bytes: 200, flop: 10, lane_efficiency: 0.9, ..Counters::default() };
        let yours = Counters { global_bytes: 100, flop: 20, lane_efficiency: 0.8, ..Counters::default() };
        let spends = |kind| (spends_more(kind, &start, &yours), spends_more(kind, &yours, &start));
        assert_eq!(spends("reuse"), (false, true));
        assert_eq!((spends("arithmetic"), spends("divergence")), ((true, false), (true, false)));
        assert_eq!(spends("constants"), (false, false));
    }
}
