//! Values that mean nothing, followed until something comes of them: what a lane takes from one that does not take part, what
//! is read out of bounds, or where nothing was written.
//!
//! Programs take such values all the time, and keep what they make of others: a reduction that of lane 0, a stencil what a
//! `select` lets through. So each register knows the lanes in which it is garbage, and so does each word of workgroup memory; a
//! store to a buffer, a branch or the address of a store uses it. Where a subgroup has none, none of this costs anything.

mod memory;
mod planes;
mod spot;

pub use memory::UndefinedWords;
pub use spot::{Origin, Spot, UndefinedValues, Why};

use super::lanes::Lanes;
use super::lanes::subgroup::Subgroup;
use super::runner::Runner;
use crate::code::{Mem, NONE, Op, Reg, Rmw, TextureDoes};
use crate::operation::{Bin, Tern};

impl Runner<'_> {
    /// Whether a subgroup has garbage, or may read some.
    pub fn has_garbage(&self, sg: &Subgroup) -> bool {
        !sg.garbage.is_empty() || !self.garbage_words.is_empty()
    }

    /// Before an instruction: what garbage it makes of garbage, or what it uses. Shuffles tell it themselves, and so do
    /// indices that are out of bounds.
    #[cold]
    pub fn follow_garbage(&mut self, sg: &mut Subgroup) {
        self.budget.follows();
        let program = self.context.program;
        match program.ops[sg.pc] {
            Op::Un { op, dst, a } => {
                let spot = sg.garbage_of(a, if op.is_wide() { 2 } else { 1 });
                sg.set_garbage(dst, op.planes(), &spot);
            }
            Op::Bin { op, dst, a, b } => {
                let spot = sg.garbage_of_two(op, a, b);
                sg.set_garbage(dst, op.planes(), &spot);
            }
            Op::Tern { op: Tern::Select, dst, a, b, c } => {
                let spot = sg.garbage_of_choice([a, b, c]);
                sg.set_garbage(dst, 1, &spot);
            }
            Op::Tern { op: Tern::MulAddI, dst, a, b, c } => {
                let spot = sg.garbage_of_two(Bin::MulI, a, b).and(&sg.garbage_in(c));
                sg.set_garbage(dst, 1, &spot);
            }
            Op::Tern { dst, a, b, c, .. } => {
                let spot = sg.garbage_in(a).and(&sg.garbage_in(b)).and(&sg.garbage_in(c));
                sg.set_garbage(dst, 1, &spot);
            }
            Op::Mov { dst, src } => sg.set_garbage(dst, 1, &sg.garbage_in(src)),
            Op::Assign { dst, src } => assign(sg, dst, src),
            Op::Index { dst, base, index, .. } => {
                let spot = sg.garbage_in(base).and(&sg.garbage_in(index));
                sg.set_garbage(dst, 1, &spot);
                sg.garbage.set_stray(dst, Spot::default(), sg.mask);
                // The two may be executed as one.
                if let Op::Load { access, dst } = &program.ops[sg.pc + 1]
                    && access.mem != Mem::Workgroup
                {
                    self.load_garbage(sg, access, *dst);
                }
            }
            Op::Length { dst, .. } => sg.set_garbage(dst, 1, &Spot::default()),
            Op::Load { access, dst } => self.load_garbage(sg, &access, dst),
            Op::Store { access, src } => self.store_garbage(sg, &access, src),
            Op::RegLoad { dst, base, offset, .. } => self.indexed_garbage(sg, dst, base, offset),
            Op::RegStore { base, offset, src, .. } => self.put_garbage(sg, base, offset, src),
            Op::Atomic { access, rmw, dst, value, compare } => {
                self.write_through(sg, access.dynamic);
                for reg in [value, compare] {
                    self.use_garbage(sg, &sg.garbage_in(reg));
                }
                if dst != NONE {
                    let planes = access.kind.planes() + u32::from(rmw == Rmw::CompareExchange);
                    sg.set_garbage(dst, planes, &Spot::default());
                }
            }
            Op::Texture { op, args, dst } => match program.texture_ops[op as usize].does {
                TextureDoes::Store => self.use_garbage(sg, &sg.garbage_of(args, 8)),
                _ if dst != NONE => sg.set_garbage(dst, 4, &sg.garbage_of(args, 6).within(sg.mask)),
                _ => {}
            },
            Op::If { cond, .. } | Op::ExitTest { cond, .. } | Op::Predicate { cond, .. } | Op::Back { cond, .. } => {
                self.use_garbage(sg, &sg.garbage_in(cond));
            }
            Op::Switch { selector, .. } => self.use_garbage(sg, &sg.garbage_in(selector)),
            Op::Ballot { dst, predicate } => sg.set_garbage(dst, 4, &sg.to_all(sg.garbage_in(predicate))),
            Op::Vote { all, dst, a } => {
                let garbage = sg.garbage_in(a);
                let decided = sg.mask & if all { sg.surely(a, 0) } else { sg.nonzero(a) & !garbage.lanes() };
                let spot = if decided == 0 { sg.to_all(garbage) } else { Spot::default() };
                sg.set_garbage(dst, 1, &spot);
            }
            Op::SubgroupReduce { scan, kind, dst, a, .. } => {
                let spot = sg.reduction_garbage(scan, sg.garbage_of(a, kind.planes()));
                sg.set_garbage(dst, kind.planes(), &spot);
            }
            _ => {}
        }
    }

    /// Active lanes use garbage: where each got it is told once.
    fn use_garbage(&mut self, sg: &mut Subgroup, spot: &Spot) {
        let line = self.context.program.lines[sg.pc];
        for (at, lanes) in spot.parts() {
            for lane in Lanes(lanes & sg.mask) {
                if let Some(origin) = sg.garbage.origin(at, lane)
                    && !std::mem::replace(&mut origin.used, true)
                {
                    self.sanitizer.uses(origin, line);
                }
            }
        }
    }

    /// The plane at a distance from another, for one lane.
    fn plane_at(sg: &Subgroup, base: Reg, offset: Reg, lane: usize) -> Reg {
        let distance = sg.file[offset as usize + lane];
        base.saturating_add(distance.saturating_mul(sg.exits.len() as u32))
    }

    fn indexed_garbage(&mut self, sg: &mut Subgroup, dst: Reg, base: Reg, offset: Reg) {
        let mut spot = self.read_through(sg, offset);
        for lane in Lanes(sg.mask) {
            let element = sg.garbage_in(Self::plane_at(sg, base, offset, lane));
            spot = spot.and(&element.within(1 << lane));
        }
        let kept = sg.garbage_in(dst).within(sg.live & !sg.mask);
        sg.set_garbage(dst, 1, &spot.and(&kept));
    }

    fn put_garbage(&mut self, sg: &mut Subgroup, base: Reg, offset: Reg, src: Reg) {
        let mask = self.write_through(sg, offset);
        let stored = sg.garbage_in(src);
        for lane in Lanes(mask) {
            let plane = Self::plane_at(sg, base, offset, lane);
            if (plane as usize) < sg.file.len() {
                let kept = sg.garbage_in(plane).within(!(1 << lane));
                sg.set_garbage(plane, 1, &stored.clone().within(1 << lane).and(&kept));
            }
        }
    }
}

fn assign(sg: &mut Subgroup, dst: Reg, src: Reg) {
    let kept = sg.garbage_in(dst).within(sg.live & !sg.mask);
    let spot = sg.garbage_in(src).within(sg.mask).and(&kept);
    sg.set_garbage(dst, 1, &spot);
}
