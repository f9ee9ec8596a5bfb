//! Runs the workgroups of a launch.

use super::buffers::LaunchShadows;
use super::context::Context;
use super::first::FirstRequests;
use super::follow::STRETCH;
use super::options::{Launch, LaunchError, Options, Outcome, Sampling};
use super::sample::{Sample, all_of};
use super::worker::Worker;
use crate::cache::{Asked, Caches, Passed, Regions, SharedLevels, Trace, Traffic};
use crate::config::Config;
use crate::count::{Counters, Tally, by_line};
use crate::fault::{Faults, LaunchShadow};
use crate::program::Program;
use rayon::prelude::*;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// Workgroups that are handed out together.
const WINDOW: u64 = 4096;

/// The same where their cache traces wait for each other, of 2 MiB each at most.
const TRACED_WINDOW: u64 = 256;

/// Pieces of a window for each thread: at its end, threads wait for less than one.
const PIECES: u64 = 16;

/// What the workgroups of a launch counted, found and asked of the caches.
pub(super) struct Counted {
    pub outcome: Outcome,
    pub tally: Tally,
    pub traffic: Option<Traffic>,
}

/// Runs a program and counts, for a machine of which no more is known than `config`.
///
/// The result does not depend on the number of threads: workgroups run in parallel only where the kernel's atomics
/// do not depend on their order, and where two of them turn out to touch the same memory, the launch is run again in
/// order. A launch that runs into the step budget ends there, with a finding.
pub fn run(
    program: &Program,
    launch: Launch<'_>,
    config: &Config,
    options: &Options,
) -> Result<Outcome, LaunchError> {
    Ok(count(program, launch, config, options, None)?.outcome)
}

/// Runs a program; with caches where there are some.
pub(super) fn count(
    program: &Program,
    launch: Launch<'_>,
    config: &Config,
    options: &Options,
    caches: Option<&Caches>,
) -> Result<Counted, LaunchError> {
    let total = all_of(launch.workgroups);
    let regions = Regions::new(program.buffers.iter().map(|buffer| {
        let bound = launch.bindings.get(&(buffer.group, buffer.binding));
        bound.map_or(0, |bytes| bytes.len() as u64)
    }));
    let dispatch = Dispatch {
        program,
        config,
        options,
        caches,
        regions: &regions,
    };
    let sample = dispatch.sample(&launch)?;
    let sampled = sample.len < total;
    let sink = || {
        let caches = caches?;
        Some(Sink {
            asked: caches.asked(&regions, &sample.factors, sampled),
            memory: (!sampled).then(|| caches.memory()),
        })
    };
    let (context, mut part) = dispatch.run(&launch, &sample, sink)?;
    let sink = part.sink.take();
    let traffic = match (caches, sink) {
        (Some(caches), Some(mut sink)) => {
            let passed = match &mut sink.memory {
                Some(memory) => {
                    memory.flush();
                    Passed::All(memory.flow())
                }
                None => {
                    let most = dispatch.afforded(&part.tallies, &sample, total, STRETCH);
                    dispatch.follow(&launch, &sample, most)?
                }
            };
            Some(caches.traffic(&sink.asked, passed))
        }
        _ => None,
    };
    for (buffer, memory) in program.buffers.iter().zip(&context.buffers) {
        if let Some(bytes) = launch.bindings.get_mut(&(buffer.group, buffer.binding)) {
            memory.copy_to(bytes);
        }
    }
    Ok(Counted {
        traffic,
        ..part.counted(&context, &sample, total)
    })
}

/// What a launch is run with.
pub(super) struct Dispatch<'a> {
    pub program: &'a Program,
    pub config: &'a Config,
    pub options: &'a Options,
    pub caches: Option<&'a Caches>,
    pub regions: &'a Regions,
}

