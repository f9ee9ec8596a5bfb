//! WGSL's built-in functions: a row each.

use super::builder::{Builder, Lowered};
use super::scope::Scope;
use super::term::Value;
use crate::ir::Reg;
use crate::ir::{Bin, Tern, Un};
use crate::type_layout::{Kind, Shape};
use naga::{Expression, Handle, MathFunction};
use std::rc::Rc;

/// The arguments of a built-in function.
pub(super) struct Arguments<'a, 'm> {
    /// The type of the first argument, and its scalars'.
    pub shape: Shape<'m>,
    pub kind: Kind,
    pub args: &'a [Rc<[Reg]>],
}

/// How a built-in function is computed.
enum Builtin<'m> {
    /// Component by component with one instruction: for floats, and for i32, u32, i64 and u64.
    Instruction(Option<Un>, Option<[Un; 4]>),
    Component(fn(&mut Builder<'m>, Kind, &[Reg]) -> Lowered<Reg>),
    Whole(fn(&mut Builder<'m>, &Arguments<'_, 'm>) -> Lowered<Vec<Reg>>),
}

use Builtin::{Component, Instruction, Whole};

const fn float<'m>(op: Un) -> Builtin<'m> {
    Instruction(Some(op), None)
}

const fn integer<'m>(narrow: Un, wide: Un) -> Builtin<'m> {
    Instruction(None, Some([narrow, narrow, wide, wide]))
}

/// How a function is computed that is one instruction a component, of floats, of integers or of both.
fn instruction<'m>(fun: MathFunction) -> Option<Builtin<'m>> {
    use MathFunction as M;
    Some(match fun {
        M::Cos => float(Un::Cos),
        M::Cosh => float(Un::Cosh),
        M::Sin => float(Un::Sin),
        M::Sinh => float(Un::Sinh),
        M::Tan => float(Un::Tan),
        M::Tanh => float(Un::Tanh),
        M::Acos => float(Un::Acos),
        M::Asin => float(Un::Asin),
        M::Atan => float(Un::Atan),
        M::Asinh => float(Un::Asinh),
        M::Acosh => float(Un::Acosh),
        M::Atanh => float(Un::Atanh),
        M::Ceil => float(Un::Ceil),
        M::Floor => float(Un::Floor),
        M::Round => float(Un::Round),
        M::Fract => float(Un::Fract),
        M::Trunc => float(Un::Trunc),
        M::Exp => float(Un::Exp),
        M::Exp2 => float(Un::Exp2),
        M::Log => float(Un::Log),
        M::Log2 => float(Un::Log2),
        M::Sign => Instruction(Some(Un::SignF), Some([Un::SignI, Un::SignI, Un::Sign64, Un::Sign64])),
        M::Sqrt => float(Un::Sqrt),
        M::InverseSqrt => float(Un::InverseSqrt),
        M::QuantizeToF16 => float(Un::RoundF16),
        M::CountTrailingZeros => integer(Un::Ctz, Un::Ctz64),
        M::CountLeadingZeros => integer(Un::Clz, Un::Clz64),
        M::CountOneBits => integer(Un::Popcount, Un::Popcount64),
        M::ReverseBits => integer(Un::Reverse, Un::Reverse64),
        M::FirstTrailingBit => integer(Un::FirstTrailing, Un::FirstTrailing64),
        M::FirstLeadingBit => {
            Instruction(None, Some([Un::FirstLeadingI, Un::FirstLeadingU, Un::FirstLeadingI64, Un::FirstLeadingU64]))
        }
        _ => return None,
    })
}

/// How a function is computed that packs several numbers into a word, or unpacks a word.
fn packing<'m>(fun: MathFunction) -> Option<Builtin<'m>> {
    use MathFunction as M;
    Some(match fun {
        M::Pack4x8snorm => Whole(|b, call| b.pack(call, 8, Un::PackSnorm8)),
        M::Pack4x8unorm => Whole(|b, call| b.pack(call, 8, Un::PackUnorm8)),
        M::Pack2x16snorm => Whole(|b, call| b.pack(call, 16, Un::PackSnorm16)),
        M::Pack2x16unorm => Whole(|b, call| b.pack(call, 16, Un::PackUnorm16)),
        M::Pack2x16float => Whole(|b, call| b.pack(call, 16, Un::ToF16Bits)),
        M::Pack4xI8 | M::Pack4xU8 => Whole(|b, call| b.pack_bytes(&call.args[0])),
        M::Pack4xI8Clamp => Whole(|b, call| b.pack_clamped(call, Kind::I32, [-128, 127])),
        M::Pack4xU8Clamp => Whole(|b, call| b.pack_clamped(call, Kind::U32, [0, 255])),
        M::Unpack4x8snorm => Whole(|b, call| b.unpack(call, 8, Un::UnpackSnorm8)),
        M::Unpack4x8unorm => Whole(|b, call| b.unpack(call, 8, Un::UnpackUnorm8)),
        M::Unpack2x16snorm => Whole(|b, call| b.unpack(call, 16, Un::UnpackSnorm16)),
        M::Unpack2x16unorm => Whole(|b, call| b.unpack(call, 16, Un::UnpackUnorm16)),
        M::Unpack2x16float => Whole(|b, call| b.unpack(call, 16, Un::FromF16Bits)),
        M::Unpack4xI8 => Whole(|b, call| b.unpack(call, 8, Un::SignExtend8)),
        M::Unpack4xU8 => Whole(Builder::unpack_bytes),
        _ => return None,
    })
}

/// How any other function is computed; `None` for one that naga has and the simulator has not.
fn composed<'m>(fun: MathFunction) -> Option<Builtin<'m>> {
    use MathFunction as M;
    Some(match fun {
        M::Abs => Component(Builder::absolute),
        M::Min => Component(|b, kind, x| b.bin(extremes(kind).0, x[0], x[1])),
        M::Max => Component(|b, kind, x| b.bin(extremes(kind).1, x[0], x[1])),
        M::Clamp => Component(|b, kind, x| b.clamp(kind, x[0], x[1], x[2])),
        M::Saturate => Component(|b, kind, x| {
            let (zero, one) = (b.float(0.0), b.float(1.0));
            b.clamp(kind, x[0], zero, one)
        }),
        M::Atan2 => Component(|b, _, x| b.bin(Bin::Atan2, x[0], x[1])),
        M::Radians => Component(|b, _, x| b.scaled(x[0], std::f32::consts::PI / 180.0)),
        M::Degrees => Component(|b, _, x| b.scaled(x[0], 180.0 / std::f32::consts::PI)),
        M::Modf => Whole(Builder::modf),
        M::Frexp => Whole(Builder::frexp),
        M::Ldexp => Component(|b, _, x| b.bin(Bin::Ldexp, x[0], x[1])),
        M::Pow => Component(|b, _, x| b.bin(Bin::Pow, x[0], x[1])),
        M::Dot => Whole(|b, call| Ok(vec![b.dot(call.kind, &call.args[0], &call.args[1])?])),
        M::Dot4I8Packed => Component(|b, _, x| b.bin(Bin::Dot4I8, x[0], x[1])),
        M::Dot4U8Packed => Component(|b, _, x| b.bin(Bin::Dot4U8, x[0], x[1])),
        M::Outer => Whole(Builder::outer),
        M::Cross => Whole(Builder::cross),
        M::Distance => Whole(Builder::distance),
        M::Length => Whole(|b, call| Ok(vec![b.length_of_vector(call.kind, &call.args[0])?])),
        M::Normalize => Whole(Builder::normalize),
        M::FaceForward => Whole(Builder::face_forward),
        M::Reflect => Whole(Builder::reflect),
        M::Refract => Whole(Builder::refract),
        M::Fma => Component(|b, _, x| b.tern(Tern::Fma, x[0], x[1], x[2])),
        M::Mix => Component(Builder::mix),
        M::Step => Component(Builder::step),
        M::SmoothStep => Component(Builder::smooth_step),
        M::Inverse => Whole(|b, _| Err(b.unsupported("the inverse of a matrix"))),
        M::Transpose => Whole(Builder::transpose),
        M::Determinant => Whole(Builder::determinant),
        M::ExtractBits => Component(Builder::extract_bits),
        M::InsertBits => Component(Builder::insert_bits),
        _ => return None,
    })
}

/// The instructions of the smaller and of the larger of two values.
pub(super) fn extremes(kind: Kind) -> (Bin, Bin) {
    match kind {
        Kind::F16 | Kind::F32 => (Bin::MinF, Bin::MaxF),
        Kind::I16 | Kind::I32 => (Bin::MinI, Bin::MaxI),
        Kind::I64 => (Bin::MinI64, Bin::MaxI64),
        Kind::U64 => (Bin::MinU64, Bin::MaxU64),
        Kind::Bool | Kind::U16 | Kind::U32 => (Bin::MinU, Bin::MaxU),
    }
}

impl<'m> Builder<'m> {
    pub fn math(
        &mut self,
        scope: &mut Scope<'m>,
        fun: MathFunction,
        arguments: [Option<Handle<Expression>>; 4],
    ) -> Lowered<Value<'m>> {
        let all = arguments.into_iter().flatten();
        let args = all.map(|argument| self.plain(scope, argument)).collect::<Lowered<Vec<_>>>()?;
        let Some(first) = arguments[0] else {
            return Err(self.unsupported("a function without arguments"));
        };
        let (shape, kind) = (scope.shape(self, first)?, self.kind(scope, first)?);
        let args = &args;
        let Some(builtin) = instruction(fun).or_else(|| packing(fun)).or_else(|| composed(fun)) else {
            return Err(self.unsupported(format!("the function {fun:?}")));
        };
        let results = match builtin {
            Whole(lower) => lower(self, &Arguments { shape, kind, args })?,
            Component(lower) => self.by_component(args, |builder, x| {
                let result = lower(builder, kind, x)?;
                match kind.is_float() {
                    true => builder.wrap(kind, result),
                    false => Ok(result),
                }
            })?,
            Instruction(float, integers) => {
                let op = match kind {
                    Kind::F16 | Kind::F32 => float,
                    Kind::I16 | Kind::I32 => integers.map(|[op, ..]| op),
                    Kind::Bool | Kind::U16 | Kind::U32 => integers.map(|[_, op, ..]| op),
                    Kind::I64 => integers.map(|[_, _, op, _]| op),
                    Kind::U64 => integers.map(|[.., op]| op),
                };
                let Some(op) = op else {
                    return Err(self.unsupported(format!("{fun:?} of {kind:?}")));
                };
                self.by_component(args, |builder, x| {
                    let result = builder.un(op, x[0])?;
                    builder.wrap(kind, result)
                })?
            }
        };
        Ok(Value::Plain(results.into()))
    }

    /// Computes each component; scalars among the arguments stand for all of theirs.
    fn by_component(
        &mut self,
        args: &[Rc<[Reg]>],
        mut lower: impl FnMut(&mut Self, &[Reg]) -> Lowered<Reg>,
    ) -> Lowered<Vec<Reg>> {
        let len = args.iter().map(|regs| regs.len()).max().unwrap_or(0);
        let mut results = Vec::with_capacity(len);
        for at in 0..len {
            let of = |regs: &Rc<[Reg]>| regs[at.min(regs.len() - 1)];
            let component: Vec<Reg> = args.iter().map(of).collect();
            self.component = at as u32;
            results.push(lower(self, &component)?);
        }
        self.component = 0;
        Ok(results)
    }
}
