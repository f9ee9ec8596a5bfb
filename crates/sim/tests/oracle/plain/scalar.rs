//! What operators, conversions and built-in functions do with scalars.

use super::value::Scalar;
use naga::{BinaryOperator, MathFunction, ScalarKind, UnaryOperator};

pub fn unary(op: UnaryOperator, x: Scalar) -> Scalar {
    match (op, x) {
        (UnaryOperator::Negate, Scalar::Int(ty, x)) => Scalar::int(ty, -x),
        (UnaryOperator::Negate, Scalar::Float(2, x)) => Scalar::float(2, -x),
        (UnaryOperator::Negate, Scalar::Float(width, x)) => Scalar::Float(width, -x),
        (UnaryOperator::BitwiseNot, Scalar::Int(ty, x)) => Scalar::int(ty, !x),
        (UnaryOperator::LogicalNot, Scalar::Bool(x)) => Scalar::Bool(!x),
        other => panic!("no operator for {other:?}"),
    }
}

pub fn binary(op: BinaryOperator, a: Scalar, b: Scalar) -> Scalar {
    match (a, b) {
        (Scalar::Float(width, a), Scalar::Float(_, b)) => floats(op, width, a, b),
        (Scalar::Int(ty, a), Scalar::Int(_, b)) => integers(op, ty, a, b),
        (Scalar::Bool(a), Scalar::Bool(b)) => Scalar::Bool(match op {
            BinaryOperator::And | BinaryOperator::LogicalAnd => a & b,
            BinaryOperator::InclusiveOr | BinaryOperator::LogicalOr => a | b,
            BinaryOperator::Equal => a == b,
            BinaryOperator::NotEqual | BinaryOperator::ExclusiveOr => a != b,
            _ => panic!("{op:?} of bools"),
        }),
        other => panic!("{op:?} of {other:?}"),
    }
}

fn compare<T: PartialOrd>(op: BinaryOperator, a: T, b: T) -> Option<Scalar> {
    Some(Scalar::Bool(match op {
        BinaryOperator::Equal => a == b,
        BinaryOperator::NotEqual => a != b,
        BinaryOperator::Less => a < b,
        BinaryOperator::LessEqual => a <= b,
        BinaryOperator::Greater => a > b,
        BinaryOperator::GreaterEqual => a >= b,
        _ => return None,
    }))
}

fn floats(op: BinaryOperator, width: u8, a: f32, b: f32) -> Scalar {
    compare(op, a, b).unwrap_or_else(|| {
        let value = match op {
            BinaryOperator::Add => a + b,
            BinaryOperator::Subtract => a - b,
            BinaryOperator::Multiply => a * b,
            BinaryOperator::Divide => a / b,
            BinaryOperator::Modulo => a % b,
            _ => panic!("{op:?} of floats"),
        };
        Scalar::float(width, value)
    })
}

fn integers(op: BinaryOperator, ty: naga::Scalar, a: i128, b: i128) -> Scalar {
    let amount = || (b as u32) % (8 * u32::from(ty.width));
    compare(op, a, b).unwrap_or_else(|| {
        let value = match op {
            BinaryOperator::Add => a + b,
            BinaryOperator::Subtract => a - b,
            BinaryOperator::Multiply => a.wrapping_mul(b),
            BinaryOperator::Divide => a.checked_div(b).unwrap_or(a),
            BinaryOperator::Modulo => a.checked_rem(b).unwrap_or(0),
            BinaryOperator::And => a & b,
            BinaryOperator::InclusiveOr => a | b,
            BinaryOperator::ExclusiveOr => a ^ b,
            BinaryOperator::ShiftLeft => a << amount(),
            BinaryOperator::ShiftRight => a >> amount(),
            _ => panic!("{op:?} of integers"),
        };
        Scalar::int(ty, value)
    })
}

