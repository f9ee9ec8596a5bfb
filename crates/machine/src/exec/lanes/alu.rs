//! Arithmetic on planes.
//!
//! It runs for the first `w` lanes, active or not: inactive ones get values that nobody reads. Operands lie below results,
//! so that one split of the file borrows both.

use super::float::{self, bits, f, via64};
use super::fused;
use crate::ir::Reg;
use crate::ir::{Bin, Tern, Un};

/// Lanes that are computed together: those of an AVX2 register. Their operands are read before a result is written, so that
/// the compiler need not check for overlap.
const TOGETHER: usize = 8;

#[inline(always)]
fn map1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u32) -> u32) {
    let (low, high) = file.split_at_mut(dst as usize);
    let (a, a_rest) = low[a as usize..][..w].as_chunks::<TOGETHER>();
    let (out, out_rest) = high[..w].as_chunks_mut::<TOGETHER>();
    for (out, a) in out.iter_mut().zip(a) {
        *out = a.map(&op);
    }
    for (out, &a) in out_rest.iter_mut().zip(a_rest) {
        *out = op(a);
    }
}

#[inline(always)]
fn map2(file: &mut [u32], w: usize, (dst, a, b): (Reg, Reg, Reg), op: impl Fn(u32, u32) -> u32) {
    let (low, high) = file.split_at_mut(dst as usize);
    let (a, a_rest) = low[a as usize..][..w].as_chunks::<TOGETHER>();
    let (b, b_rest) = low[b as usize..][..w].as_chunks::<TOGETHER>();
    let (out, out_rest) = high[..w].as_chunks_mut::<TOGETHER>();
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = std::array::from_fn(|lane| op(a[lane], b[lane]));
    }
    for ((out, &a), &b) in out_rest.iter_mut().zip(a_rest).zip(b_rest) {
        *out = op(a, b);
    }
}

