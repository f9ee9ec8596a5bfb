//! Runs a launch and counts: [`dispatch`] has the workgroups of a [`sample`] run in order, in [`parallel`] or in turns ([`interleave`]), [`follow`]
//! finds what passes the shared caches of a launch that is not run whole, also where it has to [`unfold`] it first, [`orders`] what shows in another order only.

mod dispatch;
mod follow;
mod interleave;
mod orders;
#[cfg(feature = "threads")]
mod parallel;
mod sample;
mod unfold;

use super::context::{Context, Words};
use super::options::{Launch, LaunchError, Options, Outcome};
use crate::cache::{Caches, Passed, Regions, Reuse, Traffic};
use crate::count::{Counters, Tally, by_line};
use crate::fault::Faults;
use crate::finding::{FindingKind, Severity};
use crate::machine::Target;
use crate::program::Program;
use dispatch::{Dispatch, Portion, Sink};
use sample::{Sample, all_of};

/// What the workgroups of a launch counted, found and asked of the caches.
pub struct Counted {
    pub outcome: Outcome,
    pub tally: Tally,
    pub traffic: Option<Traffic>,
}

/// Runs a program and counts, for a machine of which no more is known than `target`.
///
/// The result does not depend on the number of threads: workgroups run in parallel only where the kernel's atomics
/// do not depend on their order, and where two of them turn out to touch the same memory, the launch is run again in
/// order. A launch that runs into the step budget ends there, with a finding.
pub fn run(program: &Program, launch: Launch<'_>, target: &Target, options: &Options) -> Result<Outcome, LaunchError> {
    Ok(count(program, launch, target, options, None)?.outcome)
}

/// Runs a program; with caches where there are some.
pub fn count(
    program: &Program,
    launch: Launch<'_>,
    target: &Target,
    options: &Options,
    caches: Option<&Caches>,
) -> Result<Counted, LaunchError> {
    let total = all_of(launch.workgroups);
    let unwatched;
    let (options, caches) = if options.wants_outputs_only() {
        unwatched = Options { races: false, uninitialized: false, first_requests: false, ..options.clone() };
        (&unwatched, None)
    } else {
        (options, caches)
    };
    let regions = Regions::new(program.buffers.iter().map(|buffer| {
        let place = (buffer.group, buffer.binding);
        let held = || launch.bindings.get(&place).map(|bytes| bytes.len() as u64);
        options.paged.get(&place).map(|paged| paged.bytes()).or_else(held).unwrap_or(0)
    }));
    let abreast = program.abreast(options);
    let dispatch = Dispatch { program, abreast: abreast.as_ref(), target, options, caches, regions: &regions };
    let (sample, kept) = dispatch.sample(&launch)?;
    let sampled = sample.len < total;
    let sink = || {
        let caches = caches?;
        Some(Sink {
            asked: caches.asked(&regions, &sample.factors, sampled),
            scattered: sample.scattered(launch.workgroups, dispatch.words()),
            reuse: Reuse::default(),
            memory: (!sampled).then(|| caches.memory()),
            neighbours: sample.neighbours,
            kept: kept.clone(),
        })
    };
    let (context, mut part) = dispatch.run(&launch, &sample, sink)?;
    let others = dispatch.other_orders(&launch, &sample, &part)?;
    part.faults.learn(others);
    let sink = part.sink.take();
    let traffic = match (caches, sink) {
        (Some(caches), Some(mut sink)) => {
            let passed = match &mut sink.memory {
                Some(memory) => {
                    memory.flush();
                    Passed::All(memory.flow())
                }
                None => dispatch.passed(&launch, &sample, &sink, &part.tallies)?,
            };
            Some(caches.traffic(&sink.asked, passed, &sink.reuse))
        }
        _ => None,
    };
    for (buffer, memory) in program.buffers.iter().zip(&context.buffers) {
        let place = (buffer.group, buffer.binding);
        match (&memory.words, options.paged.get(&place)) {
            (Words::Paged(fork), Some(paged)) if buffer.writable => paged.adopt(fork),
            _ => {
                if let Some(bytes) = launch.bindings.get_mut(&place) {
                    memory.copy_to(bytes);
                }
            }
        }
    }
    Ok(Counted { traffic, ..add_up(part, (&context, &regions), &sample, total) })
}

/// Adds up the strata, each for what it stands for.
fn add_up(part: Portion, (context, regions): (&Context<'_>, &Regions), sample: &Sample, total: u64) -> Counted {
    let program = context.program;
    let mut tally = Tally::new(program.sites.len(), program.segments.len());
    for (tallied, &factor) in part.tallies.into_iter().zip(&sample.factors) {
        tally.add(&tallied, factor);
    }
    let lines = by_line(program, &tally);
    let counters =
        Counters { sampled_workgroups: sample.len, workgroups: total, ..Counters::of_lines(&lines, program.width) };
    let mut faults = part.faults;
    if !context.options.wants_outputs_only() && !faults.has(FindingKind::DivergentBarrier) {
        tell_doubtful_barriers(program, &mut faults);
    }
    let findings = faults.findings();
    Counted {
        outcome: Outcome {
            counters,
            lines,
            findings,
            first_requests: part
                .first
                .describe(program, (context.target, regions), &tally, |workgroup| context.id(workgroup)),
        },
        tally,
        traffic: None,
    }
}

/// Barriers at which control flow is not uniform by WGSL's rules, though it was in this run.
fn tell_doubtful_barriers(program: &Program, faults: &mut Faults) {
    for &(line, parted) in &program.doubtful_barriers {
        faults.add(FindingKind::DivergentBarrier, Severity::Note, (line, parted), "", || {
            format!(
                "by WGSL's rules control flow is not uniform at the barrier on line {line}, since it parts on line {parted} by a value \
                 that may differ from invocation to invocation; none went another way in this run, but who holds shaders to these rules, as Chrome does, refuses it"
            )
        });
    }
}
