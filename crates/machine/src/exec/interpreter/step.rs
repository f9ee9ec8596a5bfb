//! The interpreter: runs a subgroup's instructions.

use super::fast_path::Element;
use super::state::Runner;
use crate::exec::lanes::Features;
use crate::exec::lanes::alu;
use crate::exec::lanes::with_features;
use crate::exec::observers::{Barrier, Observer};
use crate::exec::subgroup::{Stop, Subgroup};
use crate::ir::{Access, Bin, Op, Reg, Tern, Un};

with_features! {
    /// Runs a subgroup to its next barrier or its end, or to where undefined values turn up.
    interpret(runner: &mut Runner<'_>, sg: &mut Subgroup) -> Stop = interpret_body;
}

#[inline(always)]
fn interpret_body(runner: &mut Runner<'_>, sg: &mut Subgroup) -> Stop {
    loop {
        if let Some(stop) = step_body(runner, sg) {
            return stop;
        }
    }
}

/// The same, following undefined values. Apart, since the simulator spends most of its time in the loop above. Few kernels come
/// here, which share one copy of the instructions with traces: the compiler takes seconds for each.
pub fn interpret_following(runner: &mut Runner<'_>, sg: &mut Subgroup) -> Stop {
    loop {
        if runner.observers.sanitizer.has_undefined(sg) {
            runner.budget.follows();
            runner.observers.sanitizer.follow(sg);
        }
        if let Some(stop) = step(runner, sg)
            && stop != Stop::Follow
        {
            return stop;
        }
    }
}

/// Executes the next instruction, or two that fold into one. Returns why the subgroup stops, where it does.
#[inline(never)]
pub fn step(runner: &mut Runner<'_>, sg: &mut Subgroup) -> Option<Stop> {
    step_body(runner, sg)
}

#[inline(always)]
fn step_body(runner: &mut Runner<'_>, sg: &mut Subgroup) -> Option<Stop> {
    let program = runner.context.program;
    let w = runner.width;
    let op = &program.ops[sg.pc];
    sg.pc += 1;
    match *op {
        Op::Segment(segment) => runner.observers.segment(segment, sg.mask),
        Op::Un { op, dst, a } => un(sg, w, op, dst, a),
        Op::Bin { op, dst, a, b } => bin(sg, w, op, dst, a, b),
        Op::Tern { op, dst, a, b, c } => tern(sg, w, op, dst, [a, b, c]),
        Op::Mov { dst, src } => sg.copy(dst, src, w),
        Op::Assign { dst, src } => sg.assign(dst, src, w),
        Op::Index { dst, base, index, len, stride, site, folds } => {
            if folds && loads_element(runner, sg, Element { base, index, len, stride }) {
                return None;
            }
            if runner.index(sg, [dst, base, index], len, stride, site) {
                return Some(Stop::Follow);
            }
        }
        Op::Length { dst, len } => sg.fill(dst, runner.context.lengths[len as usize], w),
        Op::RegLoad { dst, base, offset, site } => runner.reg_load(sg, dst, base, offset, site),
        Op::RegStore { base, offset, src, site } => runner.reg_store(sg, base, offset, src, site),
        Op::Load { ref access, dst } => return load(runner, sg, access, dst),
        Op::Store { ref access, src } => {
            runner.store(sg, access, src);
            if access.atomic {
                return runner.end_slice(sg);
            }
        }
        Op::Request { ref access, writes } => runner.request(sg, access, writes),
        Op::Atomic { ref access, rmw, dst, value, compare } => {
            runner.atomic(sg, access, rmw, [dst, value, compare]);
            return runner.end_slice(sg);
        }
        Op::Texture { op, args, dst } => runner.texture(sg, op, args, dst),
        Op::Ballot { .. }
        | Op::Vote { .. }
        | Op::SubgroupReduce { .. }
        | Op::SubgroupShuffle { .. }
        | Op::Common { .. }
        | Op::LoadTile { .. }
        | Op::StoreTile { .. }
        | Op::RequestTile { .. }
        | Op::MultiplyTiles { .. } => {
            if runner.context.order.is_by_lane() {
                return Some(stop_at(sg));
            }
            runner.observers.sanitizer.takes_part(sg);
            runner.collective(sg, *op);
        }
        Op::SameForAll { address, site } => runner.observers.sanitizer.same_for_all(sg, address, site),
        Op::Barrier { scope, site } => return runner.barrier(sg, &Barrier { site, scope }),
        Op::End => return Some(Stop::Done),
        control => return runner.control(sg, control),
    }
    None
}

#[inline(always)]
fn load(runner: &mut Runner<'_>, sg: &mut Subgroup, access: &Access, dst: Reg) -> Option<Stop> {
    if !runner.load_fast(sg, access, dst) && runner.load(sg, access, dst) {
        return Some(Stop::Follow);
    }
    if access.atomic { runner.end_slice(sg) } else { None }
}

/// Computes an address and makes the load behind it at once, where that is possible.
#[inline(always)]
fn loads_element(runner: &mut Runner<'_>, sg: &mut Subgroup, element: Element) -> bool {
    let Op::Load { access, dst } = &runner.context.program.ops[sg.pc] else {
        return false;
    };
    let loaded = runner.load_element_fast(sg, &element, access, *dst);
    sg.pc += usize::from(loaded);
    loaded
}

impl Runner<'_> {
    /// Reaches a barrier. Returns why the subgroup stops there, where it does.
    fn barrier(&mut self, sg: &mut Subgroup, barrier: &Barrier) -> Option<Stop> {
        self.observers.barrier(sg, barrier);
        if !barrier.scope.subgroup {
            return Some(Stop::Barrier { site: barrier.site, scope: barrier.scope });
        }
        if self.context.order.is_by_lane() {
            return Some(stop_at(sg));
        }
        sg.epoch = self.observers.sanitizer.tick();
        None
    }

    /// After an atomic: stops where a slice of the budget ends.
    #[inline(always)]
    fn end_slice(&mut self, sg: &Subgroup) -> Option<Stop> {
        let ends = self.budget.ends_after_atomic();
        ends.then(|| Stop::Budget { line: self.context.program.lines[sg.pc - 1] })
    }
}

