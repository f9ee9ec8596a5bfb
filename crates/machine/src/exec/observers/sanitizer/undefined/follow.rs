//! Follows undefined values through instructions.

use super::planes::{nonzero, to_all};
use super::values::{UndefinedLanes, UndefinedValues};
use crate::exec::lanes::Lanes;
use crate::exec::observers::sanitizer::Sanitizer;
use crate::exec::subgroup::Subgroup;
use crate::ir::{Bin, Tern};
use crate::ir::{Mem, NONE, Op, Reg, Rmw, TextureDoes};

impl Sanitizer<'_> {
    /// Follows undefined values through the instruction that a subgroup executes next, and reports their uses. Shuffles and
    /// indices out of bounds are events of their own.
    #[cold]
    pub fn follow(&mut self, sg: &Subgroup) {
        let mut values = self.undefined.take(sg);
        let op = self.context.program.ops[sg.pc];
        if !values.compute(sg, op) && !self.follow_access(sg, &mut values, op) {
            self.follow_lanes(sg, &mut values, op);
        }
        self.undefined.put(sg, values);
    }

    /// Accesses to memory, and indices. Returns whether the instruction is one.
    fn follow_access(&mut self, sg: &Subgroup, values: &mut UndefinedValues, op: Op) -> bool {
        let program = self.context.program;
        match op {
            Op::Index { dst, base, index, .. } => {
                let undefined = values.of(sg, base).or(&values.of(sg, index));
                values.set(sg, dst, 1, &undefined);
                values.set_stray(dst, UndefinedLanes::default(), sg.mask);
                // The two may be executed as one.
                if let Op::Load { access, dst } = &program.ops[sg.pc + 1]
                    && access.mem != Mem::Workgroup
                {
                    self.load(sg, values, access, *dst);
                }
            }
            Op::Load { access, dst } => self.load(sg, values, &access, dst),
            Op::Store { access, src } => self.store(sg, values, &access, src),
            Op::RegLoad { dst, base, offset, .. } => self.load_register(sg, values, dst, base, offset),
            Op::RegStore { base, offset, src, .. } => self.store_register(sg, values, base, offset, src),
            Op::Atomic { access, rmw, dst, value, compare } => {
                self.write_through(sg, values, access.dynamic);
                for reg in [value, compare] {
                    let undefined = values.of(sg, reg);
                    self.use_undefined(sg, values, &undefined);
                }
                if dst != NONE {
                    let planes = access.kind.planes() + u32::from(rmw == Rmw::CompareExchange);
                    values.set(sg, dst, planes, &UndefinedLanes::default());
                }
            }
            Op::Texture { op, args, dst } => match program.texture_ops[op as usize].does {
                TextureDoes::Store => {
                    let undefined = values.of_registers(sg, args, 8);
                    self.use_undefined(sg, values, &undefined);
                }
                _ if dst != NONE => {
                    let undefined = values.of_registers(sg, args, 6).within(sg.mask);
                    values.set(sg, dst, 4, &undefined);
                }
                _ => {}
            },
            _ => return false,
        }
        true
    }

    /// Control flow, and operations across lanes.
    fn follow_lanes(&mut self, sg: &Subgroup, values: &mut UndefinedValues, op: Op) {
        match op {
            Op::If { cond: reg, .. }
            | Op::ExitTest { cond: reg, .. }
            | Op::Predicate { cond: reg, .. }
            | Op::Back { cond: reg, .. }
            | Op::Switch { selector: reg, .. } => {
                let undefined = values.of(sg, reg);
                self.use_undefined(sg, values, &undefined);
            }
            Op::Ballot { dst, predicate } => {
                let undefined = to_all(sg, values.of(sg, predicate));
                values.set(sg, dst, 4, &undefined);
            }
            Op::Vote { all, dst, a } => {
                let undefined = values.of(sg, a);
                let decided = sg.mask & if all { values.surely(sg, a, 0) } else { nonzero(sg, a) & !undefined.lanes() };
                let undefined = if decided == 0 { to_all(sg, undefined) } else { UndefinedLanes::default() };
                values.set(sg, dst, 1, &undefined);
            }
            Op::Common { dst, a, .. } => {
                let undefined = to_all(sg, values.of(sg, a));
                values.set(sg, dst, 1, &undefined);
            }
            Op::MultiplyTiles { dst, a, b, c, planes, .. } => {
                let operands = [a, b, c].map(|operand| values.of_registers(sg, operand, planes));
                let undefined = operands.iter().fold(UndefinedLanes::default(), |all, operand| all.or(operand));
                values.set(sg, dst, planes, &to_all(sg, undefined));
            }
            Op::LoadTile { tile, dst } => {
                self.write_through(sg, values, tile.access.dynamic);
                values.set(sg, dst, tile.planes, &UndefinedLanes::default());
            }
            Op::StoreTile { tile, src } => {
                self.write_through(sg, values, tile.access.dynamic);
                let undefined = values.of_registers(sg, src, tile.planes);
                self.use_undefined(sg, values, &undefined);
            }
            Op::SubgroupReduce { scan, kind, dst, a, .. } => {
                let undefined = values.reduced(sg, scan, values.of_registers(sg, a, kind.planes()));
                values.set(sg, dst, kind.planes(), &undefined);
            }
            _ => {}
        }
    }

    /// Active lanes use undefined values: each origin is reported once.
    pub fn use_undefined(&mut self, sg: &Subgroup, values: &mut UndefinedValues, undefined: &UndefinedLanes) {
        let line = self.context.program.lines[sg.pc];
        for (at, lanes) in undefined.parts() {
            for lane in Lanes(lanes & sg.mask) {
                if let Some(origin) = values.origin(at, lane)
                    && !std::mem::replace(&mut origin.used, true)
                {
                    self.uses(origin, line);
                }
            }
        }
    }

    /// The plane at a distance from another, for one lane.
    fn plane_at(sg: &Subgroup, base: Reg, offset: Reg, lane: usize) -> Reg {
        let distance = sg.file[offset as usize + lane];
        base.saturating_add(distance.saturating_mul(sg.exits.len() as u32))
    }

    fn load_register(&mut self, sg: &Subgroup, values: &mut UndefinedValues, dst: Reg, base: Reg, offset: Reg) {
        let mut undefined = self.read_through(sg, values, offset);
        for lane in Lanes(sg.mask) {
            let element = values.of(sg, Self::plane_at(sg, base, offset, lane));
            undefined = undefined.or(&element.within(1 << lane));
        }
        let kept = values.of(sg, dst).within(sg.live & !sg.mask);
        values.set(sg, dst, 1, &undefined.or(&kept));
    }

    fn store_register(&mut self, sg: &Subgroup, values: &mut UndefinedValues, base: Reg, offset: Reg, src: Reg) {
        let mask = self.write_through(sg, values, offset);
        let stored = values.of(sg, src);
        for lane in Lanes(mask) {
            let plane = Self::plane_at(sg, base, offset, lane);
            if (plane as usize) < sg.file.len() {
                let kept = values.of(sg, plane).within(!(1 << lane));
                values.set(sg, plane, 1, &stored.clone().within(1 << lane).or(&kept));
            }
        }
    }
}