impl<'a> Dispatch<'a> {
    /// Which workgroups to run.
    fn sample(&self, launch: &Launch<'_>) -> Result<Sample, LaunchError> {
        let most = match self.options.sampling {
            Sampling::Full => None,
            Sampling::Sampled { max_workgroups } => Some(max_workgroups.max(1)),
            Sampling::Bounded { instructions } => self.affordable(launch, instructions)?,
        };
        Ok(match most {
            Some(most) => Sample::stratified(launch.workgroups, most),
            None => Sample::full(all_of(launch.workgroups)),
        })
    }

    /// Threads to run on.
    pub fn threads(&self) -> usize {
        match self.options.threads {
            0 => rayon::current_num_threads(),
            threads => threads,
        }
    }

    /// Copies the bindings into memory; `parallel` where workgroups may run at the same time.
    pub fn prepare(
        &self,
        launch: &Launch<'_>,
        strata: usize,
        parallel: bool,
    ) -> Result<Context<'a>, LaunchError> {
        let mut context = Context::new(self.program, launch, self.config, self.options, parallel)?;
        context.caches = self.caches.cloned();
        context.strata = strata;
        for (at, buffer) in context.buffers.iter_mut().enumerate() {
            buffer.address = self.regions.base(at);
        }
        Ok(context)
    }

    /// Runs a sample: in parallel, and if workgroups were in each other's way, again in order.
    pub fn run(
        &self,
        launch: &Launch<'_>,
        sample: &Sample,
        sink: impl Fn() -> Option<Sink>,
    ) -> Result<(Context<'a>, Part), LaunchError> {
        let strata = sample.factors.len();
        let threads = self.threads();
        if threads > 1 && sample.len > 1 && !self.program.ordered {
            let context = self.prepare(launch, strata, true)?;
            let part = in_parallel(&context, sample, threads, sink());
            if !context.is_broken_off() && part.steps <= self.options.launch_budget {
                return Ok((context, part));
            }
        }
        let context = self.prepare(launch, strata, false)?;
        let part = in_order(&context, sample, sink());
        Ok((context, part))
    }
}

/// Where traces go, in ascending workgroup order.
pub(super) struct Sink {
    pub asked: Asked,
    /// None where workgroups are too far from each other to tell what the shared levels have.
    pub memory: Option<SharedLevels>,
}

impl Sink {
    fn take(&mut self, trace: Trace, stratum: usize) {
        self.asked.push(&trace, stratum);
        if let Some(memory) = &mut self.memory {
            memory.push(trace);
        }
    }
}

/// What some workgroups counted, by stratum, and found.
pub(super) struct Part {
    pub tallies: Vec<Tally>,
    faults: Faults,
    first: FirstRequests,
    pub sink: Option<Sink>,
    /// Passes through loops.
    steps: u64,
}

impl Part {
    fn of(worker: Worker<'_>, sink: Option<Sink>) -> Self {
        let steps = worker.before + worker.steps;
        let (tallies, faults, first) = worker.finish();
        Self {
            tallies,
            faults,
            first,
            sink,
            steps,
        }
    }

    /// Adds up the strata, each for what it stands for.
    fn counted(self, context: &Context<'_>, sample: &Sample, total: u64) -> Counted {
        let program = context.program;
        let mut tally = Tally::new(program.sites.len(), program.segments.len());
        for (part, &factor) in self.tallies.into_iter().zip(&sample.factors) {
            tally.add(&part, factor);
        }
        let lines = by_line(program, &tally);
        let counters = Counters {
            sampled_workgroups: sample.len,
            workgroups: total,
            ..Counters::of_lines(&lines, program.width)
        };
        let findings = self.faults.findings();
        Counted {
            outcome: Outcome {
                counters,
                lines,
                findings,
                first_requests: self.first.describe(context),
            },
            tally,
            traffic: None,
        }
    }
}

/// Runs one workgroup; returns what its first level of the caches passed on, or `None` where it did not end.
fn run_one(worker: &mut Worker<'_>, (workgroup, stratum): (u64, usize)) -> Option<Trace> {
    worker.counts.enter_stratum(stratum);
    let finished = worker.run(workgroup);
    let trace = worker.counts.end();
    finished.then_some(trace)
}