/// A lane that runs by itself waits for the others of its subgroup, with which it executes this instruction.
#[cold]
fn stop_at(sg: &mut Subgroup) -> Stop {
    sg.pc -= 1;
    Stop::Collective
}

/// Copies the first lane of a plane to the others.
#[inline(always)]
fn broadcast(file: &mut [u32], dst: Reg, w: usize) {
    let plane = &mut file[dst as usize..][..w];
    let value = plane[0];
    plane.fill(value);
}

#[inline(always)]
fn un(sg: &mut Subgroup, w: usize, op: Un, dst: Reg, a: Reg) {
    let once = !op.is_wide() && sg.forms.un(dst, a);
    if op.is_wide() {
        sg.forms.forget(dst, 2);
    }
    alu::un(&mut sg.file, if once { 1 } else { w }, op, dst, a);
    if once {
        broadcast(&mut sg.file, dst, w);
    }
}

#[inline(always)]
fn bin(sg: &mut Subgroup, w: usize, op: Bin, dst: Reg, a: Reg, b: Reg) {
    let once = !op.is_wide() && sg.forms.bin(&sg.file, op, dst, a, b);
    if op.is_wide() {
        sg.forms.forget(dst, 2);
    }
    alu::bin(&mut sg.file, if once { 1 } else { w }, op, dst, a, b);
    if once {
        broadcast(&mut sg.file, dst, w);
    }
}

#[inline(always)]
fn tern(sg: &mut Subgroup, w: usize, op: Tern, dst: Reg, regs: [Reg; 3]) {
    let once = sg.forms.tern(&sg.file, op, dst, regs);
    alu::tern(&mut sg.file, if once { 1 } else { w }, op, dst, regs);
    if once {
        broadcast(&mut sg.file, dst, w);
    }
}