#[inline(always)]
fn map3(file: &mut [u32], w: usize, dst: Reg, [a, b, c]: [Reg; 3], op: impl Fn(u32, u32, u32) -> u32) {
    let (low, high) = file.split_at_mut(dst as usize);
    let (a, a_rest) = low[a as usize..][..w].as_chunks::<TOGETHER>();
    let (b, b_rest) = low[b as usize..][..w].as_chunks::<TOGETHER>();
    let (c, c_rest) = low[c as usize..][..w].as_chunks::<TOGETHER>();
    let (out, out_rest) = high[..w].as_chunks_mut::<TOGETHER>();
    for (((out, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
        *out = std::array::from_fn(|lane| op(a[lane], b[lane], c[lane]));
    }
    for (((out, &a), &b), &c) in out_rest.iter_mut().zip(a_rest).zip(b_rest).zip(c_rest) {
        *out = op(a, b, c);
    }
}

#[inline(always)]
pub fn un(file: &mut [u32], w: usize, op: Un, dst: Reg, a: Reg) {
    match op {
        Un::NotB => map1(file, w, dst, a, |a| u32::from(a == 0)),
        Un::NotI => map1(file, w, dst, a, |a| !a),
        Un::NegI => map1(file, w, dst, a, u32::wrapping_neg),
        Un::AbsI => map1(file, w, dst, a, |a| (a as i32).wrapping_abs() as u32),
        Un::SignI => map1(file, w, dst, a, |a| (a as i32).signum() as u32),
        Un::Clz => map1(file, w, dst, a, u32::leading_zeros),
        Un::Ctz => map1(file, w, dst, a, u32::trailing_zeros),
        Un::Popcount => map1(file, w, dst, a, u32::count_ones),
        Un::Reverse => map1(file, w, dst, a, u32::reverse_bits),
        Un::FirstLeadingU => map1(file, w, dst, a, |a| 31u32.wrapping_sub(a.leading_zeros())),
        Un::FirstLeadingI => map1(file, w, dst, a, |a| {
            let a = if (a as i32) < 0 { !a } else { a };
            31u32.wrapping_sub(a.leading_zeros())
        }),
        Un::FirstTrailing => map1(file, w, dst, a, |a| if a == 0 { u32::MAX } else { a.trailing_zeros() }),
        Un::SignExtend8 => map1(file, w, dst, a, |a| i32::from(a as i8) as u32),
        Un::SignExtend16 => map1(file, w, dst, a, |a| i32::from(a as i16) as u32),
        Un::NegF => map1(file, w, dst, a, |a| a ^ 1 << 31),
        Un::AbsF => map1(file, w, dst, a, |a| a & !(1 << 31)),
        Un::SignF => map1(file, w, dst, a, |a| bits(float::sign(f(a)))),
        Un::Floor => map1(file, w, dst, a, |a| bits(f(a).floor())),
        Un::Ceil => map1(file, w, dst, a, |a| bits(f(a).ceil())),
        Un::Round => map1(file, w, dst, a, |a| bits(f(a).round_ties_even())),
        Un::Trunc => map1(file, w, dst, a, |a| bits(f(a).trunc())),
        Un::Fract => map1(file, w, dst, a, |a| bits(float::fract(f(a)))),
        Un::Sqrt => map1(file, w, dst, a, |a| bits(f(a).sqrt())),
        Un::RoundF16 => map1(file, w, dst, a, float::round_f16),
        Un::IsNan => map1(file, w, dst, a, |a| u32::from(f(a).is_nan())),
        Un::IsInf => map1(file, w, dst, a, |a| u32::from(f(a).is_infinite())),
        Un::I32ToF32 => map1(file, w, dst, a, |a| (a as i32 as f32).to_bits()),
        Un::U32ToF32 => map1(file, w, dst, a, |a| (a as f32).to_bits()),
        Un::F32ToI32 => map1(file, w, dst, a, |a| float::to_i32(f(a)) as u32),
        Un::F32ToU32 => map1(file, w, dst, a, |a| float::to_u32(f(a))),
        Un::InverseSqrt => special(file, w, dst, a, |x| 1.0 / x.sqrt()),
        Un::Sin => special(file, w, dst, a, libm::sin),
        Un::Cos => special(file, w, dst, a, libm::cos),
        Un::Tan => special(file, w, dst, a, libm::tan),
        Un::Asin => special(file, w, dst, a, libm::asin),
        Un::Acos => special(file, w, dst, a, libm::acos),
        Un::Atan => special(file, w, dst, a, libm::atan),
        Un::Sinh => special(file, w, dst, a, libm::sinh),
        Un::Cosh => special(file, w, dst, a, libm::cosh),
        Un::Tanh => special(file, w, dst, a, libm::tanh),
        Un::Asinh => special(file, w, dst, a, libm::asinh),
        Un::Acosh => special(file, w, dst, a, libm::acosh),
        Un::Atanh => special(file, w, dst, a, libm::atanh),
        Un::Exp => special(file, w, dst, a, libm::exp),
        Un::Exp2 => special(file, w, dst, a, libm::exp2),
        Un::Log => special(file, w, dst, a, libm::log),
        Un::Log2 => special(file, w, dst, a, libm::log2),
        rare => un_rare(file, w, rare, dst, a),
    }
}

/// The operations that few kernels use: packing, and arithmetic on 64 bits.
#[inline(always)]
fn un_rare(file: &mut [u32], w: usize, op: Un, dst: Reg, a: Reg) {
    match op {
        Un::FrexpFract => seldom(file, w, dst, a, |a| bits(float::frexp(f(a)).0)),
        Un::FrexpExp => seldom(file, w, dst, a, |a| float::frexp(f(a)).1 as u32),
        Un::ToF16Bits => seldom(file, w, dst, a, |a| u32::from(half::f16::from_f32(f(bits(f(a)))).to_bits())),
        Un::FromF16Bits => seldom(file, w, dst, a, |a| bits(half::f16::from_bits(a as u16).to_f32())),
        Un::PackSnorm8 => seldom(file, w, dst, a, |a| float::quantize(f(a), -1.0, 127.0) as u32 & 0xff),
        Un::PackUnorm8 => seldom(file, w, dst, a, |a| float::quantize(f(a), 0.0, 255.0) as u32 & 0xff),
        Un::PackSnorm16 => seldom(file, w, dst, a, |a| float::quantize(f(a), -1.0, 32767.0) as u32 & 0xffff),
        Un::PackUnorm16 => seldom(file, w, dst, a, |a| float::quantize(f(a), 0.0, 65535.0) as u32 & 0xffff),
        Un::UnpackSnorm8 => seldom(file, w, dst, a, |a| bits((f32::from(a as i8) / 127.0).max(-1.0))),
        Un::UnpackUnorm8 => seldom(file, w, dst, a, |a| bits(f32::from(a as u8) / 255.0)),
        Un::UnpackSnorm16 => seldom(file, w, dst, a, |a| bits((f32::from(a as i16) / 32767.0).max(-1.0))),
        Un::UnpackUnorm16 => seldom(file, w, dst, a, |a| bits(f32::from(a as u16) / 65535.0)),
        Un::Neg64 => wide1(file, w, dst, a, u64::wrapping_neg),
        Un::Abs64 => wide1(file, w, dst, a, |a| (a as i64).wrapping_abs() as u64),
        Un::Sign64 => wide1(file, w, dst, a, |a| (a as i64).signum() as u64),
        Un::Clz64 => wide1(file, w, dst, a, |a| u64::from(a.leading_zeros())),
        Un::Ctz64 => wide1(file, w, dst, a, |a| u64::from(a.trailing_zeros())),
        Un::Popcount64 => wide1(file, w, dst, a, |a| u64::from(a.count_ones())),
        Un::Reverse64 => wide1(file, w, dst, a, u64::reverse_bits),
        Un::FirstLeadingU64 => wide1(file, w, dst, a, |a| 63u64.wrapping_sub(u64::from(a.leading_zeros()))),
        Un::FirstLeadingI64 => wide1(file, w, dst, a, |a| {
            let a = if (a as i64) < 0 { !a } else { a };
            63u64.wrapping_sub(u64::from(a.leading_zeros()))
        }),
        Un::FirstTrailing64 => {
            wide1(file, w, dst, a, |a| if a == 0 { u64::MAX } else { u64::from(a.trailing_zeros()) })
        }
        Un::F32ToI64 => widen1(file, w, dst, a, |a| float::to_i64(f(a)) as u64),
        Un::F32ToU64 => widen1(file, w, dst, a, |a| float::to_u64(f(a))),
        Un::NonZero64 => narrow1(file, w, dst, a, |a| u32::from(a != 0)),
        Un::I64ToF32 => narrow1(file, w, dst, a, |a| (a as i64 as f32).to_bits()),
        Un::U64ToF32 => narrow1(file, w, dst, a, |a| (a as f32).to_bits()),
        _ => unreachable!("`un` has executed it"),
    }
}

/// An operation that kernels seldom need, out of line to keep the interpreter small.
#[inline(never)]
fn seldom(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u32) -> u32) {
    map1(file, w, dst, a, op);
}

/// A function that is evaluated in binary64.
fn special(file: &mut [u32], w: usize, dst: Reg, a: Reg, function: fn(f64) -> f64) {
    seldom(file, w, dst, a, |a| via64(a, function));
}

fn divide(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { (a as i32).wrapping_div(b as i32) as u32 }
}

fn remainder(a: u32, b: u32) -> u32 {
    if b == 0 { 0 } else { (a as i32).wrapping_rem(b as i32) as u32 }
}

/// The sum of products of four bytes.
fn dot4(a: u32, b: u32, byte: impl Fn(u8) -> i32) -> u32 {
    let products = a.to_le_bytes().into_iter().zip(b.to_le_bytes()).map(|(a, b)| byte(a) * byte(b));
    products.sum::<i32>() as u32
}

#[inline(always)]
pub fn bin(file: &mut [u32], w: usize, op: Bin, dst: Reg, a: Reg, b: Reg) {
    let r = (dst, a, b);
    match op {
        Bin::AddI => map2(file, w, r, u32::wrapping_add),
        Bin::SubI => map2(file, w, r, u32::wrapping_sub),
        Bin::MulI => map2(file, w, r, u32::wrapping_mul),
        Bin::DivI => map2(file, w, r, divide),
        Bin::DivU => map2(file, w, r, |a, b| a.checked_div(b).unwrap_or(a)),
        Bin::RemI => map2(file, w, r, remainder),
        Bin::RemU => map2(file, w, r, |a, b| a.checked_rem(b).unwrap_or(0)),
        Bin::MinI => map2(file, w, r, |a, b| (a as i32).min(b as i32) as u32),
        Bin::MaxI => map2(file, w, r, |a, b| (a as i32).max(b as i32) as u32),
        Bin::MinU => map2(file, w, r, u32::min),
        Bin::MaxU => map2(file, w, r, u32::max),
        Bin::And => map2(file, w, r, |a, b| a & b),
        Bin::Or => map2(file, w, r, |a, b| a | b),
        Bin::Xor => map2(file, w, r, |a, b| a ^ b),
        Bin::Shl => map2(file, w, r, u32::wrapping_shl),
        Bin::ShrI => map2(file, w, r, |a, b| (a as i32).wrapping_shr(b) as u32),
        Bin::ShrU => map2(file, w, r, u32::wrapping_shr),
        Bin::EqI => map2(file, w, r, |a, b| u32::from(a == b)),
        Bin::NeI => map2(file, w, r, |a, b| u32::from(a != b)),
        Bin::LtI => map2(file, w, r, |a, b| u32::from((a as i32) < b as i32)),
        Bin::LeI => map2(file, w, r, |a, b| u32::from(a as i32 <= b as i32)),
        Bin::LtU => map2(file, w, r, |a, b| u32::from(a < b)),
        Bin::LeU => map2(file, w, r, |a, b| u32::from(a <= b)),
        Bin::AddF => map2(file, w, r, |a, b| bits(f(a) + f(b))),
        Bin::SubF => map2(file, w, r, |a, b| bits(f(a) - f(b))),
        Bin::MulF => map2(file, w, r, |a, b| bits(f(a) * f(b))),
        Bin::DivF | Bin::DivByF => map2(file, w, r, |a, b| bits(f(a) / f(b))),
        Bin::RemF => map2(file, w, r, |a, b| bits(libm::fmodf(f(a), f(b)))),
        Bin::MinF => map2(file, w, r, |a, b| bits(float::min(f(a), f(b)))),
        Bin::MaxF => map2(file, w, r, |a, b| bits(float::max(f(a), f(b)))),
        Bin::EqF => map2(file, w, r, |a, b| u32::from(f(a) == f(b))),
        Bin::NeF => map2(file, w, r, |a, b| u32::from(f(a) != f(b))),
        Bin::LtF => map2(file, w, r, |a, b| u32::from(f(a) < f(b))),
        Bin::LeF => map2(file, w, r, |a, b| u32::from(f(a) <= f(b))),
        Bin::Pow => map2(file, w, r, |a, b| bits(float::pow(f(a), f(b)))),
        Bin::Atan2 => map2(file, w, r, |a, b| bits(libm::atan2(f64::from(f(a)), f64::from(f(b))) as f32)),
        Bin::Ldexp => map2(file, w, r, |a, b| bits(float::ldexp(f(a), b as i32))),
        Bin::Dot4I8 => map2(file, w, r, |a, b| dot4(a, b, |byte| i32::from(byte as i8))),
        Bin::Dot4U8 => map2(file, w, r, |a, b| dot4(a, b, i32::from)),
        wide => bin_wide(file, w, wide, r),
    }
}

/// Arithmetic on 64 bits.
#[inline(always)]
fn bin_wide(file: &mut [u32], w: usize, op: Bin, r: (Reg, Reg, Reg)) {
    match op {
        Bin::Add64 => wide2(file, w, r, u64::wrapping_add),
        Bin::Sub64 => wide2(file, w, r, u64::wrapping_sub),
        Bin::Mul64 => wide2(file, w, r, u64::wrapping_mul),
        Bin::DivI64 => wide2(file, w, r, |a, b| if b == 0 { a } else { (a as i64).wrapping_div(b as i64) as u64 }),
        Bin::DivU64 => wide2(file, w, r, |a, b| a.checked_div(b).unwrap_or(a)),
        Bin::RemI64 => wide2(file, w, r, |a, b| if b == 0 { 0 } else { (a as i64).wrapping_rem(b as i64) as u64 }),
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
        Bin::LeU64 => compare(file, w, r, |a, b| a <= b),
        _ => unreachable!("`bin` has executed it"),
    }
}

/// `extractBits`: offset and count are clamped to the word.
fn extract(value: u32, offset: u32, count: u32, signed: bool) -> u32 {
    let offset = offset.min(32);
    let count = count.min(32 - offset);
    if count == 0 {
        return 0;
    }
    let top = value << (32 - offset - count);
    if signed { (top as i32 >> (32 - count)) as u32 } else { top >> (32 - count) }
}

#[inline(always)]
pub fn tern(file: &mut [u32], w: usize, op: Tern, dst: Reg, regs: [Reg; 3]) {
    match op {
        Tern::Select => map3(file, w, dst, regs, |a, b, c| if a != 0 { b } else { c }),
        Tern::Fma if cfg!(target_family = "wasm") => fused::fma(file, w, dst, regs),
        Tern::Fma => map3(file, w, dst, regs, |a, b, c| bits(f(a).mul_add(f(b), f(c)))),
        Tern::MulAddI => map3(file, w, dst, regs, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        Tern::MulAddF => map3(file, w, dst, regs, |a, b, c| bits(f(a) * f(b) + f(c))),
        Tern::ExtractI => map3(file, w, dst, regs, |a, b, c| extract(a, b, c, true)),
        Tern::ExtractU => map3(file, w, dst, regs, |a, b, c| extract(a, b, c, false)),
    }
}

/// The result of an operation on 32-bit values in one lane: for constants that are known before a kernel runs.
pub mod one {
    use super::{Bin, Tern, Un};

    /// With one operand.
    pub fn un(op: Un, a: u32) -> u32 {
        let mut file = [a, 0];
        super::un(&mut file, 1, op, 1, 0);
        file[1]
    }

    /// With two operands.
    pub fn bin(op: Bin, a: u32, b: u32) -> u32 {
        let mut file = [a, b, 0];
        super::bin(&mut file, 1, op, 2, 0, 1);
        file[2]
    }

    /// With three operands.
    pub fn tern(op: Tern, [a, b, c]: [u32; 3]) -> u32 {
        let mut file = [a, b, c, 0];
        super::tern(&mut file, 1, op, 3, [0, 1, 2]);
        file[3]
    }
}

/// Combines two values of 32 or 64 bits: for operations across lanes and atomics.
pub fn fold(op: Bin, a: u64, b: u64) -> u64 {
    let mut file = [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32, 0, 0];
    bin(&mut file, 1, op, 4, 0, 2);
    wide(file[4], file[5])
}

// 64-bit integers: two planes, low words first.

/// The value of two words.
fn wide(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// 64 bits to 64 bits.
#[inline(never)]
fn wide1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u64) -> u64) {
    let (dst, a) = (dst as usize, a as usize);
    for lane in 0..w {
        let result = op(wide(file[a + lane], file[a + w + lane]));
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

/// 64 bits to 32 bits.
#[inline(never)]
fn narrow1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u64) -> u32) {
    let (dst, a) = (dst as usize, a as usize);
    for lane in 0..w {
        file[dst + lane] = op(wide(file[a + lane], file[a + w + lane]));
    }
}

/// 32 bits to 64 bits.
#[inline(never)]
fn widen1(file: &mut [u32], w: usize, dst: Reg, a: Reg, op: impl Fn(u32) -> u64) {
    let (dst, a) = (dst as usize, a as usize);
    for lane in 0..w {
        let result = op(file[a + lane]);
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

#[inline(never)]
fn wide2(file: &mut [u32], w: usize, (dst, a, b): (Reg, Reg, Reg), op: impl Fn(u64, u64) -> u64) {
    let (dst, a, b) = (dst as usize, a as usize, b as usize);
    for lane in 0..w {
        let result = op(wide(file[a + lane], file[a + w + lane]), wide(file[b + lane], file[b + w + lane]));
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

#[inline(never)]
fn shift(file: &mut [u32], w: usize, (dst, a, b): (Reg, Reg, Reg), op: impl Fn(u64, u32) -> u64) {
    let (dst, a, b) = (dst as usize, a as usize, b as usize);
    for lane in 0..w {
        let result = op(wide(file[a + lane], file[a + w + lane]), file[b + lane]);
        file[dst + lane] = result as u32;
        file[dst + w + lane] = (result >> 32) as u32;
    }
}

#[inline(never)]
fn compare(file: &mut [u32], w: usize, (dst, a, b): (Reg, Reg, Reg), op: impl Fn(u64, u64) -> bool) {
    let (dst, a, b) = (dst as usize, a as usize, b as usize);
    for lane in 0..w {
        let (a, b) = (wide(file[a + lane], file[a + w + lane]), wide(file[b + lane], file[b + w + lane]));
        file[dst + lane] = u32::from(op(a, b));
    }
}
