//! Arithmetic on literals, as compilers do it: that on floats, too, and functions (LLVM ConstantFolding.cpp,
//! ConstantFoldScalarCall; Mesa nir_constant_expressions.py).

use crate::exec::one;
use crate::operation::{Bin, Tern, Un};

/// The result of an operation on one value of 32 bits.
pub fn of_one(op: Un, a: u32) -> Option<u32> {
    (!op.is_wide() && op != Un::RoundF16).then(|| one::un(op, a))
}

/// The result of an operation on three values of 32 bits.
pub fn of_three(op: Tern, values: [u32; 3]) -> u32 {
    one::tern(op, values)
}

/// The result of an operation on two values of 32 bits.
pub fn of_two(op: Bin, a: u32, b: u32) -> Option<u32> {
    let signed = (a as i32, b as i32);
    Some(match op {
        Bin::AddI => a.wrapping_add(b),
        Bin::SubI => a.wrapping_sub(b),
        Bin::MulI => a.wrapping_mul(b),
        Bin::DivU => a.checked_div(b)?,
        Bin::RemU => a.checked_rem(b)?,
        Bin::DivI => signed.0.checked_div(signed.1)? as u32,
        Bin::RemI => signed.0.checked_rem(signed.1)? as u32,
        Bin::MinU => a.min(b),
        Bin::MaxU => a.max(b),
        Bin::MinI => signed.0.min(signed.1) as u32,
        Bin::MaxI => signed.0.max(signed.1) as u32,
        Bin::And => a & b,
        Bin::Or => a | b,
        Bin::Xor => a ^ b,
        Bin::Shl => a.wrapping_shl(b),
        Bin::ShrU => a.wrapping_shr(b),
        Bin::ShrI => signed.0.wrapping_shr(b) as u32,
        Bin::EqI => u32::from(a == b),
        Bin::NeI => u32::from(a != b),
        Bin::LtU => u32::from(a < b),
        Bin::LeU => u32::from(a <= b),
        Bin::LtI => u32::from(signed.0 < signed.1),
        Bin::LeI => u32::from(signed.0 <= signed.1),
        op if op.is_wide() => return None,
        op => one::bin(op, a, b),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_computed_as_lanes_compute_them() {
        let of = |op, a: i32, b: i32| of_two(op, a as u32, b as u32).map(|value| value as i32);
        assert_eq!([of(Bin::DivI, -8, 2), of(Bin::DivU, -8, 2)], [Some(-4), Some(0x7fff_fffc)]);
        assert_eq!([of(Bin::ShrI, -8, 1), of(Bin::ShrU, -8, 1)], [Some(-4), Some(0x7fff_fffc)]);
        assert_eq!([of(Bin::LtI, -1, 0), of(Bin::LtU, -1, 0)], [Some(1), Some(0)]);
        assert_eq!(of(Bin::MulI, 1 << 30, 4), Some(0));
        // What a division by nothing makes is not the compiler's to know.
        assert_eq!([of(Bin::DivU, 1, 0), of(Bin::RemI, i32::MIN, -1), of(Bin::Add64, 1, 1)], [None; 3]);
    }

    #[test]
    fn floats_and_functions_are_computed_as_lanes_compute_them() {
        let [half, two, three] = [0.5, 2.0, 3.0].map(f32::to_bits);
        let known = |value: f32| Some(value.to_bits());
        assert_eq!([of_two(Bin::DivF, three, two), of_two(Bin::LtF, two, three)], [known(1.5), Some(1)]);
        assert_eq!([of_one(Un::Exp2, three), of_one(Un::U32ToF32, 3)], [known(8.0), known(3.0)]);
        assert_eq!([of_one(Un::RoundF16, half), of_one(Un::Neg64, 1)], [None; 2]);
        assert_eq!(of_three(Tern::Fma, [two, three, half]), 6.5f32.to_bits());
        assert_eq!(of_three(Tern::Select, [0, two, three]), three);
    }
}
