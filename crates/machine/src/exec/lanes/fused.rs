//! `fma` on CPUs without the instruction, where the library's function would work lane by lane.
//!
//! The product of two `f32` is exact in binary64. Its sum with the third, rounded to binary64 and then to binary32, is
//! rounded as if once, unless the first rounding leads into the middle between two `f32`.

use super::float::{bits, f};
use crate::ir::Reg;

/// Lanes that are computed together.
const TOGETHER: usize = 8;

/// `a * b + c`, rounded once, for all lanes of a plane. A function of its own: a compiler that has to be quick makes
/// poor code of it within a large one.
#[inline(never)]
pub fn fma(file: &mut [u32], w: usize, dst: Reg, [a, b, c]: [Reg; 3]) {
    let (low, high) = file.split_at_mut(dst as usize);
    let plane = |reg: Reg| low[reg as usize..][..w].as_chunks::<TOGETHER>();
    let ((a, a_rest), (b, b_rest), (c, c_rest)) = (plane(a), plane(b), plane(c));
    let (out, out_rest) = high[..w].as_chunks_mut::<TOGETHER>();
    for (((out, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
        let sums: [f64; TOGETHER] = std::array::from_fn(|lane| sum(a[lane], b[lane], c[lane]));
        *out = sums.map(|sum| bits(sum as f32));
        if sums.iter().fold(false, |any, &sum| any | is_doubtful(sum)) {
            *out = std::array::from_fn(|lane| with_care(a[lane], b[lane], c[lane]));
        }
    }
    for (((out, &a), &b), &c) in out_rest.iter_mut().zip(a_rest).zip(b_rest).zip(c_rest) {
        *out = with_care(a, b, c);
    }
}

#[inline(always)]
fn sum(a: u32, b: u32, c: u32) -> f64 {
    f64::from(f(a)) * f64::from(f(b)) + f64::from(f(c))
}

/// Whether it may lie in the middle between two `f32`, which below the normal ones lies elsewhere.
#[inline(always)]
fn is_doubtful(sum: f64) -> bool {
    const LOST: u64 = (1 << 29) - 1;
    (sum.to_bits() & LOST == 1 << 28) | ((sum.abs() < f64::from(f32::MIN_POSITIVE)) & (sum != 0.0))
}

/// The sum is rounded to odd (to the neighbour whose last bit is 1, where it is not exact), which is in no middle.
#[inline(never)]
fn with_care(a: u32, b: u32, c: u32) -> u32 {
    let (product, c) = (f64::from(f(a)) * f64::from(f(b)), f64::from(f(c)));
    let sum = product + c;
    let of_c = sum - product;
    // What the sum lost; of what is no number it is none.
    let rest = (product - (sum - of_c)) + (c - of_c);
    let inexact = rest.abs() > 0.0;
    // Towards the rest: away from zero where both have the same sign.
    let step = if (rest > 0.0) == (sum > 0.0) { 1 } else { u64::MAX };
    let even = sum.to_bits() & 1 == 0;
    bits(f64::from_bits(sum.to_bits().wrapping_add(if inexact && even { step } else { 0 })) as f32)
}

#[cfg(test)]
mod tests {
    use super::super::float::{bits, f};
    use super::{TOGETHER, fma};

    /// Zeros, the smallest and the largest, halves of the last place, infinities, NaN.
    const SPECIAL: [u32; 20] = [
        0x0000_0000,
        0x8000_0000,
        0x0000_0001,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x8080_0000,
        0x3380_0000,
        0xb380_0000,
        0x3f7f_ffff,
        0x3f80_0000,
        0xbf80_0001,
        0x3f80_0001,
        0x4b80_0000,
        0x4b80_0001,
        0x7f7f_ffff,
        0xff7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
    ];
    /// Some lanes together, and some that are left.
    const WIDTH: usize = TOGETHER + 3;

    /// Holds planes against the instruction, or the library's function.
    fn agree(lanes: &[[u32; 3]]) {
        for lanes in lanes.chunks_exact(WIDTH) {
            let mut file: Vec<u32> = (0..3).flat_map(|of| lanes.iter().map(move |lane| lane[of])).collect();
            file.resize(4 * WIDTH, 0);
            let reg = |plane: usize| (plane * WIDTH) as u32;
            fma(&mut file, WIDTH, reg(3), [reg(0), reg(1), reg(2)]);
            for (&[a, b, c], ours) in lanes.iter().zip(&file[3 * WIDTH..]) {
                let theirs = bits(f(a).mul_add(f(b), f(c)));
                assert_eq!(*ours, theirs, "fma({a:08x}, {b:08x}, {c:08x})");
            }
        }
    }

    #[test]
    fn fma_by_way_of_binary64_rounds_once() {
        let mut lanes = Vec::new();
        for a in SPECIAL {
            for b in SPECIAL {
                lanes.extend(SPECIAL.map(|c| [a, b, c]));
            }
        }
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..400_000 {
            let [a, b, c] = [random.u32(..), random.u32(..), random.u32(..)];
            // As large as the product and of the other sign, give or take: what is lost is seen.
            let near = (-(f(a) * f(b))).to_bits() ^ random.u32(..4);
            lanes.extend([[a, b, c], [a, b, near], [a, b, near.wrapping_sub(random.u32(10..30) << 23)]]);
        }
        // The middle between two `f32`, and what is next to it.
        for at in 0..200_000 {
            let odd = 0x3f80_0001 | random.u32(..1 << 23);
            let tiny = random.u32(0x2000_0000..0x3300_0000) ^ (at & 1) << 31;
            lanes.push([odd, 0x3f80_0001, tiny]);
            lanes.push([0x3380_0000, 0x3f80_0000 | random.u32(..2), odd ^ (at & 1) << 31]);
        }
        agree(&lanes);
    }
}
