//! Runs some workgroups of a launch, one after the other.

use super::buffers::LaunchShadows;
use super::context::Context;
use super::first::FirstRequests;
use super::sample::Sample;
use super::worker::Worker;
use super::workgroup;
use crate::cache::{Asked, SharedLevels, Trace};
use crate::count::Tally;
use crate::fault::{Faults, LaunchShadow};
use std::sync::atomic::Ordering::Relaxed;

/// Where traces go, in ascending workgroup order.
pub(super) struct Sink {
    pub asked: Asked,
    /// None where workgroups are too far from each other to tell what the shared levels have.
    pub memory: Option<SharedLevels>,
}

impl Sink {
    pub fn take(&mut self, trace: Trace, stratum: usize) {
        self.asked.push(&trace, stratum);
        if let Some(memory) = &mut self.memory {
            memory.push(trace);
        }
    }
}

/// What some workgroups counted, by stratum, and found.
pub(super) struct Part {
    pub tallies: Vec<Tally>,
    pub faults: Faults,
    pub first: FirstRequests,
    pub sink: Option<Sink>,
    /// Passes through loops.
    pub steps: u64,
}

impl Part {
    pub fn of(worker: Worker<'_>, sink: Option<Sink>) -> Self {
        let steps = worker.budget.before + worker.budget.steps;
        let (tallies, faults, first) = worker.finish();
        Self { tallies, faults, first, sink, steps }
    }
}

/// Runs one workgroup; returns what its first level of the caches passed on, or `None` where it did not end.
pub(super) fn run_one(worker: &mut Worker<'_>, (workgroup, stratum): (u64, usize)) -> Option<Trace> {
    worker.counts.enter_stratum(stratum);
    let finished = workgroup::run(worker, workgroup);
    let trace = worker.counts.end();
    finished.then_some(trace)
}

/// One workgroup after the other, up to the first that does not end.
pub(super) fn in_order(context: &Context<'_>, sample: &Sample, mut sink: Option<Sink>) -> Part {
    let mut worker = Worker::new(context);
    if context.options.races {
        let shadows = context.buffers.iter().zip(&context.program.buffers);
        let shadows = shadows
            .map(|(memory, buffer)| LaunchShadow::new(if buffer.writable { context.units(memory.bytes) } else { 0 }));
        worker.sanitizer.launch_shadows = LaunchShadows(shadows.collect());
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
