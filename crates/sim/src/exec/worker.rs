//! One thread's state, which its workgroups use one after the other.

use super::budget::Budget;
use super::context::Context;
use super::counts::Counts;
use super::features::Features;
use super::first::FirstRequests;
use super::inputs;
use super::sanitizer::Sanitizer;
use super::subgroup::Subgroup;
use crate::code::Mem;
use crate::config::MAX_WIDTH;
use crate::count::Tally;
use crate::fault::Faults;

/// The state of one thread.
#[derive(Debug)]
pub struct Worker<'a> {
    pub context: &'a Context<'a>,
    pub width: usize,
    pub features: Features,
    pub counts: Counts<'a>,
    pub sanitizer: Sanitizer<'a>,
    /// The first request of each access, where they are asked for.
    pub first: FirstRequests,
    /// Passes through loops that are left.
    pub budget: Budget,
    /// Workgroup memory, in words.
    pub shared: Vec<u32>,
    /// Byte addresses of the current request, by lane.
    pub addresses: [u32; MAX_WIDTH],
    pub subgroups: Vec<Subgroup>,
}

impl<'a> Worker<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let program = context.program;
        let sites = program.sites.len();
        Self {
            context,
            width: program.width as usize,
            features: Features::detect(),
            counts: Counts::new(program, context.config, context.caches.as_ref(), context.strata),
            sanitizer: Sanitizer::new(context),
            first: match context.options.first_requests {
                true => FirstRequests::new(sites),
                false => FirstRequests::default(),
            },
            budget: Budget::new(context.options.step_budget),
            shared: vec![0; program.workgroup_bytes.div_ceil(4) as usize],
            addresses: [0; MAX_WIDTH],
            subgroups: subgroups(context),
        }
    }

    /// The counts of each stratum, the findings, and the first requests.
    pub fn finish(self) -> (Vec<Tally>, Faults, FirstRequests) {
        (self.counts.finish(), self.sanitizer.faults, self.first)
    }

    /// Begins a workgroup.
    pub fn begin(&mut self, workgroup: u64) {
        self.first.workgroup = workgroup;
        self.budget.begin();
        self.sanitizer.begin(workgroup);
        self.counts.begin();
        self.shared.fill(0);
        let id = self.context.id(workgroup);
        for sg in &mut self.subgroups {
            sg.restart();
            inputs::fill(self.context, sg, id);
        }
    }

    /// The bytes of a memory.
    pub fn limit(&self, mem: Mem) -> u32 {
        match mem {
            Mem::Buffer(buffer) => self.context.buffers[buffer as usize].bytes,
            Mem::Workgroup => self.context.program.workgroup_bytes,
            Mem::Immediate => self.context.immediates.len() as u32 * 4,
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
