//! Arithmetic on 64-bit integers: two planes, low words first.

use crate::code::Reg;

/// The value of two words.
pub fn wide(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// 64 bits to 64 bits.
#[inline(never)]
pub fn wide1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u64) -> u64) {
    let (dst, a) = (dst as usize, a as usize);
    for lane in 0..w {
        let result = op(wide(file[a + lane], file[a + w + lane]));
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

/// 64 bits to 32 bits.
#[inline(never)]
pub fn narrow1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u64) -> u32) {
    let (dst, a) = (dst as usize, a as usize);
    for lane in 0..w {
        file[dst + lane] = op(wide(file[a + lane], file[a + w + lane]));
    }
}

/// 32 bits to 64 bits.
#[inline(never)]
pub fn widen1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u32) -> u64) {
    let (dst, a) = (dst as usize, a as usize);
    for lane in 0..w {
        let result = op(file[a + lane]);
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

#[inline(never)]
pub fn wide2(file: &mut [u32], w: usize, (dst, a, b): (Reg, Reg, Reg), op: impl Fn(u64, u64) -> u64) {
    let (dst, a, b) = (dst as usize, a as usize, b as usize);
    for lane in 0..w {
        let result = op(wide(file[a + lane], file[a + w + lane]), wide(file[b + lane], file[b + w + lane]));
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

#[inline(never)]
pub fn shift(file: &mut [u32], w: usize, (dst, a, b): (Reg, Reg, Reg), op: impl Fn(u64, u32) -> u64) {
    let (dst, a, b) = (dst as usize, a as usize, b as usize);
    for lane in 0..w {
        let result = op(wide(file[a + lane], file[a + w + lane]), file[b + lane]);
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

#[inline(never)]
pub fn compare(file: &mut [u32], w: usize, (dst, a, b): (Reg, Reg, Reg), op: impl Fn(u64, u64) -> bool) {
    let (dst, a, b) = (dst as usize, a as usize, b as usize);
    for lane in 0..w {
        let (a, b) = (wide(file[a + lane], file[a + w + lane]), wide(file[b + lane], file[b + w + lane]));
        file[dst + lane] = u32::from(op(a, b));
    }
}