impl UndefinedValues {
    /// Arithmetic and moves. Returns whether the instruction is one.
    fn compute(&mut self, sg: &Subgroup, op: Op) -> bool {
        let (dst, planes, undefined) = match op {
            Op::Un { op, dst, a } => (dst, op.planes(), self.of_registers(sg, a, if op.is_wide() { 2 } else { 1 })),
            Op::Bin { op, dst, a, b } => (dst, op.planes(), self.of_two(sg, op, a, b)),
            Op::Tern { op: Tern::Select, dst, a, b, c } => (dst, 1, self.of_choice(sg, [a, b, c])),
            Op::Tern { op: Tern::MulAddI, dst, a, b, c } => {
                (dst, 1, self.of_two(sg, Bin::MulI, a, b).or(&self.of(sg, c)))
            }
            Op::Tern { dst, a, b, c, .. } => (dst, 1, self.of(sg, a).or(&self.of(sg, b)).or(&self.of(sg, c))),
            Op::Mov { dst, src } => (dst, 1, self.of(sg, src)),
            Op::Assign { dst, src } => {
                let kept = self.of(sg, dst).within(sg.live & !sg.mask);
                (dst, 1, self.of(sg, src).within(sg.mask).or(&kept))
            }
            Op::Length { dst, .. } => (dst, 1, UndefinedLanes::default()),
            _ => return false,
        };
        self.set(sg, dst, planes, &undefined);
        true
    }
}
