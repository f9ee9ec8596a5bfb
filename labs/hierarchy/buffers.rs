//! Buffers of u32, which every problem of this lab is made of: results are exact.

use crate::kernel::Scalar;
use crate::lab::{Buffer, Role};

/// `len` words.
pub fn words(name: &'static str, binding: u32, len: usize, role: Role) -> Buffer {
    Buffer { name, binding, scalar: Scalar::U32, len, role }
}

/// The uniform buffer at binding 0.
pub fn params(values: Vec<u32>) -> Buffer {
    words("params", 0, values.len(), Role::Params(values))
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
