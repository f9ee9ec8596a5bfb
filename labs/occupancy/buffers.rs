//! What the parts share: buffers, and whole numbers whose sums are exact in any order.

use crate::kernel::Scalar;
use crate::lab::{Buffer, Role};

/// The uniform buffer at binding 0.
pub fn params(values: Vec<u32>) -> Buffer {
    Buffer { name: "params", binding: 0, scalar: Scalar::U32, len: values.len(), role: Role::Params(values) }
}

/// A buffer of f32.
pub fn floats(name: &'static str, binding: u32, len: usize, role: Role) -> Buffer {
    Buffer { name, binding, scalar: Scalar::F32, len, role }
}

/// The largest size of an element: of 2^19 elements no sum reaches 2^24, up to which f32 holds every whole number.
const MOST: u64 = 31;

/// A whole number from -31 to 31, as the bits of an f32.
pub fn whole(seed: u64, _len: usize, at: usize) -> u32 {
    whole_up_to::<MOST>(seed, at)
}

/// A whole number from -`M` to `M`, as the bits of an f32.
pub fn whole_up_to<const M: u64>(seed: u64, at: usize) -> u32 {
    let z = (seed ^ (at as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (z >> 32) % (2 * M + 1);
    (number as f32 - M as f32).to_bits()
}
