//! Built-in functions that work component by component.

use super::builder::{Builder, Lowered};
use super::scope::{Scope, Value};
use crate::code::{Bin, Op, Reg, Tern, Un};
use crate::shape::{Kind, Shape};
use naga::{Expression, Handle, MathFunction};
use std::rc::Rc;

impl<'m> Builder<'m> {
    pub fn math(
        &mut self,
        scope: &mut Scope<'m>,
        fun: MathFunction,
        arguments: [Option<Handle<Expression>>; 4],
        _result: Handle<Expression>,
    ) -> Lowered<Value<'m>> {
        let mut regs: Vec<Rc<[Reg]>> = Vec::with_capacity(4);
        for argument in arguments.into_iter().flatten() {
            regs.push(self.plain(scope, argument)?);
        }
        let first = arguments[0]
            .map(|argument| scope.shape(self, argument))
            .transpose()?;
        let Some(shape) = first else {
            return Err(self.unsupported("a function without arguments"));
        };
        let kind = match shape {
            Shape::Scalar(kind) | Shape::Vector { kind, .. } | Shape::Matrix { kind, .. } => kind,
            _ => return Err(self.unsupported(format!("{fun:?} of a composite"))),
        };
        if let Some(results) = self.geometry(fun, &shape, kind, &regs)? {
            return Ok(Value::Plain(results.into()));
        }
        if let Some(results) = self.packing(fun, &regs)? {
            return Ok(Value::Plain(results.into()));
        }
        if matches!(fun, MathFunction::Modf | MathFunction::Frexp) {
            return self.parts(fun, kind, &regs[0]);
        }
        let mut results = Vec::with_capacity(regs[0].len());
        for at in 0..regs.iter().map(|regs| regs.len()).max().unwrap_or(0) {
            let args: Vec<Reg> = regs
                .iter()
                .map(|regs| regs[at.min(regs.len() - 1)])
                .collect();
            results.push(self.component(fun, kind, &args)?);
        }
        Ok(Value::Plain(results.into()))
    }

    /// `modf` and `frexp`: a struct of two scalars or vectors.
    fn parts(&mut self, fun: MathFunction, kind: Kind, regs: &[Reg]) -> Lowered<Value<'m>> {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for &x in regs {
            if fun == MathFunction::Modf {
                let whole = self.un(Un::Trunc, x)?;
                first.push(self.sub(kind, x, whole)?);
                second.push(whole);
            } else {
                first.push(self.un(Un::FrexpFract, x)?);
                second.push(self.un(Un::FrexpExp, x)?);
            }
        }
        first.extend(second);
        Ok(Value::Plain(first.into()))
    }

    /// One component of a component-wise function.
    fn component(&mut self, fun: MathFunction, kind: Kind, args: &[Reg]) -> Lowered<Reg> {
        let x = args[0];
        let result = if kind.is_float() {
            self.float_component(fun, kind, args)?
        } else {
            self.integer_component(fun, kind, args)?
        };
        if let Some(result) = result {
            return Ok(result);
        }
        let name = format!("{fun:?} of {kind:?}");
        let _ = x;
        Err(self.unsupported(name))
    }

    /// A float function that is one instruction of one operand.
    fn float_instruction(fun: MathFunction) -> Option<Un> {
        use MathFunction as M;
        Some(match fun {
            M::Abs => Un::AbsF,
            M::Sign => Un::SignF,
            M::Floor => Un::Floor,
            M::Ceil => Un::Ceil,
            M::Round => Un::Round,
            M::Trunc => Un::Trunc,
            M::Fract => Un::Fract,
            M::Sqrt => Un::Sqrt,
            M::InverseSqrt => Un::InverseSqrt,
            M::Sin => Un::Sin,
            M::Cos => Un::Cos,
            M::Tan => Un::Tan,
            M::Asin => Un::Asin,
            M::Acos => Un::Acos,
            M::Atan => Un::Atan,
            M::Sinh => Un::Sinh,
            M::Cosh => Un::Cosh,
            M::Tanh => Un::Tanh,
            M::Asinh => Un::Asinh,
            M::Acosh => Un::Acosh,
            M::Atanh => Un::Atanh,
            M::Exp => Un::Exp,
            M::Exp2 => Un::Exp2,
            M::Log => Un::Log,
            M::Log2 => Un::Log2,
            M::QuantizeToF16 => Un::RoundF16,
            _ => return None,
        })
    }

    fn float_component(
        &mut self,
        fun: MathFunction,
        kind: Kind,
        args: &[Reg],
    ) -> Lowered<Option<Reg>> {
        use MathFunction as M;
        let x = args[0];
        if let Some(op) = Self::float_instruction(fun) {
            let result = self.un(op, x)?;
            return self.wrap(kind, result).map(Some);
        }
        let result = match fun {
            M::Min => self.bin(Bin::MinF, x, args[1])?,
            M::Max => self.bin(Bin::MaxF, x, args[1])?,
            M::Clamp => {
                let low = self.bin(Bin::MaxF, x, args[1])?;
                self.bin(Bin::MinF, low, args[2])?
            }
            M::Saturate => {
                let (zero, one) = (self.float(0.0), self.float(1.0));
                let low = self.bin(Bin::MaxF, x, zero)?;
                self.bin(Bin::MinF, low, one)?
            }
            M::Atan2 => self.bin(Bin::Atan2, x, args[1])?,
            M::Pow => self.bin(Bin::Pow, x, args[1])?,
            M::Ldexp => self.bin(Bin::Ldexp, x, args[1])?,
            M::Radians => {
                let factor = self.float(std::f32::consts::PI / 180.0);
                self.bin(Bin::MulF, x, factor)?
            }
            M::Degrees => {
                let factor = self.float(180.0 / std::f32::consts::PI);
                self.bin(Bin::MulF, x, factor)?
            }
            M::Step => {
                // step(edge, x): 1 where edge <= x.
                let reached = self.bin(Bin::LeF, x, args[1])?;
                let (one, zero) = (self.float(1.0), self.float(0.0));
                self.select(kind, reached, one, zero)?
            }
            M::Fma => self.tern(Tern::Fma, x, args[1], args[2])?,
            M::Mix => {
                let one = self.float(1.0);
                let rest = self.sub(kind, one, args[2])?;
                let left = self.mul(kind, x, rest)?;
                let right = self.mul(kind, args[1], args[2])?;
                self.add(kind, left, right)?
            }
            M::SmoothStep => self.smooth_step(kind, args)?,
            _ => return Ok(None),
        };
        self.wrap(kind, result).map(Some)
    }

    /// `t * t * (3 - 2 * t)` with `t = clamp((x - low) / (high - low), 0, 1)`.
    fn smooth_step(&mut self, kind: Kind, args: &[Reg]) -> Lowered<Reg> {
        let (low, high, x) = (args[0], args[1], args[2]);
        let distance = self.sub(kind, x, low)?;
        let range = self.sub(kind, high, low)?;
        let ratio = self.div(kind, distance, range)?;
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let t = self.bin(Bin::MaxF, ratio, zero)?;
        let t = self.bin(Bin::MinF, t, one)?;
        let (two, three) = (self.float(2.0), self.float(3.0));
        let twice = self.mul(kind, two, t)?;
        let rest = self.sub(kind, three, twice)?;
        let square = self.mul(kind, t, t)?;
        self.mul(kind, square, rest)
    }

    fn integer_component(
        &mut self,
        fun: MathFunction,
        kind: Kind,
        args: &[Reg],
    ) -> Lowered<Option<Reg>> {
        use MathFunction as M;
        let x = args[0];
        let (signed, wide) = (kind.is_signed(), kind.is_wide());
        let pick = |narrow: (Un, Un), long: (Un, Un)| match (wide, signed) {
            (false, true) => narrow.0,
            (false, false) => narrow.1,
            (true, true) => long.0,
            (true, false) => long.1,
        };
        let op = match fun {
            M::Abs if signed => pick((Un::AbsI, Un::AbsI), (Un::Abs64, Un::Abs64)),
            M::Abs => return Ok(Some(x)),
            M::Sign => pick((Un::SignI, Un::SignI), (Un::Sign64, Un::Sign64)),
            M::Min | M::Max | M::Clamp => return self.min_max(fun, kind, args).map(Some),
            M::ExtractBits | M::InsertBits => return self.bit_field(fun, kind, args).map(Some),
            M::Dot4I8Packed => return self.bin(Bin::Dot4I8, x, args[1]).map(Some),
            M::Dot4U8Packed => return self.bin(Bin::Dot4U8, x, args[1]).map(Some),
            M::CountLeadingZeros => pick((Un::Clz, Un::Clz), (Un::Clz64, Un::Clz64)),
            M::CountTrailingZeros => pick((Un::Ctz, Un::Ctz), (Un::Ctz64, Un::Ctz64)),
            M::CountOneBits => pick(
                (Un::Popcount, Un::Popcount),
                (Un::Popcount64, Un::Popcount64),
            ),
            M::ReverseBits => pick((Un::Reverse, Un::Reverse), (Un::Reverse64, Un::Reverse64)),
            M::FirstTrailingBit => pick(
                (Un::FirstTrailing, Un::FirstTrailing),
                (Un::FirstTrailing64, Un::FirstTrailing64),
            ),
            M::FirstLeadingBit => pick(
                (Un::FirstLeadingI, Un::FirstLeadingU),
                (Un::FirstLeadingI64, Un::FirstLeadingU64),
            ),
            _ => return Ok(None),
        };
        let result = self.un(op, x)?;
        self.wrap(kind, result).map(Some)
    }

    fn min_max(&mut self, fun: MathFunction, kind: Kind, args: &[Reg]) -> Lowered<Reg> {
        let (min, max) = match (kind.is_wide(), kind.is_signed()) {
            (false, true) => (Bin::MinI, Bin::MaxI),
            (false, false) => (Bin::MinU, Bin::MaxU),
            (true, true) => (Bin::MinI64, Bin::MaxI64),
            (true, false) => (Bin::MinU64, Bin::MaxU64),
        };
        match fun {
            MathFunction::Min => self.bin(min, args[0], args[1]),
            MathFunction::Max => self.bin(max, args[0], args[1]),
            _ => {
                let low = self.bin(max, args[0], args[1])?;
                self.bin(min, low, args[2])
            }
        }
    }

    fn bit_field(&mut self, fun: MathFunction, kind: Kind, args: &[Reg]) -> Lowered<Reg> {
        if kind.is_wide() {
            return Err(self.unsupported(format!("{fun:?} of {kind:?}")));
        }
        if fun == MathFunction::ExtractBits {
            let op = if kind.is_signed() {
                Tern::ExtractI
            } else {
                Tern::ExtractU
            };
            return self.tern(op, args[0], args[1], args[2]);
        }
        // insertBits: mask = extract(all ones) << offset, with offset and count clamped as WGSL says.
        let (value, inserted, offset, count) = (args[0], args[1], args[2], args[3]);
        let (ones, width) = (self.word(u32::MAX), self.word(32));
        let offset = self.bin(Bin::MinU, offset, width)?;
        let field = self.tern(Tern::ExtractU, ones, offset, count)?;
        let mask = self.bin(Bin::Shl, field, offset)?;
        let moved = self.bin(Bin::Shl, inserted, offset)?;
        let moved = self.bin(Bin::And, moved, mask)?;
        let clear = self.bin(Bin::Xor, mask, ones)?;
        let kept = self.bin(Bin::And, value, clear)?;
        let dst = self.alloc(1)?;
        self.count(0);
        self.push(Op::Bin {
            op: Bin::Or,
            dst,
            a: kept,
            b: moved,
        });
        Ok(dst)
    }
}
