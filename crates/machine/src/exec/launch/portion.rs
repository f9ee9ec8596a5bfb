//! The counts, findings and address traces of some workgroups of a launch.

use super::sample::{Neighbours, Sample};
use crate::cache::{AddressTrace, CacheRequests, Handover, L2, Reuse};
use crate::count::Tally;
use crate::exec::context::Context;
use crate::exec::interpreter::{self, Runner};
use crate::exec::observers::AccessSampler;
use crate::exec::observers::sanitizer::{Faults, LaunchShadow};
use crate::threads::side_by_side;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

/// The address traces of workgroups, by their numbers.
pub type AddressTraces = BTreeMap<u64, AddressTrace>;

/// Where traces go, in ascending workgroup order.
pub(super) struct Sink {
    pub asked: CacheRequests,
    /// Workgroups far from each other, and what the L1 cache has of them later.
    pub scattered: Option<[u64; 2]>,
    pub reuse: Reuse,
    /// Who reads what others wrote, where that is asked for.
    pub handover: Option<Handover>,
    /// `None` where workgroups are too far from each other to tell what L2 has.
    pub memory: Option<L2>,
    /// The traces of these are kept.
    pub neighbours: Option<Neighbours>,
    pub kept: AddressTraces,
}

impl Sink {
    /// For workgroups that are all neighbours.
    pub fn whole(asked: CacheRequests, memory: L2) -> Self {
        Self {
            asked,
            scattered: None,
            reuse: Reuse::default(),
            handover: None,
            memory: Some(memory),
            neighbours: None,
            kept: AddressTraces::new(),
        }
    }

    pub fn take(&mut self, trace: AddressTrace, (workgroup, stratum): (u64, usize)) {
        self.asked.push(&trace, stratum);
        if let Some(handover) = &mut self.handover {
            handover.take(&trace, workgroup);
        }
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

/// The counts, by stratum, and the findings of some workgroups.
pub(super) struct Portion {
    pub tallies: Vec<Tally>,
    pub faults: Faults,
    pub samples: AccessSampler,
    pub sink: Option<Sink>,
    /// Passes through loops.
    pub steps: u64,
}

impl Portion {
    pub fn of(runner: Runner<'_>, sink: Option<Sink>) -> Self {
        let steps = runner.budget.before + runner.budget.steps;
        let (tallies, faults, samples) = runner.observers.finish();
        Self { tallies, faults, samples, sink, steps }
    }

    /// The counts and findings of several runners together.
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
            sum.samples.merge(part.samples);
        }
        sum
    }
}

/// Runs one workgroup. Returns what its L1 cache passed on, or `None` where it did not end.
pub(super) fn run_one(runner: &mut Runner<'_>, (workgroup, stratum): (u64, usize)) -> Option<AddressTrace> {
    runner.observers.enter_stratum(stratum);
    let finished = interpreter::run(runner, workgroup);
    let trace = runner.observers.end();
    // The subgroups of a batch will run again one by one.
    let void = runner.context.program.subgroups_in_batch() > 1 && !runner.observers.sanitizer.faults.is_empty();
    (finished && !void).then_some(trace)
}

/// The address traces of workgroups, by their numbers; `None` where one does not end.
pub(super) fn traces_of(context: &Context<'_>, numbers: &[u64], parallel: bool) -> Option<AddressTraces> {
    let run = |runner: &mut Runner<'_>, &number: &u64| Some((number, run_one(runner, (number, 0))?));
    if parallel {
        let traces = side_by_side(numbers, |number| run(&mut Runner::new(context), number));
        return traces.into_iter().collect();
    }
    let mut runner = Runner::new(context);
    numbers.iter().map(|number| run(&mut runner, number)).collect()
}

/// The shadows of the buffers, for workgroups that run one after the other.
pub(super) fn launch_shadows(context: &Context<'_>) -> Vec<LaunchShadow> {
    let buffers = context.buffers.iter().zip(&context.program.buffers);
    let granules = |memory, writable| if writable { context.granules(memory) } else { 0 };
    buffers.map(|(memory, buffer)| LaunchShadow::new(granules(memory.bytes, buffer.writable))).collect()
}

/// Runs one workgroup after the other, up to the first that does not end.
pub(super) fn in_order(context: &Context<'_>, sample: &Sample, mut sink: Option<Sink>) -> Portion {
    let mut runner = Runner::new(context);
    if context.options.races {
        runner.observers.sanitizer.launch_shadows = launch_shadows(context);
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
    runner.observers.sanitizer.end_launch();
    Portion::of(runner, sink)
}
