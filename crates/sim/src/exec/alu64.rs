//! Arithmetic on 64-bit integers: two planes, low words first.

use super::float::{self, f};
use crate::code::{Bin, Reg, Un};

/// The value of two words.
pub fn wide(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// 64 bits to 64 bits.
fn wide1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u64) -> u64) {
    let (dst, a) = (dst as usize, a as usize);
    for lane in 0..w {
        let result = op(wide(file[a + lane], file[a + w + lane]));
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

/// 64 bits to 32 bits.
fn narrow1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u64) -> u32) {
    let (dst, a) = (dst as usize, a as usize);
    for lane in 0..w {
        file[dst + lane] = op(wide(file[a + lane], file[a + w + lane]));
    }
}

/// 32 bits to 64 bits.
fn widen1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u32) -> u64) {
    let (dst, a) = (dst as usize, a as usize);
    for lane in 0..w {
        let result = op(file[a + lane]);
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

fn wide2(file: &mut [u32], w: usize, (dst, a, b): (Reg, Reg, Reg), op: impl Fn(u64, u64) -> u64) {
    let (dst, a, b) = (dst as usize, a as usize, b as usize);
    for lane in 0..w {
        let result = op(
            wide(file[a + lane], file[a + w + lane]),
            wide(file[b + lane], file[b + w + lane]),
        );
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

fn shift(file: &mut [u32], w: usize, (dst, a, b): (Reg, Reg, Reg), op: impl Fn(u64, u32) -> u64) {
    let (dst, a, b) = (dst as usize, a as usize, b as usize);
    for lane in 0..w {
        let result = op(wide(file[a + lane], file[a + w + lane]), file[b + lane]);
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

fn compare(
    file: &mut [u32],
    w: usize,
    (dst, a, b): (Reg, Reg, Reg),
    op: impl Fn(u64, u64) -> bool,
) {
    let (dst, a, b) = (dst as usize, a as usize, b as usize);
    for lane in 0..w {
        let (a, b) = (
            wide(file[a + lane], file[a + w + lane]),
            wide(file[b + lane], file[b + w + lane]),
        );
        file[dst + lane] = u32::from(op(a, b));
    }
}

/// One operand, or a result, of 64 bits.
pub fn un64(file: &mut [u32], w: usize, op: Un, dst: Reg, a: Reg) {
    match op {
        Un::Neg64 => wide1(file, w, dst, a, u64::wrapping_neg),
        Un::Abs64 => wide1(file, w, dst, a, |a| (a as i64).wrapping_abs() as u64),
        Un::Sign64 => wide1(file, w, dst, a, |a| (a as i64).signum() as u64),
        Un::Clz64 => wide1(file, w, dst, a, |a| u64::from(a.leading_zeros())),
        Un::Ctz64 => wide1(file, w, dst, a, |a| u64::from(a.trailing_zeros())),
        Un::Popcount64 => wide1(file, w, dst, a, |a| u64::from(a.count_ones())),
        Un::Reverse64 => wide1(file, w, dst, a, u64::reverse_bits),
        Un::FirstLeadingU64 => wide1(file, w, dst, a, |a| {
            63u64.wrapping_sub(u64::from(a.leading_zeros()))
        }),
        Un::FirstLeadingI64 => wide1(file, w, dst, a, |a| {
            let a = if (a as i64) < 0 { !a } else { a };
            63u64.wrapping_sub(u64::from(a.leading_zeros()))
        }),
        Un::FirstTrailing64 => wide1(file, w, dst, a, |a| {
            if a == 0 {
                u64::MAX
            } else {
                u64::from(a.trailing_zeros())
            }
        }),
        Un::F32ToI64 => widen1(file, w, dst, a, |a| float::to_i64(f(a)) as u64),
        Un::F32ToU64 => widen1(file, w, dst, a, |a| float::to_u64(f(a))),
        Un::NonZero64 => narrow1(file, w, dst, a, |a| u32::from(a != 0)),
        Un::I64ToF32 => narrow1(file, w, dst, a, |a| (a as i64 as f32).to_bits()),
        _ => narrow1(file, w, dst, a, |a| (a as f32).to_bits()),
    }
}

/// Two operands of 64 bits; shifts take an amount of 32.
pub fn bin64(file: &mut [u32], w: usize, op: Bin, r: (Reg, Reg, Reg)) {
    match op {
        Bin::Add64 => wide2(file, w, r, u64::wrapping_add),
        Bin::Sub64 => wide2(file, w, r, u64::wrapping_sub),
        Bin::Mul64 => wide2(file, w, r, u64::wrapping_mul),
        Bin::DivI64 => wide2(file, w, r, |a, b| {
            if b == 0 {
                a
            } else {
                (a as i64).wrapping_div(b as i64) as u64
            }
        }),
        Bin::DivU64 => wide2(file, w, r, |a, b| a.checked_div(b).unwrap_or(a)),
        Bin::RemI64 => wide2(file, w, r, |a, b| {
            if b == 0 {
                0
            } else {
                (a as i64).wrapping_rem(b as i64) as u64
            }
        }),
        Bin::RemU64 => wide2(file, w, r, |a, b| a.checked_rem(b).unwrap_or(0)),
        Bin::MinI64 => wide2(file, w, r, |a, b| (a as i64).min(b as i64) as u64),
        Bin::MaxI64 => wide2(file, w, r, |a, b| (a as i64).max(b as i64) as u64),
        Bin::MinU64 => wide2(file, w, r, u64::min),
        Bin::MaxU64 => wide2(file, w, r, u64::max),
        Bin::Shl64 => shift(file, w, r, u64::wrapping_shl),
        Bin::ShrI64 => shift(file, w, r, |a, b| (a as i64).wrapping_shr(b) as u64),
        Bin::ShrU64 => shift(file, w, r, u64::wrapping_shr),
        Bin::Eq64 => compare(file, w, r, |a, b| a == b),
        Bin::Ne64 => compare(file, w, r, |a, b| a != b),
        Bin::LtI64 => compare(file, w, r, |a, b| (a as i64) < b as i64),
        Bin::LeI64 => compare(file, w, r, |a, b| a as i64 <= b as i64),
        Bin::LtU64 => compare(file, w, r, |a, b| a < b),
        _ => compare(file, w, r, |a, b| a <= b),
    }
}
