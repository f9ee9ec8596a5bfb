//! Quarters, whose sums are exact in any order.

/// The quarters of an element, at most: of 2^17 elements no sum reaches 2^24 of them, up to which f32 holds every one. Those of
/// thousands have more bits than an f16.
const MOST: u64 = 127;

/// From -127 to 127 quarters, as the bits of an f32: what works for whole numbers alone shows.
pub fn quarters(seed: u64, _len: usize, at: usize) -> u32 {
    quarters_up_to::<MOST>(seed, at)
}

/// From -`M` to `M` quarters, as the bits of an f32.
pub fn quarters_up_to<const M: u64>(seed: u64, at: usize) -> u32 {
    let z = (seed ^ (at as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (z >> 32) % (2 * M + 1);
    ((number as f32 - M as f32) / 4.0).to_bits()
}
