//! An attempt beside the start: by which factor each figure moved, and why.

use super::figure::figure;
use super::judge::{Judgement, Runner, attempt};
use crate::compare::{Idea, Pass, Side, Takes, ideas, limits};
use crate::device::Selector;
use crate::harness::{Job, Report, Request, SourceReport, Status};
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Exercise, Figure, TimedAt};
use crate::units::Seconds;

/// The start on the simulator, and what the attempt changed.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The start's run.
    pub start: Report,
    /// Where the exercise's lesson shows in the time.
    pub timed: TimedAt,
    /// The estimated times of both; `None` where the machine's figures allow no estimate, or times say little at this size.
    pub time: Option<(Seconds, Seconds)>,
    /// What takes these times, in a sentence.
    pub limits: Option<String>,
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
    /// What it counts: "x the fewest sectors for its requests".
    pub unit: &'static str,
    pub start: f64,
    /// The attempt's.
    pub yours: f64,
}

/// From this factor on, a count that grew is reported as the price.
const PRICE: f64 = 1.25;

/// How many mechanisms are reported.
const TOLD: usize = 2;

impl Judgement {
    /// Sets the attempt beside the exercise's start, where it is right: `runner` runs the start as `request` runs the
    /// attempt. Where the start cannot be run, or is wrong, there is nothing to set beside it.
    pub fn set_beside_the_start(&mut self, request: &Request, runner: &mut dyn Runner) {
        let right = self.attempt().status == Status::Ok;
        let Some(exercise) = self.definition().filter(|_| right) else { return };
        let file = request.job.as_attempt().and_then(|attempt| attempt.file.clone());
        let file = file.unwrap_or_else(|| exercise.file().into());
        let request = Request {
            // In the attempt's place: the run of an attempt that is still the start is this one.
            job: Job::attempt_text(&self.lab, &self.exercise, file, exercise.start.to_owned()),
            device: match &request.device {
                chosen @ Selector::Simulated(_) => chosen.clone(),
                _ => Selector::Simulated(String::new()),
            },
            sources: true,
            ..request.clone()
        };
        if let Ok(start) = runner.run(&request)
            && attempt(&start).status == Status::Ok
        {
            self.beside = Some(Box::new(beside(self, exercise, start)));
        }
    }
}

