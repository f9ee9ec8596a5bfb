//! Runs the workgroups of a launch.

use super::buffers::LaunchShadows;
use super::context::Context;
use super::first::FirstRequests;
use super::options::{Launch, LaunchError, Options, Outcome, Sampling};
use super::sample::{Sample, all_of};
use super::worker::Worker;
use crate::sim::cache::{Caches, Memory, Regions, Trace};
use crate::sim::config::Config;
use crate::sim::count::{Counters, Tally, by_line};
use crate::sim::fault::{Faults, LaunchShadow};
use crate::sim::program::Program;
use rayon::prelude::*;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// Workgroups that are handed out together.
const WINDOW: u64 = 4096;

/// The same where their cache traces wait for each other, of 2 MiB each at most.
const TRACED_WINDOW: u64 = 256;

/// Pieces of a window for each thread: at its end, threads wait for less than one.
const PIECES: u64 = 16;

/// What the workgroups of a launch counted, found and sent to the second level of the caches.
pub(super) struct Counted {
    pub outcome: Outcome,
    pub tally: Tally,
    pub memory: Option<Memory>,
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
    let sample = match options.sampling {
        Sampling::Full => Sample::full(total),
        Sampling::Sampled { max_workgroups } => {
            Sample::stratified(launch.workgroups, max_workgroups.max(1))
        }
    };
    let threads = match options.threads {
        0 => rayon::current_num_threads(),
        threads => threads,
    };
    let regions = Regions::new(program.buffers.iter().map(|buffer| {
        let bound = launch.bindings.get(&(buffer.group, buffer.binding));
        bound.map_or(0, |bytes| bytes.len() as u64)
    }));
    let prepare = |parallel| {
        let mut context = Context::new(program, &launch, config, options, parallel)?;
        context.caches = caches.cloned();
        context.strata = sample.factors.len();
        for (at, buffer) in context.buffers.iter_mut().enumerate() {
            buffer.address = regions.base(at);
        }
        Ok(context)
    };
    let memory = || caches.map(|caches| caches.memory(&regions));
    let parallel = threads > 1 && sample.len > 1 && !program.ordered;
    let mut context = prepare(parallel)?;
    let mut part = None;
    if parallel {
        let attempt = in_parallel(&context, &sample, threads, memory());
        let spent = attempt.steps > options.launch_budget;
        if spent || context.conflict.load(Relaxed) || context.stopped.load(Relaxed) {
            context = prepare(false)?;
        } else {
            part = Some(attempt);
        }
    }
    let part = match part {
        Some(part) => part,
        None => in_order(&context, &sample, memory()),
    };
    for (buffer, memory) in program.buffers.iter().zip(&context.buffers) {
        if let Some(bytes) = launch.bindings.get_mut(&(buffer.group, buffer.binding)) {
            memory.copy_to(bytes);
        }
    }
    Ok(part.counted(&context, &sample, total))
}

/// What some workgroups counted, by stratum, and found.
struct Part {
    tallies: Vec<Tally>,
    faults: Faults,
    first: FirstRequests,
    memory: Option<Memory>,
    /// Passes through loops.
    steps: u64,
}

impl Part {
    fn of(worker: Worker<'_>, memory: Option<Memory>) -> Self {
        let steps = worker.before + worker.steps;
        let (tallies, faults, first) = worker.finish();
        Self {
            tallies,
            faults,
            first,
            memory,
            steps,
        }
    }

    /// Adds up the strata, each for what it stands for.
    fn counted(self, context: &Context<'_>, sample: &Sample, total: u64) -> Counted {
        let program = context.program;
        let mut tally = Tally::new(program.sites.len(), program.segments.len());
        for (mut part, &factor) in self.tallies.into_iter().zip(&sample.factors) {
            tally.add(&mut part, factor);
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
            memory: self.memory,
        }
    }
}

/// Runs one workgroup; returns what its first level of the caches passed on, or `None` where it did not end.
fn run_one(worker: &mut Worker<'_>, (workgroup, stratum): (u64, usize)) -> Option<Trace> {
    worker.enter_stratum(stratum);
    let finished = worker.run(workgroup);
    let trace = worker.level1.as_mut().map(|level1| level1.finish());
    finished.then(|| trace.unwrap_or_default())
}

/// One workgroup after the other, up to the first that does not end.
fn in_order(context: &Context<'_>, sample: &Sample, mut memory: Option<Memory>) -> Part {
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
            break;
        };
        if let Some(memory) = &mut memory {
            memory.push(trace);
        }
    }
    Part::of(worker, memory)
}

/// Workgroups on several threads; their traces reach the second level of the caches in order.
fn in_parallel(
    context: &Context<'_>,
    sample: &Sample,
    threads: usize,
    mut memory: Option<Memory>,
) -> Part {
    let idle: Mutex<Vec<Worker<'_>>> = Mutex::new(Vec::new());
    let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    let window = match memory {
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
        let mut waiting: Vec<Vec<Trace>> = Vec::new();
        for start in (0..sample.len).step_by(window as usize) {
            let before = std::mem::take(&mut waiting);
            waiting = rayon::join(|| run_window(start), || send(&mut memory, before)).0;
        }
        send(&mut memory, waiting);
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
        for (sum, mut part) in sum.tallies.iter_mut().zip(part.tallies) {
            sum.take(&mut part);
        }
        sum.steps += part.steps;
        sum.faults.merge(part.faults);
        sum.first.merge(part.first);
    }
    Part { memory, ..sum }
}

/// Sends traces to the second level of the caches, in order.
fn send(memory: &mut Option<Memory>, traces: Vec<Vec<Trace>>) {
    if let Some(memory) = memory {
        let traces = traces.into_iter().flatten();
        traces.for_each(|trace| memory.push(trace));
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
        if context.conflict.load(Relaxed) || context.stopped.load(Relaxed) {
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
