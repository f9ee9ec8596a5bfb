//! What a compiler makes of one instruction of ours: divisions of integers, and functions that no GPU has an instruction for.

use super::nest::Fixed;
use crate::code::Op;
use crate::operation::{Bin, Un};

/// Instructions of a division of integers by what is known at run time only (CUDA C++ Programming Guide, arithmetic
/// instructions: "up to 20").
pub const DIVISION: u32 = 20;

/// Instructions of a division by another literal than a power of two: a high product and shifts.
const DIVISION_BY_LITERAL: u32 = 4;

/// Instructions that a compiler makes of one.
pub fn expansion(op: Op, fixed: &Fixed<'_>) -> u32 {
    match op {
        Op::Un { op, .. } => function(op),
        Op::Bin { op: Bin::Pow, .. } => 3,
        Op::Bin { op: Bin::Atan2, .. } => 37,
        Op::Bin { op, b, .. } => division(op, fixed(b)),
        _ => 1,
    }
}

/// Of a division, whether or not the divisor is a literal.
fn division(op: Bin, literal: Option<u32>) -> u32 {
    let words = match op {
        Bin::DivI | Bin::DivU | Bin::RemI | Bin::RemU => 1,
        // Four products of halves, as for schoolbook multiplication.
        Bin::DivI64 | Bin::DivU64 | Bin::RemI64 | Bin::RemU64 => 4,
        _ => return 1,
    };
    words
        * match literal {
            Some(value) if value.is_power_of_two() => 1,
            Some(_) => DIVISION_BY_LITERAL,
            None => DIVISION,
        }
}

/// Of a function that is made of others: the terms of its formula or polynomial in Mesa's `vtn_glsl450.c`, a product and a sum
/// being one. Those of the special function unit among them are its [`Un::special`].
fn function(op: Un) -> u32 {
    match op {
        Un::Tan => 5,
        Un::Asin | Un::Acos => 8,
        Un::Atan => 22,
        Un::Sinh | Un::Cosh => 5,
        Un::Tanh => 9,
        Un::Asinh => 7,
        Un::Acosh => 5,
        Un::Atanh => 6,
        _ => 1,
    }
}

/// The bits of the reciprocal of an f32, where it is exact: of a power of two. A division by one is a product with it.
pub fn exact_reciprocal(bits: u32) -> Option<u32> {
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
