//! Emits instructions, with what they cost.

use super::builder::{Builder, Lowered};
use super::chain::{reads, writes};
use super::expansion::exact_reciprocal;
use super::term::consecutive;
use crate::code::{Access, CONSTANT, Mem, NONE, Op, Reg};
use crate::operation::{Bin, Tern, Un};
use crate::program::{Cost, Segment, Site};
use crate::shape::Kind;
use std::cell::Cell;

impl Builder<'_> {
    /// Adds an instruction that costs nothing on a GPU, or whose cost is counted elsewhere.
    pub fn push(&mut self, op: Op) {
        self.wait_for_operands(op);
        self.follow(op);
        self.append(op);
    }

    /// Adds an instruction that stands on the current line.
    fn append(&mut self, op: Op) {
        self.ops.push(op);
        self.lines.resize(self.ops.len(), self.line);
    }

    /// An instruction that reads what was loaded waits for it, and for all loads before it.
    fn wait_for_operands(&mut self, op: Op) {
        if self.loading.is_empty() {
            return;
        }
        let loading = &self.loading;
        let waits = Cell::new(matches!(op, Op::Barrier { .. }));
        let mut reads = op;
        reads.map_registers(&|reg| {
            waits.set(waits.get() || loading.iter().any(|range| range.contains(&reg)));
            reg
        });
        if waits.get() {
            self.loading.clear();
        }
    }

    /// Adds an instruction after which other lanes may be active.
    pub fn push_control(&mut self, op: Op) {
        self.wait_for_operands(op);
        self.append(op);
        self.begin_line();
        self.open = false;
    }

    /// Counts one instruction of `flop` floating-point operations a lane on the current line.
    pub fn count(&mut self, flop: u32) {
        if self.uncounted {
            // Of no cost, but a place for what an iteration hands to the next.
            self.open_segment();
            return;
        }
        self.last_flop = flop;
        let cost = self.cost();
        cost.instructions += 1;
        cost.flop += flop;
    }

    /// Begins a segment unless one is open.
    pub fn open_segment(&mut self) {
        if !self.open {
            self.append(Op::Segment(self.segments.len() as u32));
            self.segments.push(Segment::default());
            self.open = true;
        }
    }

    /// The cost of the current line in the current segment.
    fn cost(&mut self) -> &mut Cost {
        self.open_segment();
        let line = self.line;
        let last = self.segments.len() - 1;
        let costs = &mut self.segments[last].costs;
        let at = costs.iter().rposition(|cost| cost.line == line);
        let at = at.unwrap_or_else(|| {
            costs.push(Cost { line, ..Cost::default() });
            costs.len() - 1
        });
        &mut costs[at]
    }

    /// Counts one instruction of arithmetic, which may take some of the special function unit.
    pub fn count_arithmetic(&mut self, flop: u32, special: u32) {
        self.count(flop);
        if !self.uncounted {
            let cost = self.cost();
            cost.float += u32::from(flop > 0);
            cost.integer += u32::from(flop == 0);
            cost.special += special;
        }
    }

    /// Says that the last instruction was in `f16`.
    pub fn half(&mut self) {
        let flop = std::mem::take(&mut self.last_flop);
        if flop == 0 {
            return;
        }
        let room = if self.packs() { 0 } else { flop * self.machine.packed_f16 };
        let cost = self.cost();
        cost.f16_flop += flop;
        cost.f16_room += room;
    }

    /// Notes where the last instruction, in `f16`, is done along with that of an earlier component.
    pub fn note_packed(&mut self) {
        if self.packs() {
            self.packed.insert(self.ops.len() - 1);
        }
    }

    /// Whether the last instruction, in `f16`, is done along with that of an earlier component. The special function unit takes one at
    /// a time.
    fn packs(&self) -> bool {
        let packs = match self.ops.last() {
            Some(Op::Bin { op, .. }) => matches!(op, Bin::AddF | Bin::SubF | Bin::MulF | Bin::MinF | Bin::MaxF),
            Some(Op::Tern { op, .. }) => *op == Tern::Fma,
            _ => false,
        };
        packs && !self.component.is_multiple_of(self.machine.packed_f16)
    }

    /// Notes where the last instruction is for the upper half of a value.
    pub fn note_half(&mut self, plane: u32) {
        if plane > 0 {
            self.halves.insert(self.ops.len() - 1);
        }
    }

    /// Adds arithmetic on these operands.
    fn compute(&mut self, op: Op, operands: &[Reg]) {
        self.push(op);
        if operands.iter().all(|reg| reg & CONSTANT != 0) {
            self.invariant.insert(self.ops.len() - 1);
        }
    }

    pub fn un(&mut self, op: Un, a: Reg) -> Lowered<Reg> {
        self.count_arithmetic(op.flop(), op.special());
        let dst = self.alloc(op.planes())?;
        self.compute(Op::Un { op, dst, a }, &[a]);
        Ok(dst)
    }

    pub fn bin(&mut self, op: Bin, a: Reg, b: Reg) -> Lowered<Reg> {
        if op == Bin::DivF
            && let Some(reciprocal) = self.fixed(b).and_then(exact_reciprocal)
        {
            let reciprocal = self.word(reciprocal);
            return self.bin(Bin::MulF, a, reciprocal);
        }
        // 2.5 ULP are allowed (WGSL specification, accuracy of division): compilers multiply by the rounded reciprocal.
        let op = if op == Bin::DivF && self.fixed(b).is_some() { Bin::DivByF } else { op };
        self.count_arithmetic(op.flop(), op.special());
        let dst = self.alloc(op.planes())?;
        self.compute(Op::Bin { op, dst, a, b }, &[a, b]);
        Ok(dst)
    }

    pub fn tern(&mut self, op: Tern, a: Reg, b: Reg, c: Reg) -> Lowered<Reg> {
        self.count_arithmetic(op.flop(), op.special());
        let dst = self.alloc(op.planes())?;
        self.compute(Op::Tern { op, dst, a, b, c }, &[a, b, c]);
        Ok(dst)
    }

    /// Adds to the product that the last instruction made and nothing else needs: both in one go. They still count as
    /// two instructions, and round as such. `None` where the last instruction did not make `product`.
    pub fn multiply_add(&mut self, product: Reg, other: Reg) -> Lowered<Option<Reg>> {
        let (op, a, b) = match self.ops.last() {
            Some(&Op::Bin { op, dst, a, b }) if dst == product && other != product => (op, a, b),
            _ => return Ok(None),
        };
        let (op, sum) = match op {
            Bin::MulI => (Tern::MulAddI, Bin::AddI),
            Bin::MulF => (Tern::MulAddF, Bin::AddF),
            _ => return Ok(None),
        };
        self.count_arithmetic(sum.flop(), 0);
        self.ops.pop();
        let dst = self.alloc(1)?;
        self.push(Op::Tern { op, dst, a, b, c: other });
        Ok(Some(dst))
    }

    /// Selects a value of any kind: `condition ? accept : reject`.
    pub fn select(&mut self, kind: Kind, condition: Reg, accept: Reg, reject: Reg) -> Lowered<Reg> {
        self.count_arithmetic(0, 0);
        let dst = self.alloc(kind.planes())?;
        for plane in 0..kind.planes() {
            let (a, b, c) = (condition, accept + plane, reject + plane);
            self.push(Op::Tern { op: Tern::Select, dst: dst + plane, a, b, c });
            self.note_half(plane);
        }
        Ok(dst)
    }

    /// Copies a value of any kind to `dst`, for all lanes or for the active ones.
    pub fn copy(&mut self, kind: Kind, dst: Reg, src: Reg, masked: bool) {
        for plane in 0..kind.planes() {
            let (dst, src) = (dst + plane, src + plane);
            self.push(if masked { Op::Assign { dst, src } } else { Op::Mov { dst, src } });
        }
    }

    /// Copies scalars of these kinds to the registers from `base` on.
    pub fn copy_all(&mut self, kinds: &[Kind], base: Reg, from: &[Reg], masked: bool) {
        for ((&src, &dst), &kind) in from.iter().zip(consecutive(base, kinds).iter()).zip(kinds) {
            self.copy(kind, dst, src, masked);
        }
    }

    /// A load, store or atomic: counted as one instruction.
    pub fn memory(&mut self, op: Op) {
        self.count(0);
        self.push(op);
        let (access, dst, planes) = match op {
            Op::Load { access, dst } => (access, dst, u32::from(access.size) * access.kind.planes()),
            Op::Atomic { access, dst, .. } if dst != NONE => (access, dst, access.kind.planes() + 1),
            _ => return,
        };
        // The constant cache answers like an instruction: nothing else is waited for beside it.
        if self.never_changes(access.mem) {
            return;
        }
        let depth = self.depth_of_load(access);
        self.set_depth(dst, planes, depth);
        if self.loading.is_empty() && depth <= self.issued {
            // A compiler moves it up to the loads that were waited for: nothing it needs came later.
            return;
        }
        self.sites[access.site as usize].waits |= self.loading.is_empty();
        self.issued = self.issued.max(depth);
        self.loading.push(dst..dst + planes);
    }

    /// How many loads of this straight line follow each other up to this one: it needs what they gave, or what was stored
    /// after them.
    fn depth_of_load(&self, access: Access) -> u32 {
        let address = self.depths.get(&access.dynamic).copied().unwrap_or(0);
        let constant = matches!(access.mem, Mem::Buffer(buffer) if !self.buffers[buffer as usize].writable);
        let stored = if constant { 0 } else { self.stored };
        address.max(stored) + 1
    }

    fn set_depth(&mut self, dst: Reg, planes: u32, depth: u32) {
        for plane in dst..dst + planes {
            self.depths.insert(plane, depth);
        }
    }

    /// What an instruction makes comes after the loads that its operands came from.
    fn follow(&mut self, op: Op) {
        if matches!(op, Op::Barrier { .. }) {
            return self.begin_line();
        }
        if matches!(op, Op::Store { .. } | Op::Atomic { .. }) {
            self.stored = self.issued;
        }
        if self.issued == 0 {
            return;
        }
        let written = writes(op);
        let depth = |reg: Reg| self.depths.get(&reg).copied().unwrap_or(0);
        let deepest = reads(op, &written).into_iter().map(depth).max().unwrap_or(0);
        // Registers are used again: what held a loaded value may now hold what needs none.
        for reg in written {
            match deepest {
                0 => self.depths.remove(&reg),
                _ => self.depths.insert(reg, deepest),
            };
        }
    }

    /// A straight line begins: what was loaded before it has come.
    fn begin_line(&mut self) {
        self.depths.clear();
        (self.issued, self.stored) = (0, 0);
    }

    pub fn site(&mut self, name: &str, signed: bool) -> u32 {
        self.sites.push(Site {
            line: self.line,
            name: name.to_owned(),
            signed,
            waits: false,
            ahead: false,
            shared: false,
            unrolled: false,
            repeated: false,
            alike_passes: 1,
            counts: false,
            combines: false,
            scalar: false,
            local: false,
            row_bytes: 0,
            vector_bytes: 0,
            returns: false,
            combined_by: None,
        });
        self.sites.len() as u32 - 1
    }
}

/// The access of one scalar or vector.
pub fn access_of(access: &Access, offset: u32, kind: Kind, size: u32) -> Access {
    Access { offset, kind, size: size as u8, ..*access }
}
