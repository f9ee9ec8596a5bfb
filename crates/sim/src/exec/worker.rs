//! Runs workgroups, one after the other, on one thread.

use super::buffers::LaunchShadows;
use super::context::Context;
use super::counts::Counts;
use super::endless::Endless;
use super::features::Features;
use super::first::FirstRequests;
use super::inputs;
use super::interpret::interpret;
use super::order::Turn;
use super::subgroup::{Stop, Subgroup};
use crate::code::Mem;
use crate::config::MAX_WIDTH;
use crate::count::Tally;
use crate::fault::{Faults, Shadow};
use crate::finding::{FindingKind, Severity};
use std::collections::HashMap;

/// One thread's state.
#[derive(Debug)]
pub struct Worker<'a> {
    pub context: &'a Context<'a>,
    pub width: usize,
    pub features: Features,
    pub counts: Counts<'a>,
    pub faults: Faults,
    /// Workgroup memory, in words.
    pub shared: Vec<u32>,
    /// The workgroup in which each unit of workgroup memory was written.
    pub written: Vec<u32>,
    pub shared_shadow: Shadow,
    pub buffer_shadows: Vec<Shadow>,
    /// Conflicts between workgroups, where they run in order.
    pub launch_shadows: LaunchShadows,
    /// Grows with every barrier and workgroup.
    pub clock: u32,
    pub storage_epoch: u32,
    pub workgroup_epoch: u32,
    /// The clock at the start of this workgroup.
    pub start_epoch: u32,
    pub workgroup: u64,
    /// A barrier of this workgroup was not reached by all: what follows from it is not reported.
    pub diverged: bool,
    /// Passes through loops in this workgroup.
    pub steps: u64,
    /// Passes through loops in the workgroups before it.
    pub before: u64,
    /// Which loop does not end, once the budget of passes is nearly spent.
    pub endless: Endless,
    /// Byte addresses of the current request, by lane.
    pub addresses: [u32; MAX_WIDTH],
    /// Who was last at each address of an atomic, where some value of atomics is used.
    pub turns: HashMap<(Mem, u32), Turn>,
    /// The first request of each access, where they are asked for.
    pub first: FirstRequests,
    subgroups: Vec<Subgroup>,
}