/// One workgroup after the other, up to the first that does not end.
pub(super) fn in_order(context: &Context<'_>, sample: &Sample, mut sink: Option<Sink>) -> Part {
    let mut worker = Worker::new(context);
    if context.options.races {
        let shadows = context.buffers.iter().zip(&context.program.buffers);
        let shadows = shadows.map(|(memory, buffer)| {
            LaunchShadow::new(if buffer.writable {
                context.units(memory.bytes)
            } else {
                0
            })
        });
        worker.launch_shadows = LaunchShadows(shadows.collect());
    }
    for at in 0..sample.len {
        let Some(trace) = run_one(&mut worker, sample.get(at)) else {
            context.stopped.store(true, Relaxed);
            break;
        };
        if let Some(sink) = &mut sink {
            sink.take(trace, sample.get(at).1);
        }
    }
    Part::of(worker, sink)
}

/// Workgroups on several threads; their traces reach the second level of the caches in order.
pub(super) fn in_parallel(
    context: &Context<'_>,
    sample: &Sample,
    threads: usize,
    mut sink: Option<Sink>,
) -> Part {
    let idle: Mutex<Vec<Worker<'_>>> = Mutex::new(Vec::new());
    let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    let window = match sink {
        // Small enough that the last one, which nothing runs beside, is a small part.
        Some(_) => (sample.len / 16).clamp(threads as u64 * 8, TRACED_WINDOW),
        None => WINDOW,
    };
    let run_window = |start: u64| -> Vec<Vec<Trace>> {
        let end = (start + window).min(sample.len);
        let piece = (end - start).div_ceil(threads as u64 * PIECES);
        (0..(end - start).div_ceil(piece))
            .into_par_iter()
            .map(|at| {
                let known = lock().pop();
                let mut worker = known.unwrap_or_else(|| Worker::new(context));
                let first = start + at * piece;
                let places = first..(first + piece).min(end);
                let traces = run_piece(context, &mut worker, sample, places);
                lock().push(worker);
                traces
            })
            .collect()
    };
    let mut work = || {
        // While a window runs, the traces of the one before it go to the second level.
        let mut waiting: (u64, Vec<Vec<Trace>>) = (0, Vec::new());
        for start in (0..sample.len).step_by(window as usize) {
            let before = std::mem::take(&mut waiting);
            let traces = rayon::join(|| run_window(start), || send(&mut sink, sample, before)).0;
            waiting = (start, traces);
        }
        send(&mut sink, sample, waiting);
    };
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(&mut work),
        Err(_) => work(),
    }
    let workers = idle.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut parts = workers.into_iter().map(|worker| Part::of(worker, None));
    let mut sum = parts
        .next()
        .unwrap_or_else(|| Part::of(Worker::new(context), None));
    for part in parts {
        for (sum, part) in sum.tallies.iter_mut().zip(&part.tallies) {
            sum.add(part, 1.0);
        }
        sum.steps += part.steps;
        sum.faults.merge(part.faults);
        sum.first.merge(part.first);
    }
    Part { sink, ..sum }
}

/// Sends the traces of a window, by its first place, in order.
fn send(sink: &mut Option<Sink>, sample: &Sample, (start, traces): (u64, Vec<Vec<Trace>>)) {
    if let Some(sink) = sink {
        for (at, trace) in traces.into_iter().flatten().enumerate() {
            sink.take(trace, sample.get(start + at as u64).1);
        }
    }
}

fn run_piece(
    context: &Context<'_>,
    worker: &mut Worker<'_>,
    sample: &Sample,
    places: std::ops::Range<u64>,
) -> Vec<Trace> {
    let mut traces = Vec::new();
    for at in places {
        if context.is_broken_off() {
            break;
        }
        match run_one(worker, sample.get(at)) {
            Some(trace) if context.caches.is_some() => traces.push(trace),
            Some(_) => {}
            None => context.stopped.store(true, Relaxed),
        }
    }
    traces
}
