//! The state of one thread, which its workgroups use one after the other.

use super::step_budget::Budget;
use crate::exec::context::Context;
use crate::exec::lanes::{Batch, Features};
use crate::exec::observers::{Observer, Observers, Workgroup};
use crate::exec::subgroup::{Stop, Subgroup};
use crate::machine::MAX_WIDTH;
use naga::BuiltIn;

/// The state of one thread.
#[derive(Debug)]
pub struct Runner<'a> {
    pub context: &'a Context<'a>,
    /// Lanes of a plane.
    pub width: usize,
    /// The subgroups of a plane.
    pub batch: Batch,
    pub features: Features,
    pub observers: Observers<'a>,
    /// Iterations of loops that are left.
    pub budget: Budget,
    /// Workgroup memory, in words.
    pub shared: Vec<u32>,
    /// Byte addresses of the current request, by lane.
    pub addresses: [u32; MAX_WIDTH],
    pub subgroups: Vec<Subgroup>,
}

impl<'a> Runner<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let program = context.program;
        Self {
            context,
            width: program.lanes as usize,
            batch: program.batch(),
            features: Features::detect(),
            observers: Observers::new(context),
            budget: Budget::new(context.options.step_budget, context.options.races),
            shared: vec![0; program.workgroup_bytes.div_ceil(4) as usize],
            addresses: [0; MAX_WIDTH],
            subgroups: subgroups(context),
        }
    }

    pub fn begin(&mut self, workgroup: u64) {
        let id = self.context.id(workgroup);
        self.budget.begin();
        self.observers.begin(&Workgroup { number: workgroup, id, launch: self.context.workgroups });
        self.shared.fill(0);
        for sg in &mut self.subgroups {
            sg.restart();
            fill(self.context, sg, id);
        }
    }

    /// Whether its workgroup has ended.
    pub fn is_done(&self) -> bool {
        self.subgroups.iter().all(|sg| sg.stop == Some(Stop::Done))
    }
}

/// The subgroups of a workgroup, their constants filled in.
fn subgroups(context: &Context<'_>) -> Vec<Subgroup> {
    let program = context.program;
    let (width, invocations) = (program.lanes, program.invocations());
    let (lanes, depth) = (width as usize, program.depth as usize);
    let one = |number: u32| {
        let launched = width.min(invocations - number * width);
        let index = number * program.subgroups_in_batch() as u32;
        let mut sg = Subgroup::new(program.file as usize, lanes, index, launched, depth);
        for (plane, &value) in sg.file.chunks_mut(lanes).zip(&program.constants) {
            plane.fill(value);
        }
        for (plane, value) in context.preloaded() {
            sg.file[plane as usize..][..lanes].fill(value);
        }
        prepare(context, &mut sg);
        sg
    };
    match context.order.is_by_lane() {
        true => (0..invocations).map(|lane| one(lane / width).of_lane(lane % width).at(lane as usize)).collect(),
        false => (0..invocations.div_ceil(width)).map(|number| one(number).at(number as usize)).collect(),
    }
}

/// Fills in what is the same in every workgroup, and notes the form of every input.
fn prepare(context: &Context<'_>, sg: &mut Subgroup) {
    let program = context.program;
    let (index, width) = (sg.index, program.lanes);
    let [x, y, _] = program.workgroup_size;
    let subgroups = program.invocations().div_ceil(program.width);
    for &(builtin, reg) in &program.inputs {
        let planes = if is_vector(builtin) { 3 } else { 1 };
        for lane in 0..width {
            let at = index * program.width + lane;
            let local = [at % x, at / x % y, at / x / y];
            let values = match builtin {
                BuiltIn::LocalInvocationId | BuiltIn::GlobalInvocationId => local,
                BuiltIn::NumWorkGroups => context.workgroups,
                BuiltIn::WorkGroupSize => program.workgroup_size,
                BuiltIn::LocalInvocationIndex => [at, 0, 0],
                BuiltIn::NumSubgroups => [subgroups, 0, 0],
                BuiltIn::SubgroupId => [index, 0, 0],
                BuiltIn::SubgroupSize => [program.width, 0, 0],
                BuiltIn::WorkGroupId => [0; 3],
                _ => [lane, 0, 0],
            };
            for (plane, &value) in values.iter().enumerate().take(planes) {
                sg.file[reg as usize + plane * width as usize + lane as usize] = value;
            }
        }
        for plane in 0..planes as u32 {
            sg.forms.observe(&sg.file, reg + plane * width);
        }
    }
}

/// Fills in what differs from workgroup to workgroup; the forms stay as they are.
fn fill(context: &Context<'_>, sg: &mut Subgroup, id: [u32; 3]) {
    let program = context.program;
    let width = program.lanes as usize;
    let last = std::mem::replace(&mut sg.workgroup, id);
    for &(builtin, reg) in &program.inputs {
        let steps: [u32; 3] = match builtin {
            BuiltIn::WorkGroupId => std::array::from_fn(|axis| id[axis].wrapping_sub(last[axis])),
            BuiltIn::GlobalInvocationId => std::array::from_fn(|axis| {
                let groups = id[axis].wrapping_sub(last[axis]);
                groups.wrapping_mul(program.workgroup_size[axis])
            }),
            _ => continue,
        };
        for (plane, step) in steps.into_iter().enumerate() {
            for value in &mut sg.file[reg as usize + plane * width..][..width] {
                *value = value.wrapping_add(step);
            }
        }
    }
}

fn is_vector(builtin: BuiltIn) -> bool {
    matches!(
        builtin,
        BuiltIn::LocalInvocationId
            | BuiltIn::GlobalInvocationId
            | BuiltIn::WorkGroupId
            | BuiltIn::NumWorkGroups
            | BuiltIn::WorkGroupSize
    )
}