/// `u32(x)`, `f16(x)`, ...: integers wrap, floats are clamped to what both types hold.
pub fn convert(x: Scalar, to: naga::Scalar) -> Scalar {
    match (x, to.kind) {
        (_, ScalarKind::Bool) => Scalar::Bool(x.truth()),
        (Scalar::Bool(x), ScalarKind::Float) => Scalar::float(to.width, f32::from(u8::from(x))),
        (Scalar::Bool(x), _) => Scalar::int(to, i128::from(x)),
        (Scalar::Int(_, x), ScalarKind::Float) => Scalar::float(to.width, x as f32),
        (Scalar::Int(_, x), _) => Scalar::int(to, x),
        (Scalar::Float(from, x), ScalarKind::Float) if from == to.width => x_of(from, x),
        (Scalar::Float(2, x), ScalarKind::Float) => x_of(to.width, x),
        (Scalar::Float(_, x), ScalarKind::Float) => Scalar::float(to.width, x),
        (Scalar::Float(from, x), _) => {
            let bits = 8 * u32::from(to.width) - u32::from(to.kind == ScalarKind::Sint);
            let low = if to.kind == ScalarKind::Sint { -(1i128 << bits) } else { 0 };
            // The largest float below 2^bits.
            let high = (1i128 << bits) - (1i128 << (bits - 24));
            let (low, high) = if from == 2 { (low.max(-65504), high.min(65504)) } else { (low, high) };
            Scalar::int(to, (x as i128).clamp(low, high))
        }
    }
}

fn x_of(width: u8, x: f32) -> Scalar {
    Scalar::Float(width, x)
}

/// A built-in function of scalars, or of one component of each vector.
pub fn math(fun: MathFunction, args: &[Scalar]) -> Scalar {
    match args[0] {
        Scalar::Int(ty, _) => {
            let args: Vec<i128> = args.iter().map(|arg| arg.integer()).collect();
            let ty = match fun {
                MathFunction::Dot4I8Packed => naga::Scalar::I32,
                _ => ty,
            };
            Scalar::int(ty, integer_math(fun, ty, &args))
        }
        Scalar::Float(width, x) => match (fun, args) {
            (MathFunction::Abs, _) if width == 4 => Scalar::Float(4, x.abs()),
            (MathFunction::Ldexp, [_, exponent]) => Scalar::float(width, libm::ldexpf(x, exponent.integer() as i32)),
            (MathFunction::QuantizeToF16, _) => Scalar::Float(4, {
                let Scalar::Float(_, x) = Scalar::float(2, x) else { unreachable!("it is a float") };
                x
            }),
            _ => float_math(fun, width, args),
        },
        Scalar::Bool(_) => panic!("{fun:?} of a bool"),
    }
}

fn integer_math(fun: MathFunction, ty: naga::Scalar, args: &[i128]) -> i128 {
    use MathFunction as M;
    let bits = 8 * u32::from(ty.width);
    let x = args[0];
    let pattern = x as u128 & (u128::MAX >> (128 - bits));
    let leading = pattern.leading_zeros() as i128 - i128::from(128 - bits);
    let first_leading = |pattern: u128| 127 - i128::from(pattern.leading_zeros());
    let bytes = |x: i128| (x as u32).to_le_bytes();
    let pairs = || bytes(args[0]).into_iter().zip(bytes(args[1]));
    match fun {
        M::Abs => x.abs(),
        M::Sign => x.signum(),
        M::Min => x.min(args[1]),
        M::Max => x.max(args[1]),
        M::Clamp => x.max(args[1]).min(args[2]),
        M::CountOneBits => i128::from(pattern.count_ones()),
        M::CountLeadingZeros => leading,
        M::CountTrailingZeros => i128::from(pattern.trailing_zeros().min(bits)),
        M::ReverseBits => (pattern.reverse_bits() >> (128 - bits)) as i128,
        M::FirstTrailingBit if pattern == 0 => -1,
        M::FirstTrailingBit => i128::from(pattern.trailing_zeros()),
        M::FirstLeadingBit if x < 0 => first_leading(!x as u128),
        M::FirstLeadingBit => first_leading(pattern),
        M::ExtractBits => {
            let (offset, count) = field(args[1], args[2]);
            let unused = 128 - count;
            match count {
                0 => 0,
                _ if ty.kind == ScalarKind::Sint => ((pattern >> offset) as i128) << unused >> unused,
                _ => ((pattern >> offset) << unused >> unused) as i128,
            }
        }
        M::InsertBits => {
            let (offset, count) = field(args[2], args[3]);
            let mask = ((1i128 << count) - 1) << offset;
            (x & !mask) | ((args[1] << offset) & mask)
        }
        M::Dot4I8Packed => pairs().map(|(a, b)| i128::from(a as i8) * i128::from(b as i8)).sum(),
        M::Dot4U8Packed => pairs().map(|(a, b)| i128::from(a) * i128::from(b)).sum(),
        _ => panic!("{fun:?} of integers"),
    }
}

