//! Conversions and bit casts.

use super::builder::{Builder, Lowered};
use super::builtin_functions::extremes;
use super::scope::Scope;
use super::term::Value;
use crate::ir::{Bin, Un};
use crate::ir::{Op, Reg};
use crate::type_layout::Kind;
use naga::{Expression, Handle, Scalar, ScalarKind};

impl<'m> Builder<'m> {
    pub fn cast(
        &mut self,
        scope: &mut Scope<'m>,
        operand: Handle<Expression>,
        kind: ScalarKind,
        convert: Option<u8>,
    ) -> Lowered<Value<'m>> {
        let from = self.kind(scope, operand)?;
        let regs = self.plain(scope, operand)?;
        let Some(width) = convert else {
            let to = self.check(Kind::of(Scalar { kind, width: from.bytes() as u8 }))?;
            return Ok(Value::Plain(self.bitcast(&regs, from, to)?.into()));
        };
        let to = self.check(Kind::of(Scalar { kind, width }))?;
        Ok(Value::Plain(regs.iter().map(|&reg| self.convert(reg, from, to)).collect::<Lowered<_>>()?))
    }

    /// Reinterprets the bits. naga keeps the component width, so planes stay planes, except that `f16` is held widened.
    fn bitcast(&mut self, regs: &[Reg], from: Kind, to: Kind) -> Lowered<Vec<Reg>> {
        let mut results = Vec::with_capacity(regs.len());
        for &reg in regs {
            let bits = match from {
                Kind::F16 if to != Kind::F16 => self.un(Un::ToF16Bits, reg)?,
                _ => reg,
            };
            results.push(match to {
                Kind::F16 if from != Kind::F16 => self.un(Un::FromF16Bits, bits)?,
                Kind::I16 => self.un(Un::SignExtend16, bits)?,
                Kind::U16 => {
                    let mask = self.word(0xffff);
                    self.bin(Bin::And, bits, mask)?
                }
                _ => bits,
            });
        }
        Ok(results)
    }

    /// Converts a value: WGSL's constructors `i32(x)`, `f32(x)`, ...
    pub fn convert(&mut self, reg: Reg, from: Kind, to: Kind) -> Lowered<Reg> {
        if from == to {
            return Ok(reg);
        }
        match (from, to) {
            (_, Kind::Bool) => self.bool_of(reg, from),
            (Kind::F16 | Kind::F32, Kind::F16) => self.un(Un::RoundF16, reg),
            (Kind::F16 | Kind::F32, Kind::F32) => Ok(reg),
            (Kind::F16 | Kind::F32, _) => self.float_to_int(reg, from, to),
            (_, Kind::F16 | Kind::F32) => self.int_to_float(reg, from, to),
            _ => self.int_to_int(reg, from, to),
        }
    }

    fn bool_of(&mut self, reg: Reg, from: Kind) -> Lowered<Reg> {
        let zero = self.word(0);
        match from {
            Kind::F16 | Kind::F32 => self.bin(Bin::NeF, reg, zero),
            Kind::I64 | Kind::U64 => self.un(Un::NonZero64, reg),
            _ => self.bin(Bin::NeI, reg, zero),
        }
    }

    /// Clamps to what both types hold; NaN gives 0.
    fn float_to_int(&mut self, reg: Reg, from: Kind, to: Kind) -> Lowered<Reg> {
        let whole = self.un(
            match to {
                Kind::I64 => Un::F32ToI64,
                Kind::U64 => Un::F32ToU64,
                Kind::U32 | Kind::U16 => Un::F32ToU32,
                _ => Un::F32ToI32,
            },
            reg,
        )?;
        let (low, high): (i64, i64) = match to {
            Kind::I16 => (-0x8000, 0x7fff),
            Kind::U16 => (0, 0xffff),
            _ if from == Kind::F16 => (-65504, 65504),
            _ => return Ok(whole),
        };
        let (min, max) = extremes(to);
        let low = if to.is_signed() { low } else { 0 };
        let bound = |builder: &mut Self, value: i64| match to.is_wide() {
            true => builder.wide(value as u64),
            false => builder.word(value as u32),
        };
        let (low, high) = (bound(self, low), bound(self, high));
        let whole = self.bin(max, whole, low)?;
        self.bin(min, whole, high)
    }

    fn int_to_float(&mut self, reg: Reg, from: Kind, to: Kind) -> Lowered<Reg> {
        let value = self.un(
            match from {
                Kind::I64 => Un::I64ToF32,
                Kind::U64 => Un::U64ToF32,
                Kind::I16 | Kind::I32 => Un::I32ToF32,
                _ => Un::U32ToF32,
            },
            reg,
        )?;
        self.wrap(to, value)
    }

    fn int_to_int(&mut self, reg: Reg, from: Kind, to: Kind) -> Lowered<Reg> {
        if !to.is_wide() {
            // The low plane, brought to the width.
            return self.wrap(to, reg);
        }
        if from.is_wide() {
            return Ok(reg);
        }
        self.count_arithmetic(0, 0, 0);
        let high = if from.is_signed() {
            let shift = self.word(31);
            let dst = self.alloc(1)?;
            self.push(Op::Bin { op: Bin::ShrI, dst, a: reg, b: shift });
            dst
        } else {
            self.word(0)
        };
        let pair = self.alloc(2)?;
        self.push(Op::Mov { dst: pair, src: reg });
        self.push(Op::Mov { dst: pair + 1, src: high });
        Ok(pair)
    }
}
