//! From what a page says of a buffer to its bytes.

use crate::question::{Bound, Contents};
use half::f16;
use lockstep::sim::kernel::{Binding, Scalar};

/// The most scalars of one buffer: what a browser's tab simulates at once.
const MOST: usize = 1 << 22;

/// Scalars of a buffer of which nothing is said.
const USUAL: u32 = 256;

/// The bytes of `binding`, as many as its type needs at least.
pub fn bytes(binding: &Binding, bound: Option<&Bound>, seed: u64) -> Result<Vec<u8>, String> {
    let scalar = binding.scalar.unwrap_or(Scalar::U32);
    let usual = Contents::Zeros(USUAL);
    let fill = bound.map_or(&usual, |bound| &bound.fill);
    let least = (binding.min_bytes as usize).div_ceil(scalar.bytes());
    let count = match fill {
        Contents::Zeros(count) | Contents::Counting(count) | Contents::Random(count) => *count as usize,
        Contents::Values(values) => values.len(),
    };
    if count.max(least) > MOST {
        return Err(format!(
            "`{}` would have {} values; here a buffer has at most {MOST}",
            binding.name,
            count.max(least)
        ));
    }
    let place = u64::from(binding.group) << 32 | u64::from(binding.binding);
    let mut random = fastrand::Rng::with_seed(seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut value = |at: usize| match fill {
        Contents::Zeros(_) => 0.0,
        Contents::Counting(_) => at as f64,
        Contents::Random(_) if is_float(scalar) => f64::from(random.f32() * 2.0 - 1.0),
        Contents::Random(_) => f64::from(random.u32(0..1000)),
        Contents::Values(values) => values[at],
    };
    let mut bytes: Vec<u8> = (0..count).flat_map(|at| encode(scalar, value(at))).collect();
    bytes.resize(bytes.len().max(binding.min_bytes as usize).next_multiple_of(4), 0);
    Ok(bytes)
}

fn is_float(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F32 | Scalar::F16)
}

fn encode(scalar: Scalar, value: f64) -> impl Iterator<Item = u8> {
    let word = match scalar {
        Scalar::F32 => (value as f32).to_bits(),
        Scalar::F16 => u32::from(f16::from_f64(value).to_bits()),
        Scalar::U32 => value as u32,
        Scalar::I32 => (value as i32).cast_unsigned(),
    };
    word.to_le_bytes().into_iter().take(scalar.bytes())
}

/// A buffer's first scalars, for a person.
pub fn shown(binding: &Binding, bytes: &[u8], most: usize) -> Vec<String> {
    let scalar = binding.scalar.unwrap_or(Scalar::U32);
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0u32, |word, &byte| word << 8 | u32::from(byte));
    let text = |bytes| match scalar {
        Scalar::F32 => f32::from_bits(word(bytes)).to_string(),
        Scalar::F16 => f16::from_bits(word(bytes) as u16).to_string(),
        Scalar::U32 => word(bytes).to_string(),
        Scalar::I32 => word(bytes).cast_signed().to_string(),
    };
    bytes.chunks_exact(scalar.bytes()).take(most).map(text).collect()
}
