//! An attempt beside the start: by which factor each figure moved, and why.

use super::figure::figure;
use super::judge::{Judgement, Runner, attempt};
use crate::compare::{Pass, Side, ideas};
use crate::device::Selector;
use crate::harness::{Job, Report, Request, SourceReport, Status};
use crate::kernel::{Kernel, Overrides};
use crate::lab::Test;

/// The start on the simulator, and what the attempt changed.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The start's run.
    pub start: Report,
    /// Each figure that a goal asks for.
    pub gains: Vec<Gain>,
    /// The mechanisms by which they differ, weightiest first, as sentences.
    pub why: Vec<String>,
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
    let why = why(&start, &judgement.report);
    Beside { gains, why, start }
}

/// The ideas by which the attempt differs from the start.
fn why(start: &Report, yours: &Report) -> Vec<String> {
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
    ideas(&a, &b).into_iter().take(TOLD).map(|idea| idea.sentence).collect()
}
