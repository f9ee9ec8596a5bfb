//! Arithmetic on literals, as compilers do it: that on floats, too, and functions (LLVM ConstantFolding.cpp,
//! ConstantFoldScalarCall; Mesa nir_constant_expressions.py).

use crate::exec::one;
use crate::ir::{Bin, Tern, Un};

/// The result of an operation on one value of 32 bits.
pub fn of_one(op: Un, a: u32) -> Option<u32> {
    (!op.is_wide() && op != Un::RoundF16).then(|| one::un(op, a))
}

/// The result of an operation on three values of 32 bits.
pub fn of_three(op: Tern, values: [u32; 3]) -> u32 {
    one::tern(op, values)
}

/// The result of an operation on two values of 32 bits. What a division by nothing makes is not the compiler's to know.
pub fn of_two(op: Bin, a: u32, b: u32) -> Option<u32> {
    match op {
        Bin::DivU | Bin::RemU if b == 0 => None,
        Bin::DivI | Bin::RemI => (a as i32).checked_div(b as i32).map(|_| one::bin(op, a, b)),
        op => (!op.is_wide()).then(|| one::bin(op, a, b)),
    }
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
