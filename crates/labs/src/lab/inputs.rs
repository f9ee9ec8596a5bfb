//! The pseudo-random data of a problem.

use std::collections::BTreeMap;

use rayon::prelude::*;

/// How an input buffer is filled.
#[derive(Clone, Copy)]
pub enum Fill {
    /// f32 with a random scale and offset of its own, so that constants and the identity cannot pass.
    Random,
    /// f32 uniform in [low, high).
    Uniform(f32, f32),
    /// u32 uniform in 0..n.
    Below(u32),
    /// What this function makes of the seed and the length in scalars: the buffer's 4-byte words.
    With(fn(seed: u64, len: usize) -> Vec<u32>),
    /// As [`Fill::With`], of a seed that is the same for all of a problem's buffers: for one set of data
    /// in two layouts, or for an order that another buffer's values give.
    Shared(fn(seed: u64, len: usize) -> Vec<u32>),
}

/// Values made in one piece: the pieces are independent, so that they are made in parallel.
const PIECE: usize = 1 << 16;

impl Fill {
    /// `len` 4-byte words, the same for the same `seed` on every machine.
    pub fn words(self, seed: u64, len: usize) -> Vec<u32> {
        match self {
            Self::Random => {
                let mut rng = fastrand::Rng::with_seed(seed);
                let scale = 0.5 + rng.f32();
                let offset = if rng.bool() { 0.25 } else { -0.25 } * (1.0 + rng.f32());
                each(seed, len, move |rng| (offset + scale * (2.0 * rng.f32() - 1.0)).to_bits())
            }
            Self::Uniform(low, high) => each(seed, len, move |rng| (low + (high - low) * rng.f32()).to_bits()),
            Self::Below(n) => each(seed, len, move |rng| rng.u32(0..n)),
            Self::With(make) | Self::Shared(make) => make(seed, len),
        }
    }
}

fn each(seed: u64, len: usize, make: impl Fn(&mut fastrand::Rng) -> u32 + Sync) -> Vec<u32> {
    let mut words = vec![0; len];
    words.par_chunks_mut(PIECE).enumerate().for_each(|(piece, words)| {
        let piece = (piece as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = fastrand::Rng::with_seed(seed ^ piece);
        for word in words {
            *word = make(&mut rng);
        }
    });
    words
}

/// The data of all input buffers of a problem, as 4-byte words by binding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs(pub BTreeMap<u32, Vec<u32>>);

impl Inputs {
    /// The input at `binding` as f32.
    ///
    /// # Panics
    /// Where the problem has no such input.
    pub fn f32(&self, binding: u32) -> &[f32] {
        bytemuck::cast_slice(self.u32(binding))
    }

    /// The input at `binding` as u32.
    ///
    /// # Panics
    /// Where the problem has no such input.
    pub fn u32(&self, binding: u32) -> &[u32] {
        self.0.get(&binding).unwrap_or_else(|| panic!("the problem has no input at binding {binding}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_data_and_another_seed_gives_other_data() {
        let words = Fill::Random.words(7, 200_000);
        assert_eq!(words, Fill::Random.words(7, 200_000));
        assert_ne!(words, Fill::Random.words(8, 200_000));
    }

    #[test]
    fn a_longer_buffer_starts_like_a_shorter_one() {
        assert_eq!(Fill::Below(9).words(3, 100)[..], Fill::Below(9).words(3, 70_000)[..100]);
    }

    #[test]
    fn random_data_is_neither_constant_nor_centred() {
        let values: Vec<f32> = Fill::Random.words(1, 10_000).into_iter().map(f32::from_bits).collect();
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        assert!(mean.abs() > 0.2, "the offset shows: {mean}");
        assert!(values.iter().any(|v| (v - mean).abs() > 0.4));
    }
}
