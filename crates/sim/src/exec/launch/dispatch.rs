//! Runs samples of a launch: one workgroup after the other, or in parallel where that cannot change the result.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use super::interleave::{Round, crowded, interleaved};
#[cfg(feature = "threads")]
use super::parallel::in_parallel;
use super::sample::{Neighbours, Sample};
use crate::cache::{Asked, Caches, OuterLevels, Regions, Reuse, Trace};
use crate::count::Tally;
use crate::exec::context::Context;
use crate::exec::first::FirstRequests;
use crate::exec::options::{Launch, LaunchError, Options, Schedule};
use crate::exec::runner::{self, Runner};
use crate::fault::{Faults, LaunchShadow};
use crate::machine::Target;
use crate::program::Program;
use crate::threads::side_by_side;

/// What a launch is run with.
pub(super) struct Dispatch<'a> {
    pub program: &'a Program,
    /// The same with subgroups that run abreast, where they may.
    pub abreast: Option<&'a Program>,
    pub target: &'a Target,
    pub options: &'a Options,
    pub caches: Option<&'a Caches>,
    pub regions: &'a Regions,
}

impl<'a> Dispatch<'a> {
    /// Threads to run on: one, where the crate is built without `threads`.
    pub fn threads(&self) -> usize {
        #[cfg(feature = "threads")]
        return match self.options.threads {
            0 => rayon::current_num_threads(),
            threads => threads,
        };
        #[cfg(not(feature = "threads"))]
        1
    }

    /// Copies the bindings into memory; `parallel` where workgroups may run at the same time.
    pub fn prepare(
        &self,
        program: &'a Program,
        launch: &Launch<'_>,
        strata: usize,
        parallel: bool,
    ) -> Result<Context<'a>, LaunchError> {
        let mut context = Context::new(program, launch, self.target, self.options, parallel)?;
        context.caches = self.caches.cloned();
        context.strata = strata;
        for (at, buffer) in context.buffers.iter_mut().enumerate() {
            buffer.address = self.regions.base(at);
        }
        Ok(context)
    }

    /// Runs a sample: in parallel, and if workgroups were in each other's way, again in order. Where subgroups run abreast and
    /// anything is found, they run again one by one.
    pub fn run(
        &self,
        launch: &Launch<'_>,
        sample: &Sample,
        sink: impl Fn() -> Option<Sink>,
    ) -> Result<(Context<'a>, Portion), LaunchError> {
        let strata = sample.factors.len();
        for (program, parallel) in self.quick_ways(sample.len) {
            let context = self.prepare(program, launch, strata, parallel)?;
            let part = self.part(&context, sample, parallel, sink());
            if !context.is_broken_off() && part.steps <= self.options.launch_budget {
                return Ok((context, part));
            }
        }
        let context = self.prepare(self.program, launch, strata, false)?;
        let part = match self.options.schedule {
            Schedule::Interleaved if self.program.ordered => interleaved(&context, sample, Round::FIRST),
            Schedule::Crowded if self.program.ordered => crowded(&context, sample),
            _ => self.part(&context, sample, false, sink()),
        };
        Ok((context, part))
    }
}

impl<'a> Dispatch<'a> {
    /// Ways to run so many workgroups that may break off, the quickest first: the program, and whether on several threads.
    pub fn quick_ways(&self, workgroups: u64) -> impl Iterator<Item = (&'a Program, bool)> + use<'a> {
        let parallel = self.threads() > 1 && workgroups > 1 && !self.program.ordered;
        let abreast = self.abreast.map(|program| (program, parallel));
        abreast.into_iter().chain(parallel.then_some((self.program, true)))
    }

    /// What these workgroups ask of the shared caches; nothing where one does not end.
    pub fn traces(&self, launch: &Launch<'_>, numbers: &[u64]) -> Result<Traces, LaunchError> {
        for (program, parallel) in self.quick_ways(numbers.len() as u64).chain([(self.program, false)]) {
            let context = self.prepare(program, launch, 1, parallel)?;
            let traces = traces_of(&context, numbers, parallel);
            if let Some(traces) = traces.filter(|_| !context.is_broken_off()) {
                return Ok(traces);
            }
        }
        Ok(Traces::new())
    }

    /// Runs a sample, on several threads where `parallel`.
    pub fn part(&self, context: &Context<'_>, sample: &Sample, parallel: bool, sink: Option<Sink>) -> Portion {
        #[cfg(feature = "threads")]
        if parallel {
            return in_parallel(context, sample, self.threads(), sink);
        }
        debug_assert!(!parallel || cfg!(feature = "threads"));
        in_order(context, sample, sink)
    }
}

/// What a launch asks of memory is run with: no look for faults and, where that does not depend on what memory holds, nothing of what
/// else is computed.
pub(super) struct Asking {
    options: Options,
    slice: Option<Program>,
    abreast: Option<Program>,
}

impl Asking {
    pub fn of(dispatch: &Dispatch<'_>) -> Self {
        let (options, slice) = (dispatch.unwatched(), dispatch.program.sliced());
        let abreast = slice.as_ref().and_then(|slice| slice.abreast(&options));
        Self { options, slice, abreast }
    }

    /// Whether what is computed is left out.
    pub fn is_slice(&self) -> bool {
        self.slice.is_some()
    }