fn beside(judgement: &Judgement, exercise: &Exercise, start: Report) -> Beside {
    let (before, after) = (attempt(&start), judgement.attempt());
    let gains = exercise.goals.iter().filter_map(|goal| {
        let which = goal.test.figure()?;
        Some(Gain { unit: which.unit(), start: figure(which, before)?, yours: figure(which, after)? })
    });
    let gains = gains.collect();
    let ideas = differences(&start, &judgement.report);
    let both = before.counters.as_ref().zip(after.counters.as_ref());
    let spends = |idea: &Idea| both.map_or(1.0, |(before, after)| idea.kind.spends(before, after));
    let (more, why): (Vec<Idea>, Vec<Idea>) = ideas.into_iter().partition(|idea| spends(idea) > 1.0);
    // A tenth more of something is what the idea takes, and no price.
    let price = more.into_iter().filter(|idea| spends(idea) >= PRICE);
    let launches = fewer_launches(figure(Figure::Dispatches, before), figure(Figure::Dispatches, after));
    let why = launches.into_iter().chain(why.into_iter().map(|idea| idea.sentence)).take(TOLD).collect();
    let price = price.map(|idea| idea.sentence).next();
    let timed = exercise.timed;
    let time = before.time.zip(after.time).filter(|_| timed == TimedAt::Judged);
    let limits = limits([("the start", before.cause.as_ref()), ("yours", after.cause.as_ref())]);
    let limits = limits.filter(|_| time.is_some());
    let time = time.map(|(before, after)| (before.median, after.median));
    Beside { why, price, gains, timed, time, limits, start }
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

/// The ideas by which the attempt differs from the start.
fn differences(start: &Report, yours: &Report) -> Vec<Idea> {
    let parse = |source: &SourceReport| Kernel::parse(&source.path, &source.text, None, &Overrides::new()).ok();
    let sources = [start, yours].map(|report| report.sources.last());
    let kernels = sources.map(|source| source.and_then(parse));
    let passes = [0, 1].map(|at| {
        let (kernel, source) = (kernels[at].as_ref(), sources[at]);
        kernel.zip(source).map(|(kernel, source)| Pass { kernel, lines: &source.lines })
    });
    // What an attempt saves does not explain why it takes longer, as one may that is too small to fill a device.
    let times = attempt(start).time.zip(attempt(yours).time);
    let faster = times.is_some_and(|(start, yours)| yours.median.0 < start.median.0);
    let [a, b] = [(0, "the start", start), (1, "yours", yours)].map(|(at, name, report)| Side {
        name,
        passes: passes[at].as_slice(),
        counters: attempt(report).counters.as_ref(),
        // What accounts for most of the time that is saved comes first, whatever the size.
        takes: Takes::of(attempt(report).time, &attempt(report).terms).filter(|_| faster),
    });
    ideas(&a, &b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::IdeaKind;
    use crate::sim::Counters;

    const SPRINGS: &str = include_str!("../../tests/exercises/divergence/exercise/solution.wgsl");
    const REGISTERS: &str = include_str!("../../tests/exercises/tiling/exercise-2/solution.wgsl");

    fn find(lab: &str, exercise: &str) -> (&'static crate::lab::Lab, &'static Exercise) {
        let lab = crate::labs::find(lab).expect("it is there");
        (lab, lab.exercise(exercise).expect("it is there"))
    }

    /// A request for a run of `text` on the simulator, and its report.
    fn counted(lab: &crate::lab::Lab, exercise: &Exercise, text: &str) -> (Request, Report) {
        let job = Job::attempt_text(lab.name, exercise.name, exercise.file().into(), text.to_owned());
        let device = Selector::Simulated(String::new());
        let request = Request { device, quick: true, sources: true, ..Request::new(job) };
        let report = pollster::block_on(crate::harness::work_whole(&request, &crate::host::Native, &mut |_| {}))
            .and_then(crate::harness::Done::lab)
            .expect("it runs");
        (request, report)
    }

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
        let spends = |kind: IdeaKind| (kind.spends(&start, &yours) > 1.0, kind.spends(&yours, &start) > 1.0);
        assert_eq!(spends(IdeaKind::Reuse), (false, true));
        assert_eq!((spends(IdeaKind::Arithmetic), spends(IdeaKind::Divergence)), ((true, false), (true, false)));
        assert_eq!(spends(IdeaKind::Constants), (false, false));
        let start = Counters { requests_a_wait: Some(4.0), occupancy: Some(0.5), ..start };
        let yours = Counters { requests_a_wait: Some(1.0), occupancy: Some(1.0), ..yours };
        assert!(IdeaKind::Waits.spends(&start, &yours) > PRICE, "fewer loads share a latency");
        assert!(IdeaKind::Occupancy.spends(&start, &yours) < 1.0);
    }

    #[test]
    fn a_multiplication_by_one_is_no_price_of_the_springs() {
        let (lab, exercise) = find("divergence", "exercise");
        let ((_, start), (request, yours)) = (counted(lab, exercise, exercise.start), counted(lab, exercise, SPRINGS));
        let all = differences(&start, &yours);
        assert!(
            all.iter().any(|idea| idea.kind == IdeaKind::Arithmetic),
            "each step is multiplied by what is kept: {all:?}"
        );
        let mut reported = |_: &Request| Ok(yours.clone());
        let judgement =
            super::super::judge::judge_by(&request, &crate::host::Native, &mut reported).expect("it is judged");
        let beside = beside(&judgement, exercise, start);
        assert_eq!(beside.price, None);
        assert!(beside.why.iter().all(|why| !why.contains("FLOP")) && !beside.why.is_empty(), "{:?}", beside.why);
    }

    #[test]
    fn an_attempt_that_takes_longer_since_it_fills_no_device_has_its_idea_all_the_same() {
        let (lab, exercise) = find("tiling", "exercise-2");
        let [start, yours] = [exercise.start, REGISTERS].map(|text| counted(lab, exercise, text).1);
        let [before, after] = [&start, &yours].map(|report| attempt(report).time.expect("estimated").median.0);
        assert!(after > before, "{before} and {after} s");
        let first = differences(&start, &yours).remove(0);
        assert_eq!(first.kind, IdeaKind::RegisterReuse, "{first:?}");
    }
}
