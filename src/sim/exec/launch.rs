//! Runs all workgroups of a launch.

use super::buffers::LaunchShadows;
use super::context::Context;
use super::options::{Launch, LaunchError, Options, Outcome, Sampling};
use super::worker::Worker;
use crate::sim::config::Config;
use crate::sim::count::{Counters, Tally, by_line};
use crate::sim::fault::{Faults, LaunchShadow};
use crate::sim::program::Program;
use rayon::prelude::*;
use std::sync::atomic::Ordering::Relaxed;

/// What some workgroups counted and found.
struct Part {
    tally: Tally,
    faults: Faults,
}

/// Runs a program.
///
/// The result does not depend on the number of threads: workgroups run in parallel only where the kernel's atomics
/// do not depend on their order, and where two of them turn out to touch the same memory, the launch is run again in
/// order. A launch that runs into the step budget ends with a finding.
pub fn run(
    program: &Program,
    launch: Launch<'_>,
    config: &Config,
    options: &Options,
) -> Result<Outcome, LaunchError> {
    let total: u64 = launch.workgroups.iter().map(|&n| u64::from(n)).product();
    let threads = if options.threads == 0 {
        rayon::current_num_threads()
    } else {
        options.threads
    };
    let chosen: Vec<u64> = match options.sampling {
        Sampling::Full | Sampling::Sampled { .. } => (0..total).collect(),
    };
    let parallel = threads > 1 && chosen.len() > 1 && !program.ordered;
    let mut context = Context::new(program, &launch, config, options, parallel)?;
    let mut part = None;
    if parallel {
        let attempt = in_parallel(&context, &chosen, threads);
        if context.conflict.load(Relaxed) || context.stopped.load(Relaxed) {
            context = Context::new(program, &launch, config, options, false)?;
        } else {
            part = Some(attempt);
        }
    }
    let part = match part {
        Some(part) => part,
        None => in_order(&context, &chosen),
    };
    for (buffer, memory) in program.buffers.iter().zip(&context.buffers) {
        if let Some(bytes) = launch.bindings.get_mut(&(buffer.group, buffer.binding)) {
            memory.copy_to(bytes);
        }
    }
    let lines = by_line(program, &part.tally);
    let counters = Counters {
        sampled_workgroups: chosen.len() as u64,
        workgroups: total,
        ..Counters::of_lines(&lines, program.width)
    };
    Ok(Outcome {
        counters,
        lines,
        findings: part.faults.findings(),
    })
}

/// One workgroup after the other, up to the first that does not end.
fn in_order(context: &Context<'_>, chosen: &[u64]) -> Part {
    let mut worker = Worker::new(context);
    if context.options.races {
        let shadows =
            context
                .buffers
                .iter()
                .zip(&context.program.buffers)
                .map(|(memory, buffer)| {
                    LaunchShadow::new(if buffer.writable {
                        context.units(memory.bytes)
                    } else {
                        0
                    })
                });
        worker.launch_shadows = LaunchShadows(shadows.collect());
    }
    for &workgroup in chosen {
        if !worker.run(workgroup) {
            break;
        }
    }
    Part {
        tally: worker.tally,
        faults: worker.faults,
    }
}

fn in_parallel(context: &Context<'_>, chosen: &[u64], threads: usize) -> Part {
    let work = || {
        chosen
            .par_iter()
            .with_min_len(chosen.len().div_ceil(threads * 8))
            .fold(
                || Worker::new(context),
                |mut worker, &workgroup| {
                    let hopeless = context.conflict.load(Relaxed) || context.stopped.load(Relaxed);
                    if !hopeless && !worker.run(workgroup) {
                        context.stopped.store(true, Relaxed);
                    }
                    worker
                },
            )
            .map(|worker| Part {
                tally: worker.tally,
                faults: worker.faults,
            })
            .reduce_with(|mut a, mut b| {
                a.tally.add(&mut b.tally, 1.0);
                a.faults.merge(b.faults);
                a
            })
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let part = match pool {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    };
    part.unwrap_or_else(|| Part {
        tally: Tally::new(context.program.sites.len(), context.program.segments.len()),
        faults: Faults::default(),
    })
}
