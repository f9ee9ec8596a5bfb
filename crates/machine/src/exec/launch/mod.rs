//! Runs a launch and counts. [`dispatch`] runs the workgroups of a [`sample`] in order, in [`parallel`] or interleaved
//! ([`interleave`]). [`follow`] finds the traffic behind the L2 cache of a launch that is not run whole, where necessary
//! after it has [`unfold`]ed it. [`orders`] finds what only other orders show.

mod dispatch;
mod follow;
mod interleave;
mod orders;
#[cfg(feature = "threads")]
mod parallel;
mod portion;
mod sample;
mod unfold;

use super::context::{Context, Words};
use super::observers::sanitizer::Faults;
use super::options::{Launch, LaunchError, Options, Outcome};
use crate::cache::{Caches, Handover, Passed, Regions, Reuse, Traffic};
use crate::count::{Counters, LineCounters, Tally, by_line};
use crate::finding::{FindingKind, Severity};
use crate::ir::{Buffer, CompiledTables, Program};
use crate::machine::Target;
use dispatch::Dispatch;
use portion::{AddressTraces, Portion, Sink};
use sample::{Sample, all_of};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The counts, findings and cache traffic of a launch.
pub struct LaunchCounts {
    pub outcome: Outcome,
    pub tally: Tally,
    pub traffic: Option<Traffic>,
}

/// Runs a program; with caches where there are some.
pub fn count(
    (program, tables): (&Program, &CompiledTables),
    launch: Launch<'_>,
    target: &Target,
    options: &Options,
    caches: Option<&Caches>,
) -> Result<LaunchCounts, LaunchError> {
    let unwatched;
    let (options, caches) = if options.wants_outputs_only() {
        unwatched = Options { races: false, uninitialized: false, access_samples: false, ..options.clone() };
        (&unwatched, None)
    } else {
        (options, caches)
    };
    let regions = Regions::new(program.buffers.iter().map(|buffer| {
        let place = (buffer.group, buffer.binding);
        let held = || launch.bindings.get(&place).map(|bytes| bytes.len() as u64);
        options.paged.get(&place).map(|paged| paged.bytes()).or_else(held).unwrap_or(0)
    }));
    let batched = program.batched(tables, options);
    let dispatch = Dispatch { program, tables, batched: batched.as_ref(), target, options, caches, regions: &regions };
    let (sample, kept) = dispatch.sample(&launch)?;
    let (context, mut part) = dispatch.run(&launch, &sample, || dispatch.sink(&launch, &sample, &kept))?;
    let others = dispatch.other_orders(&launch, &sample, &part)?;
    part.faults.learn(others);
    let handover = part.sink.as_mut().and_then(|sink| sink.handover.take());
    let traffic = dispatch.traffic(&launch, &sample, &mut part)?;
    write_back(&context, launch);
    let mut counted = LaunchCounts { traffic, ..add_up(part, &context, &regions, &sample) };
    if let Some(handover) = handover {
        tell_handover(&mut counted.outcome, program, handover);
    }
    Ok(counted)
}

impl Dispatch<'_> {
    /// Where the address traces of a sample go; nowhere without caches.
    fn sink(&self, launch: &Launch<'_>, sample: &Sample, kept: &AddressTraces) -> Option<Sink> {
        let (caches, sampled) = (self.caches?, sample.len < all_of(launch.workgroups));
        Some(Sink {
            asked: caches.asked(self.regions, &sample.factors, sampled),
            scattered: sample.scattered(launch.workgroups, self.words()),
            reuse: Reuse::default(),
            handover: self.options.written_by.as_ref().map(|written| {
                let buffers = self.program.buffers.iter();
                let known = |buffer: &Buffer| written.get(&(buffer.group, buffer.binding)).cloned();
                caches.handover(self.regions, buffers.map(|buffer| (buffer.writable, known(buffer))))
            }),
            memory: (!sampled).then(|| caches.memory()),
            neighbours: sample.neighbours,
            kept: kept.clone(),
        })
    }

    /// The traffic of the launch, where caches are modelled.
    fn traffic(
        &self,
        launch: &Launch<'_>,
        sample: &Sample,
        part: &mut Portion,
    ) -> Result<Option<Traffic>, LaunchError> {
        let (Some(caches), Some(mut sink)) = (self.caches, part.sink.take()) else {
            return Ok(None);
        };
        let passed = match &mut sink.memory {
            Some(memory) => {
                memory.flush();
                Passed::All(memory.flow())
            }
            None => self.passed(launch, sample, &sink, &part.tallies)?,
        };
        Ok(Some(caches.traffic(&sink.asked, passed, &sink.reuse)))
    }
}