/// Offset and count of a bit field, clamped to a word.
fn field(offset: i128, count: i128) -> (u32, u32) {
    let offset = (offset as u32).min(32);
    (offset, (count as u32).min(32 - offset))
}

/// Arithmetic in the width of a float, with a rounding after each operation.
fn float_math(fun: MathFunction, width: u8, args: &[Scalar]) -> Scalar {
    use BinaryOperator as B;
    use MathFunction as M;
    let raw = |scalar: Scalar| match scalar {
        Scalar::Float(_, x) => x,
        other => panic!("{fun:?} of {other:?}"),
    };
    let floats: Vec<f32> = args.iter().copied().map(raw).collect();
    let (x, y) = (floats[0], floats.get(1).copied().unwrap_or(0.0));
    let made = |value| Scalar::float(width, value);
    let in_64 = |function: fn(f64) -> f64| made(function(f64::from(x)) as f32);
    let (zero, one) = (made(0.0), made(1.0));
    match fun {
        M::Abs => made(x.abs()),
        M::Sign if x == 0.0 || x.is_nan() => made(x),
        M::Sign => made(x.signum()),
        M::Floor => made(x.floor()),
        M::Ceil => made(x.ceil()),
        M::Round => made(x.round_ties_even()),
        M::Trunc => made(x.trunc()),
        M::Fract => made(x - x.floor()),
        M::Sqrt => made(x.sqrt()),
        M::InverseSqrt => in_64(|x| 1.0 / x.sqrt()),
        M::Sin => in_64(libm::sin),
        M::Cos => in_64(libm::cos),
        M::Exp => in_64(libm::exp),
        M::Exp2 => in_64(libm::exp2),
        M::Log => in_64(libm::log),
        M::Log2 => in_64(libm::log2),
        M::Pow => made(libm::pow(f64::from(x), f64::from(y)) as f32),
        M::Atan2 => made(libm::atan2(f64::from(x), f64::from(y)) as f32),
        M::Fma => made(x.mul_add(y, floats[2])),
        M::Min => made(if x.is_nan() || y < x { y } else { x }),
        M::Max => made(if x.is_nan() || x < y { y } else { x }),
        M::Clamp => math(M::Min, &[math(M::Max, &args[..2]), args[2]]),
        M::Saturate => math(M::Clamp, &[args[0], zero, one]),
        M::Step => {
            if x <= y {
                one
            } else {
                zero
            }
        }
        M::Mix => {
            let rest = binary(B::Subtract, one, args[2]);
            let left = binary(B::Multiply, args[0], rest);
            binary(B::Add, left, binary(B::Multiply, args[1], args[2]))
        }
        M::SmoothStep => {
            let distance = binary(B::Subtract, args[2], args[0]);
            let range = binary(B::Subtract, args[1], args[0]);
            let t = math(M::Saturate, &[binary(B::Divide, distance, range)]);
            let rest = binary(B::Subtract, made(3.0), binary(B::Multiply, made(2.0), t));
            binary(B::Multiply, binary(B::Multiply, t, t), rest)
        }
        _ => panic!("{fun:?} of floats"),
    }
}
