//! Built-in functions that take a few instructions a component.

use super::builder::{Builder, Lowered};
use super::builtin_functions::{Arguments, extremes};
use crate::ir::{Bin, Tern, Un};
use crate::ir::{Op, Reg};
use crate::type_layout::Kind;

impl<'m> Builder<'m> {
    pub(super) fn absolute(&mut self, kind: Kind, x: &[Reg]) -> Lowered<Reg> {
        let op = match kind {
            Kind::F16 | Kind::F32 => Un::AbsF,
            Kind::I16 | Kind::I32 => Un::AbsI,
            Kind::I64 => Un::Abs64,
            Kind::Bool | Kind::U16 | Kind::U32 | Kind::U64 => return Ok(x[0]),
        };
        let result = self.un(op, x[0])?;
        match kind.is_float() {
            true => Ok(result),
            false => self.wrap(kind, result),
        }
    }

    pub(super) fn clamp(&mut self, kind: Kind, x: Reg, low: Reg, high: Reg) -> Lowered<Reg> {
        let (min, max) = extremes(kind);
        let raised = self.bin(max, x, low)?;
        self.bin(min, raised, high)
    }

    pub(super) fn scaled(&mut self, x: Reg, factor: f32) -> Lowered<Reg> {
        let factor = self.float(factor);
        self.bin(Bin::MulF, x, factor)
    }

    /// `modf`: a struct of two scalars or vectors.
    pub(super) fn modf(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let (mut fractions, mut wholes) = (Vec::new(), Vec::new());
        for &x in call.args[0].iter() {
            let whole = self.un(Un::Trunc, x)?;
            fractions.push(self.sub(call.kind, x, whole)?);
            wholes.push(whole);
        }
        Ok([fractions, wholes].concat())
    }

    /// `frexp`: a struct of two scalars or vectors.
    pub(super) fn frexp(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let (mut fractions, mut exponents) = (Vec::new(), Vec::new());
        for &x in call.args[0].iter() {
            fractions.push(self.un(Un::FrexpFract, x)?);
            exponents.push(self.un(Un::FrexpExp, x)?);
        }
        Ok([fractions, exponents].concat())
    }

    /// `step(edge, x)`: 1 where `edge <= x`.
    pub(super) fn step(&mut self, kind: Kind, x: &[Reg]) -> Lowered<Reg> {
        let reached = self.bin(Bin::LeF, x[0], x[1])?;
        let (one, zero) = (self.float(1.0), self.float(0.0));
        self.select(kind, reached, one, zero)
    }

    pub(super) fn mix(&mut self, kind: Kind, x: &[Reg]) -> Lowered<Reg> {
        let one = self.float(1.0);
        let rest = self.sub(kind, one, x[2])?;
        let left = self.mul(kind, x[0], rest)?;
        let right = self.mul(kind, x[1], x[2])?;
        self.add(kind, left, right)
    }

    /// `t * t * (3 - 2 * t)` with `t = clamp((x - low) / (high - low), 0, 1)`.
    pub(super) fn smooth_step(&mut self, kind: Kind, args: &[Reg]) -> Lowered<Reg> {
        let (low, high, x) = (args[0], args[1], args[2]);
        let distance = self.sub(kind, x, low)?;
        let range = self.sub(kind, high, low)?;
        let ratio = self.div(kind, distance, range)?;
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let t = self.clamp(kind, ratio, zero, one)?;
        let (two, three) = (self.float(2.0), self.float(3.0));
        let twice = self.mul(kind, two, t)?;
        let rest = self.sub(kind, three, twice)?;
        let square = self.mul(kind, t, t)?;
        self.mul(kind, square, rest)
    }

    pub(super) fn extract_bits(&mut self, kind: Kind, x: &[Reg]) -> Lowered<Reg> {
        self.refuse_wide("extractBits", kind)?;
        let op = match kind.is_signed() {
            true => Tern::ExtractI,
            false => Tern::ExtractU,
        };
        self.tern(op, x[0], x[1], x[2])
    }

    /// `insertBits`: mask = extract(all ones) << offset, with offset and count clamped as WGSL says.
    pub(super) fn insert_bits(&mut self, kind: Kind, x: &[Reg]) -> Lowered<Reg> {
        self.refuse_wide("insertBits", kind)?;
        let (value, inserted, offset, count) = (x[0], x[1], x[2], x[3]);
        let (ones, width) = (self.word(u32::MAX), self.word(32));
        let offset = self.bin(Bin::MinU, offset, width)?;
        let field = self.tern(Tern::ExtractU, ones, offset, count)?;
        let mask = self.bin(Bin::Shl, field, offset)?;
        let moved = self.bin(Bin::Shl, inserted, offset)?;
        let moved = self.bin(Bin::And, moved, mask)?;
        let clear = self.bin(Bin::Xor, mask, ones)?;
        let kept = self.bin(Bin::And, value, clear)?;
        let dst = self.alloc(1)?;
        self.count_arithmetic(0, 0, 1);
        self.push(Op::Bin { op: Bin::Or, dst, a: kept, b: moved });
        Ok(dst)
    }

    fn refuse_wide(&self, name: &str, kind: Kind) -> Lowered<()> {
        match kind.is_wide() {
            true => Err(self.unsupported(format!("{name} of {kind:?}"))),
            false => Ok(()),
        }
    }
}