impl<'a> Worker<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let program = context.program;
        let races = context.options.races;
        let shared_units = context.units(program.workgroup_bytes);
        let units_if = |wanted: bool| if wanted { shared_units } else { 0 };
        Self {
            context,
            width: program.width as usize,
            features: Features::detect(),
            counts: Counts::new(
                context.config,
                context.caches.as_ref(),
                [program.sites.len(), program.segments.len(), context.strata],
            ),
            faults: Faults::default(),
            shared: vec![0; program.workgroup_bytes.div_ceil(4) as usize],
            written: vec![0; units_if(context.options.uninitialized)],
            shared_shadow: Shadow::new(units_if(races)),
            buffer_shadows: buffer_shadows(context),
            launch_shadows: LaunchShadows::default(),
            clock: 0,
            storage_epoch: 0,
            workgroup_epoch: 0,
            start_epoch: 0,
            workgroup: 0,
            diverged: false,
            steps: 0,
            before: 0,
            endless: Endless::new(context.options.step_budget),
            addresses: [0; MAX_WIDTH],
            turns: HashMap::new(),
            first: match context.options.first_requests {
                true => FirstRequests::new(program.sites.len()),
                false => FirstRequests::default(),
            },
            subgroups: subgroups(context),
        }
    }

    /// The counts of each stratum, the findings, and the first requests.
    pub fn finish(self) -> (Vec<Tally>, Faults, FirstRequests) {
        (self.counts.finish(), self.faults, self.first)
    }

    /// Runs one workgroup to its end, or until the step budget is spent: then returns `false`.
    pub fn run(&mut self, workgroup: u64) -> bool {
        self.start(workgroup);
        if self.before > self.context.options.launch_budget {
            self.out_of_launch();
            return false;
        }
        let mut subgroups = std::mem::take(&mut self.subgroups);
        let mut order: Vec<usize> = (0..subgroups.len()).collect();
        let mut random = fastrand::Rng::with_seed(
            self.context.options.seed ^ workgroup.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        );
        let mut finished = true;
        while finished && subgroups.iter().any(|sg| sg.stop != Some(Stop::Done)) {
            random.shuffle(&mut order);
            for &index in &order {
                let sg = &mut subgroups[index];
                if sg.stop == Some(Stop::Done) {
                    continue;
                }
                let stop = match self.width {
                    32 => interpret::<32>(self.features, self, sg),
                    _ => interpret::<0>(self.features, self, sg),
                };
                sg.stop = Some(stop);
                if let Stop::Budget { line } = stop {
                    self.out_of_steps(line);
                    finished = false;
                    break;
                }
            }
            if finished {
                self.meet(&subgroups);
                self.counts.meet();
            }
        }
        self.subgroups = subgroups;
        finished
    }

    fn out_of_steps(&mut self, line: u32) {
        let (budget, workgroup) = (self.context.options.step_budget, self.workgroup);
        self.faults.add(FindingKind::StepLimit, Severity::Error, (line, 0), "", || {
            format!(
                "the loop on line {line} does not end: workgroup {workgroup} has spent its {budget} steps, which are passes through loops, long ones and atomics weighing more"
            )
        });
    }

    fn out_of_launch(&mut self) {
        let budget = self.context.options.launch_budget;
        self.faults.add(FindingKind::StepLimit, Severity::Error, (0, 0), "", || {
            format!(
                "the launch is far too much work: its workgroups made more than {budget} passes through loops together"
            )
        });
    }

    fn start(&mut self, workgroup: u64) {
        self.workgroup = workgroup;
        self.faults.enter(workgroup);
        self.before += std::mem::take(&mut self.steps);
        self.endless.clear();
        self.diverged = false;
        self.tick();
        self.start_epoch = self.clock;
        (self.storage_epoch, self.workgroup_epoch) = (self.clock, self.clock);
        self.shared.fill(0);
        self.turns.retain(|(mem, _), _| *mem != Mem::Workgroup);
        self.counts.begin();
        self.first.workgroup = workgroup;
        for shadow in &mut self.buffer_shadows {
            shadow.clear();
        }
        let id = self.context.id(workgroup);
        let mut subgroups = std::mem::take(&mut self.subgroups);
        for sg in &mut subgroups {
            sg.restart();
            inputs::fill(self.context, sg, id);
        }
        self.subgroups = subgroups;
    }

    /// Advances the clock. After four thousand million barriers the shadows are emptied and it starts again.
    pub fn tick(&mut self) {
        self.clock = self.clock.wrapping_add(1);
        if self.clock == 0 {
            self.clock = 1;
            self.shared_shadow.clear();
            self.written.fill(0);
        }
    }
}

/// The subgroups of a workgroup, their constants filled in.
fn subgroups(context: &Context<'_>) -> Vec<Subgroup> {
    let program = context.program;
    let (width, invocations) = (program.width, program.invocations());
    let (lanes, depth) = (width as usize, program.depth as usize);
    let one = |index: u32| {
        let launched = width.min(invocations - index * width);
        let mut sg = Subgroup::new(program.file as usize, lanes, index, launched, depth);
        for (plane, &value) in sg.file.chunks_mut(lanes).zip(&program.constants) {
            plane.fill(value);
        }
        for (plane, value) in context.preloaded() {
            sg.file[plane as usize..][..lanes].fill(value);
        }
        inputs::prepare(context, &mut sg);
        sg
    };
    (0..invocations.div_ceil(width)).map(one).collect()
}

/// Shadows of the buffers that need one.
fn buffer_shadows(context: &Context<'_>) -> Vec<Shadow> {
    let buffers = context.buffers.iter().zip(&context.program.buffers);
    let shadows = buffers.map(|(memory, buffer)| {
        let tracked = buffer.writable && (context.options.races || memory.output);
        Shadow::new(if tracked {
            context.units(memory.bytes)
        } else {
            0
        })
    });
    shadows.collect()
}
