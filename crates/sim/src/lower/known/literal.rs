//! Arithmetic on literals, as compilers do it.

use crate::operation::Bin;

/// The result of arithmetic on 32-bit integers.
pub fn arithmetic(op: Bin, a: u32, b: u32) -> Option<u32> {
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
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_computed_as_lanes_compute_them() {
        let of = |op, a: i32, b: i32| arithmetic(op, a as u32, b as u32).map(|value| value as i32);
        assert_eq!([of(Bin::DivI, -8, 2), of(Bin::DivU, -8, 2)], [Some(-4), Some(0x7fff_fffc)]);
        assert_eq!([of(Bin::ShrI, -8, 1), of(Bin::ShrU, -8, 1)], [Some(-4), Some(0x7fff_fffc)]);
        assert_eq!([of(Bin::LtI, -1, 0), of(Bin::LtU, -1, 0)], [Some(1), Some(0)]);
        assert_eq!(of(Bin::MulI, 1 << 30, 4), Some(0));
        // What a division by nothing makes is not the compiler's to know, nor are floats.
        assert_eq!([of(Bin::DivU, 1, 0), of(Bin::RemI, i32::MIN, -1), of(Bin::AddF, 1, 1)], [None; 3]);
    }
}
