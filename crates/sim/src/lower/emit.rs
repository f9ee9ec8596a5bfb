//! Emits instructions, with what they cost.

use super::builder::{Builder, Lowered};
use super::term::consecutive;
use crate::ir::{Access, CONSTANT, Op, Reg};
use crate::ir::{Bin, Tern, Un};
use crate::ir::{Cost, Segment, Site};
use crate::type_layout::Kind;

impl Builder<'_> {
    /// Adds an instruction that stands on the current line.
    pub fn push(&mut self, op: Op) {
        self.ops.push(op);
        self.lines.resize(self.ops.len(), self.line);
        self.code.counts.push(std::mem::take(&mut self.pending));
    }

    /// Adds an instruction after which other lanes may be active.
    pub fn push_control(&mut self, op: Op) {
        self.push(op);
        self.open = false;
    }

    /// Counts one instruction of `flop` floating-point operations a lane on the current line.
    pub fn count(&mut self, flop: u32) {
        if self.uncounted {
            // Of no cost, but a place for what an iteration hands to the next.
            self.open_segment();
            return;
        }
        self.pending += 1;
        let cost = self.cost();
        cost.instructions += 1;
        cost.flop += flop;
    }

    /// Begins a segment unless one is open.
    pub fn open_segment(&mut self) {
        if !self.open {
            let pending = std::mem::take(&mut self.pending);
            self.push(Op::Segment(self.segments.len() as u32));
            self.pending = pending;
            self.segments.push(Segment::default());
            self.open = true;
        }
    }

    /// The cost of the current line in the current segment.
    pub fn cost(&mut self) -> &mut Cost {
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

    /// Counts one instruction of arithmetic, of so many operations on integers, which may take some of the special function unit.
    pub fn count_arithmetic(&mut self, flop: u32, special: u32, integers: u32) {
        self.count(flop);
        if !self.uncounted {
            let cost = self.cost();
            cost.integer_operations += integers;
            cost.float += u32::from(flop > 0);
            cost.integer += u32::from(flop == 0);
            cost.special += special;
        }
    }

    /// Notes that the last instruction was in `f16`.
    pub fn note_half(&mut self) {
        let last = self.ops.len() - 1;
        self.code.halves.insert(last, self.component);
        if !self.uncounted {
            self.cost().f16_flop += self.ops[last].flop();
        }
    }

    /// Notes where the last instruction is for the upper word of a value.
    pub fn note_upper_word(&mut self, plane: u32) {
        if plane > 0 {
            self.code.upper_words.insert(self.ops.len() - 1);
        }
    }

    /// Adds arithmetic on these operands.
    fn compute(&mut self, op: Op, operands: &[Reg]) {
        self.push(op);
        if operands.iter().all(|reg| reg & CONSTANT != 0) {
            self.code.invariant.insert(self.ops.len() - 1);
        }
    }

    pub fn un(&mut self, op: Un, a: Reg) -> Lowered<Reg> {
        self.count_arithmetic(op.flop(), op.special(), op.integer_operations());
        let dst = self.alloc(op.planes())?;
        self.compute(Op::Un { op, dst, a }, &[a]);
        Ok(dst)
    }

    pub fn bin(&mut self, op: Bin, a: Reg, b: Reg) -> Lowered<Reg> {
        if op == Bin::DivF
            && let Some(reciprocal) = self.literal_of(b).and_then(exact_reciprocal)
        {
            let reciprocal = self.word(reciprocal);
            return self.bin(Bin::MulF, a, reciprocal);
        }
        // 2.5 ULP are allowed (WGSL specification, accuracy of division): compilers multiply by the rounded reciprocal.
        let op = if op == Bin::DivF && self.literal_of(b).is_some() { Bin::DivByF } else { op };
        self.count_arithmetic(op.flop(), op.special(), op.integer_operations());
        let dst = self.alloc(op.planes())?;
        self.compute(Op::Bin { op, dst, a, b }, &[a, b]);
        Ok(dst)
    }

    pub fn tern(&mut self, op: Tern, a: Reg, b: Reg, c: Reg) -> Lowered<Reg> {
        self.count_arithmetic(op.flop(), op.special(), op.integer_operations());
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
        self.count_arithmetic(sum.flop(), 0, sum.integer_operations());
        self.ops.pop();
        self.pending += self.code.counts.pop().unwrap_or_default();
        self.code.invariant.remove(&self.ops.len());
        let dst = self.alloc(1)?;
        self.push(Op::Tern { op, dst, a, b, c: other });
        Ok(Some(dst))
    }

    /// Selects a value of any kind: `condition ? accept : reject`.
    pub fn select(&mut self, kind: Kind, condition: Reg, accept: Reg, reject: Reg) -> Lowered<Reg> {
        self.count_arithmetic(0, 0, 0);
        let dst = self.alloc(kind.planes())?;
        for plane in 0..kind.planes() {
            let (a, b, c) = (condition, accept + plane, reject + plane);
            self.push(Op::Tern { op: Tern::Select, dst: dst + plane, a, b, c });
            self.note_upper_word(plane);
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
    }

    pub fn site(&mut self, name: &str, signed: bool) -> u32 {
        self.sites.push(Site {
            line: self.line,
            name: name.to_owned(),
            signed,
            shared: false,
            counts: false,
            combines: false,
            row_bytes: 0,
            vector_bytes: 0,
            returns: false,
            reads_only: false,
            combined_by: None,
            tile: false,
        });
        self.sites.len() as u32 - 1
    }
}

/// The access of one scalar or vector.
pub fn access_of(access: &Access, offset: u32, kind: Kind, size: u32) -> Access {
    Access { offset, kind, size: size as u8, ..*access }
}

/// The bits of the reciprocal of an f32, where it is exact: of a power of two. A division by one is a product with it.
fn exact_reciprocal(bits: u32) -> Option<u32> {
    const FRACTION: u32 = (1 << 23) - 1;
    let exponent = bits >> 23 & 0xff;
    let normal = bits & FRACTION == 0 && (1..=253).contains(&exponent);
    normal.then(|| bits & 1 << 31 | (254 - exponent) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_have_exact_reciprocals() {
        for (value, reciprocal) in [(4.0, Some(0.25)), (-0.5, Some(-2.0)), (1.0, Some(1.0)), (3.0, None), (0.0, None)] {
            let value: f32 = value;
            assert_eq!(exact_reciprocal(value.to_bits()).map(f32::from_bits), reciprocal, "{value}");
        }
        assert_eq!(exact_reciprocal(f32::INFINITY.to_bits()), None);
        // Its reciprocal would be subnormal.
        assert_eq!(exact_reciprocal(127_f32.exp2().to_bits()), None);
    }
}
