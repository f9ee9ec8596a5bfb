//! The interpreter: runs a subgroup's instructions.

use super::lanes::Features;
use super::lanes::alu;
use super::lanes::subgroup::{Stop, Subgroup};
use super::lanes::with_features;
use super::quick::Element;
use super::runner::Runner;
use crate::code::{Op, Reg};
use crate::operation::{Bin, Tern, Un};

with_features! {
    /// Runs a subgroup to its next barrier or its end, or to where values turn up that mean nothing.
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

/// The same where values may be undefined, which are followed. Few kernels come here: it need not be fast, and shares one copy of
/// the instructions with traces, since each copy takes the compiler seconds.
pub fn interpret_following(runner: &mut Runner<'_>, sg: &mut Subgroup) -> Stop {
    loop {
        if runner.has_garbage(sg) {
            runner.follow_garbage(sg);
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
        Op::Segment(segment) => {
            runner.counts.segment(segment, sg.mask);
        }
        Op::Un { op, dst, a } => un(sg, w, op, dst, a),
        Op::Bin { op, dst, a, b } => bin(sg, w, op, dst, a, b),
        Op::Tern { op, dst, a, b, c } => tern(sg, w, op, dst, [a, b, c]),
        Op::Mov { dst, src } => sg.copy(dst, src, w),
        Op::Assign { dst, src } => sg.assign(dst, src, w),
        Op::Index { dst, base, index, len, stride, site, folds } => {
            if folds && let Op::Load { access, dst } = &program.ops[sg.pc] {
                let element = Element { base, index, len, stride };
                if runner.quick_element(sg, &element, access, *dst) {
                    sg.pc += 1;
                    return None;
                }
            }
            if runner.index(sg, [dst, base, index], len, stride, site) {
                return Some(Stop::Follow);
            }
        }
        Op::Length { dst, len } => {
            let length = runner.context.lengths[len as usize];
            sg.fill(dst, length, w);
        }
        Op::RegLoad { dst, base, offset, site } => runner.reg_load(sg, dst, base, offset, site),
        Op::RegStore { base, offset, src, site } => runner.reg_store(sg, base, offset, src, site),
        Op::Load { ref access, dst } => {
            if !runner.quick_load(sg, access, dst) && runner.load(sg, access, dst) {
                return Some(Stop::Follow);
            }
            if access.atomic && runner.budget.ends_after_atomic() {
                return Some(Stop::Budget { line: program.lines[sg.pc - 1] });
            }
        }
        Op::Store { ref access, src } => {
            runner.store(sg, access, src);
            if access.atomic && runner.budget.ends_after_atomic() {
                return Some(Stop::Budget { line: program.lines[sg.pc - 1] });
            }
        }
        Op::Request { ref access, writes } => runner.ask(sg, access, writes),
        Op::Atomic { ref access, rmw, dst, value, compare } => {
            runner.atomic(sg, access, rmw, [dst, value, compare]);
            if runner.budget.ends_after_atomic() {
                return Some(Stop::Budget { line: program.lines[sg.pc - 1] });
            }
        }
        Op::Texture { op, args, dst } => runner.texture(sg, op, args, dst),
        Op::Ballot { .. } | Op::Vote { .. } | Op::SubgroupReduce { .. } | Op::SubgroupShuffle { .. } => {
            if runner.context.order.is_of_lanes() {
                return Some(stop_at(sg));
            }
            runner.collective(sg, *op);
        }
        Op::SameForAll { address, site } => runner.sanitizer.same_for_all(sg, address, site),
        Op::Barrier { scope, site } => {
            runner.counts.barrier(site, sg.mask);
            if sg.mask != sg.full {
                runner.sanitizer.partial_barrier(sg, site, scope);
            }
            if !scope.subgroup {
                runner.counts.arrive(site, sg.mask);
                return Some(Stop::Barrier { site, scope });
            }
            if runner.context.order.is_of_lanes() {
                return Some(stop_at(sg));
            }
            sg.epoch = runner.sanitizer.tick();
        }
        Op::End => return Some(Stop::Done),
        control => return runner.control(sg, control),
    }
    None
}

/// A lane that runs by itself waits for the others of its subgroup, with which it executes this instruction.
#[cold]
fn stop_at(sg: &mut Subgroup) -> Stop {
    sg.pc -= 1;
    Stop::Together
}

/// Copies the first lane of a plane to the others.
#[inline(always)]
fn spread(file: &mut [u32], dst: Reg, w: usize) {
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
        spread(&mut sg.file, dst, w);
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
        spread(&mut sg.file, dst, w);
    }
}

#[inline(always)]
fn tern(sg: &mut Subgroup, w: usize, op: Tern, dst: Reg, regs: [Reg; 3]) {
    let once = sg.forms.tern(&sg.file, op, dst, regs);
    alu::tern(&mut sg.file, if once { 1 } else { w }, op, dst, regs);
    if once {
        spread(&mut sg.file, dst, w);
    }
}