/// Adds who wrote and who read the bindings.
fn tell_handover(outcome: &mut Outcome, program: &Program, handover: Handover) {
    for (buffer, (writers, dependence)) in program.buffers.iter().zip(handover.finish()) {
        let place = (buffer.group, buffer.binding);
        outcome.writers.extend(writers.map(|writers| (place, Arc::new(writers))));
        outcome.dependences.extend(dependence.map(|dependence| (place, dependence)));
    }
}

/// Copies what the kernel wrote back to the bindings.
fn write_back(context: &Context<'_>, launch: Launch<'_>) {
    for (buffer, memory) in context.program.buffers.iter().zip(&context.buffers) {
        let place = (buffer.group, buffer.binding);
        match (&memory.words, context.options.paged.get(&place)) {
            (Words::Paged(fork), Some(paged)) if buffer.writable => paged.adopt(fork),
            _ => {
                if let Some(bytes) = launch.bindings.get_mut(&place) {
                    memory.copy_to(bytes);
                }
            }
        }
    }
}

/// Adds up the strata, each scaled by the workgroups that it stands for.
fn add_up(part: Portion, context: &Context<'_>, regions: &Regions, sample: &Sample) -> LaunchCounts {
    let program = context.program;
    let mut tally = Tally::new(program.sites.len(), program.segments.len());
    for (tallied, &factor) in part.tallies.into_iter().zip(&sample.factors) {
        tally.add(&tallied, factor);
    }
    let mut lines = by_line(program, context.tables, &tally);
    let workgroups = all_of(context.workgroups);
    let mut counters =
        Counters { sampled_workgroups: sample.len, workgroups, ..Counters::of_lines(&lines, program.width) };
    if counters.is_sampled() {
        counters.forget_values();
        lines.iter_mut().for_each(LineCounters::forget_values);
    }
    let mut faults = part.faults;
    if !context.options.wants_outputs_only() && !faults.has(FindingKind::DivergentBarrier) {
        report_doubtful_barriers(program, &mut faults);
    }
    report_open_subgroup(program, &mut faults);
    for (severity, lines, message) in std::mem::take(&mut faults.participation).findings(context) {
        faults.add(FindingKind::DivergentSubgroup, severity, lines, "", || message);
    }
    let cut_off = faults.cut_off;
    let findings = faults.findings();
    LaunchCounts {
        outcome: Outcome {
            counters,
            lines,
            findings,
            cut_off,
            writers: BTreeMap::new(),
            dependences: BTreeMap::new(),
            access_samples: part.samples.describe(
                (program, context.tables),
                (context.target, regions),
                &tally,
                |workgroup| context.id(workgroup),
            ),
        },
        tally,
        traffic: None,
    }
}

/// Cooperative matrices in a workgroup that does not fill its subgroups.
fn report_open_subgroup(program: &Program, faults: &mut Faults) {
    if program.leaves_subgroup_open() {
        let ([along_x, ..], width) = (program.workgroup_size, program.width);
        faults.add(FindingKind::PartialSubgroup, Severity::Error, (program.first_fragment_line, 0), "", || {
            format!(
                "cooperative matrices need whole subgroups, but the workgroup has {along_x} invocations along x, which is no multiple \
                 of the {width} lanes of a subgroup; Vulkan then does not define what they do"
            )
        });
    }
}

/// Barriers at which control flow is not uniform by WGSL's rules, though it was in this run.
fn report_doubtful_barriers(program: &Program, faults: &mut Faults) {
    for &(line, parted) in &program.doubtful_barriers {
        faults.add(FindingKind::DivergentBarrier, Severity::Note, (line, parted), "", || {
            format!(
                "by WGSL's rules, control flow is not uniform at the barrier on line {line}, since it diverges on line {parted} by \
                 a value that may differ between invocations; none diverged in this run, but implementations that enforce these \
                 rules, such as Chrome, refuse the kernel"
            )
        });
    }
}