    pub fn dispatch<'a>(&'a self, whole: &Dispatch<'a>) -> Dispatch<'a> {
        let quiet = Dispatch { options: &self.options, ..*whole };
        match &self.slice {
            Some(slice) => Dispatch { program: slice, abreast: self.abreast.as_ref(), ..quiet },
            None => quiet,
        }
    }
}

/// What workgroups asked of the shared caches, by their numbers.
pub type Traces = BTreeMap<u64, Trace>;

/// Where traces go, in ascending workgroup order.
pub(super) struct Sink {
    pub asked: Asked,
    /// Workgroups far from each other, and what level 1 has of them later.
    pub scattered: Option<[u64; 2]>,
    pub reuse: Reuse,
    /// None where workgroups are too far from each other to tell what the shared levels have.
    pub memory: Option<OuterLevels>,
    /// The traces of these are kept.
    pub neighbours: Option<Neighbours>,
    pub kept: Traces,
}

impl Sink {
    /// For workgroups that are all neighbours.
    pub fn whole(asked: Asked, memory: OuterLevels) -> Self {
        Self {
            asked,
            scattered: None,
            reuse: Reuse::default(),
            memory: Some(memory),
            neighbours: None,
            kept: Traces::new(),
        }
    }

    pub fn take(&mut self, trace: Trace, (workgroup, stratum): (u64, usize)) {
        self.asked.push(&trace, stratum);
        if self.scattered.is_some_and(|scattered| scattered.contains(&workgroup)) {
            self.reuse.push(&trace);
        }
        if let Some(memory) = &mut self.memory {
            memory.push(trace);
        } else if self.neighbours.is_some_and(|kept| kept.all().any(|number| number == workgroup)) {
            self.kept.insert(workgroup, trace);
        }
    }
}

/// What some workgroups counted, by stratum, and found.
pub(super) struct Portion {
    pub tallies: Vec<Tally>,
    pub faults: Faults,
    pub first: FirstRequests,
    pub sink: Option<Sink>,
    /// Passes through loops.
    pub steps: u64,
}

impl Portion {
    pub fn of(runner: Runner<'_>, sink: Option<Sink>) -> Self {
        let steps = runner.budget.before + runner.budget.steps;
        let (tallies, faults, first) = runner.finish();
        Self { tallies, faults, first, sink, steps }
    }

    /// What several runners counted and found together.
    pub fn of_all<'a>(
        mut runners: impl Iterator<Item = Runner<'a>>,
        context: &'a Context<'_>,
        sink: Option<Sink>,
    ) -> Self {
        let mut sum = Self::of(runners.next().unwrap_or_else(|| Runner::new(context)), sink);
        for part in runners.map(|runner| Self::of(runner, None)) {
            for (sum, part) in sum.tallies.iter_mut().zip(&part.tallies) {
                sum.add(part, 1.0);
            }
            sum.steps += part.steps;
            sum.faults.merge(part.faults);
            sum.first.merge(part.first);
        }
        sum
    }
}

/// Runs one workgroup; returns what its first level of the caches passed on, or `None` where it did not end.
pub(super) fn run_one(runner: &mut Runner<'_>, (workgroup, stratum): (u64, usize)) -> Option<Trace> {
    runner.counts.enter_stratum(stratum);
    let finished = runner::run(runner, workgroup);
    let trace = runner.counts.end();
    // Subgroups that run abreast will run again one by one.
    let void = runner.context.program.subgroups_abreast() > 1 && !runner.sanitizer.faults.is_empty();
    (finished && !void).then_some(trace)
}

/// What workgroups ask of the shared caches, by their numbers; `None` where one does not end.
fn traces_of(context: &Context<'_>, numbers: &[u64], parallel: bool) -> Option<Traces> {
    let run = |runner: &mut Runner<'_>, &number: &u64| Some((number, run_one(runner, (number, 0))?));
    if parallel {
        let traces = side_by_side(numbers, |number| run(&mut Runner::new(context), number));
        return traces.into_iter().collect();
    }
    let mut runner = Runner::new(context);
    numbers.iter().map(|number| run(&mut runner, number)).collect()
}

/// Shadows of the buffers, for workgroups that run one after the other.
pub(super) fn launch_shadows(context: &Context<'_>) -> Vec<LaunchShadow> {
    let buffers = context.buffers.iter().zip(&context.program.buffers);
    let units = |memory, writable| if writable { context.units(memory) } else { 0 };
    buffers.map(|(memory, buffer)| LaunchShadow::new(units(memory.bytes, buffer.writable))).collect()
}

/// One workgroup after the other, up to the first that does not end.
pub(super) fn in_order(context: &Context<'_>, sample: &Sample, mut sink: Option<Sink>) -> Portion {
    let mut runner = Runner::new(context);
    if context.options.races {
        runner.sanitizer.launch_shadows = launch_shadows(context);
    }
    for at in 0..sample.len {
        let Some(trace) = run_one(&mut runner, sample.get(at)) else {
            context.stopped.store(true, Relaxed);
            break;
        };
        if let Some(sink) = &mut sink {
            sink.take(trace, sample.get(at));
        }
    }
    Portion::of(runner, sink)
}
