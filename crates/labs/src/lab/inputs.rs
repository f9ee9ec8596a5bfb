//! The pseudo-random data of a problem.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

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
    /// What this function makes of the seed, the length in words and a word's place; the seed is that of [`Fill::Shared`].
    At(fn(seed: u64, len: usize, at: usize) -> u32),
    /// What this function makes of the seed and the length in words.
    With(fn(seed: u64, len: usize) -> Vec<u32>),
    /// As [`Fill::With`], of a seed that is the same for all of a problem's buffers: for one set of data
    /// in two layouts, or for an order that another buffer's values give.
    Shared(fn(seed: u64, len: usize) -> Vec<u32>),
}

/// Shuffles `all` by `seed`, alike on systems of 32 and of 64 bits: fastrand draws a place in as many bits as the system has.
pub fn shuffle<T>(seed: u64, all: &mut [T]) {
    let mut random = fastrand::Rng::with_seed(seed);
    for at in 1..all.len() {
        all.swap(at, random.u64(..=at as u64) as usize);
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Random numbers of a place's own, so that a value does not wait for those before it.
pub fn chance(seed: u64, place: usize) -> fastrand::Rng {
    fastrand::Rng::with_seed(seed ^ (place as u64).wrapping_mul(GOLDEN))
}

/// 2^64 over the golden ratio: its multiples differ in many bits.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Values made in one piece: the pieces are independent, so that they are made in parallel, or where they are asked for.
pub const PIECE: usize = 1 << 16;

impl Fill {
    /// Whether the same seed and length give the same data.
    pub fn same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Random, Self::Random) => true,
            (Self::Uniform(a, b), Self::Uniform(c, d)) => (a, b) == (c, d),
            (Self::Below(a), Self::Below(b)) => a == b,
            (Self::At(a), Self::At(b)) => std::ptr::fn_addr_eq(a, b),
            (Self::With(a), Self::With(b)) | (Self::Shared(a), Self::Shared(b)) => std::ptr::fn_addr_eq(a, b),
            _ => false,
        }
    }

    /// `len` 4-byte words, the same for the same `seed` on every machine.
    pub fn words(self, seed: u64, len: usize) -> Vec<u32> {
        if let Self::With(make) | Self::Shared(make) = self {
            return make(seed, len);
        }
        let mut words = vec![0; len];
        words.par_chunks_mut(PIECE).enumerate().for_each(|(piece, words)| self.piece((seed, len), piece, words));
        words
    }

    /// Fills one piece, where the values follow from the seed and their place.
    fn piece(self, (seed, len): (u64, usize), piece: usize, words: &mut [u32]) {
        match self {
            Self::Random => {
                let mut rng = fastrand::Rng::with_seed(seed);
                let scale = 0.5 + rng.f32();
                let offset = if rng.bool() { 0.25 } else { -0.25 } * (1.0 + rng.f32());
                each(seed, piece, words, move |rng| (offset + scale * (2.0 * rng.f32() - 1.0)).to_bits());
            }
            Self::Uniform(low, high) => each(seed, piece, words, move |rng| (low + (high - low) * rng.f32()).to_bits()),
            Self::Below(n) => each(seed, piece, words, move |rng| rng.u32(0..n)),
            Self::At(make) => {
                for (at, word) in words.iter_mut().enumerate() {
                    *word = make(seed, len, piece * PIECE + at);
                }
            }
            Self::With(_) | Self::Shared(_) => {}
        }
    }
}

fn each(seed: u64, piece: usize, words: &mut [u32], make: impl Fn(&mut fastrand::Rng) -> u32) {
    let mut rng = chance(seed, piece + 1);
    for word in words {
        *word = make(&mut rng);
    }
}

/// The data of one input buffer: whole, or piece by piece where it is asked for.
pub struct Data {
    fill: Option<Fill>,
    seed: u64,
    len: usize,
    whole: OnceLock<Vec<u32>>,
    pieces: Vec<OnceLock<Vec<u32>>>,
}

impl Data {
    fn new(fill: Fill, seed: u64, len: usize) -> Self {
        let mut pieces = Vec::new();
        pieces.resize_with(len.div_ceil(PIECE), OnceLock::new);
        Self { fill: Some(fill), seed, len, whole: OnceLock::new(), pieces }
    }

    /// These words.
    pub fn given(words: Vec<u32>) -> Self {
        Self { fill: None, seed: 0, len: words.len(), whole: OnceLock::from(words), pieces: Vec::new() }
    }

    /// All words.
    pub fn whole(&self) -> &[u32] {
        self.whole.get_or_init(|| self.fill.map_or_else(Vec::new, |fill| fill.words(self.seed, self.len)))
    }

    /// The words of a piece, by its number.
    fn piece(&self, at: usize) -> &[u32] {
        let range = at * PIECE..((at + 1) * PIECE).min(self.len);
        match self.fill {
            Some(fill) if !matches!(fill, Fill::With(_) | Fill::Shared(_)) && self.whole.get().is_none() => {
                self.pieces[at].get_or_init(|| {
                    let mut words = vec![0; range.len()];
                    fill.piece((self.seed, self.len), at, &mut words);
                    words
                })
            }
            _ => &self.whole()[range],
        }
    }

    /// Generates now what must be made whole: inside a parallel task that would deadlock.
    pub fn settle(&self) {
        if matches!(self.fill, Some(Fill::With(_) | Fill::Shared(_))) {
            self.whole();
        }
    }

    /// How many 4-byte words there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Word `at`.
    pub fn u32(&self, at: usize) -> u32 {
        match self.whole.get() {
            Some(whole) => whole[at],
            None => self.piece(at / PIECE)[at % PIECE],
        }
    }

    /// Word `at` as f32.
    pub fn f32(&self, at: usize) -> f32 {
        f32::from_bits(self.u32(at))
    }

    /// The words of a range.
    pub fn words(&self, range: Range<usize>) -> Vec<u32> {
        if let Some(whole) = self.whole.get() {
            return whole[range].to_vec();
        }
        let mut words = Vec::with_capacity(range.len());
        let mut at = range.start;
        while at < range.end {
            let piece = self.piece(at / PIECE);
            let end = piece.len().min(range.end - at / PIECE * PIECE);
            words.extend_from_slice(&piece[at % PIECE..end]);
            at = at / PIECE * PIECE + end;
        }
        words
    }

    /// The words of a range as f32.
    pub fn floats(&self, range: Range<usize>) -> Vec<f32> {
        self.words(range).into_iter().map(f32::from_bits).collect()
    }
}

/// The data of all input buffers of a problem, by binding.
#[derive(Clone, Default)]
pub struct Inputs(BTreeMap<u32, Arc<Data>>);

impl Inputs {
    /// The data that `fills` say, each with its binding, its seed and its length in words.
    pub(super) fn new(fills: impl Iterator<Item = (u32, Fill, u64, usize)>) -> Self {
        Self(fills.map(|(binding, fill, seed, len)| (binding, Arc::new(Data::new(fill, seed, len)))).collect())
    }

    /// The same with other data at `binding`.
    pub fn with(&self, binding: u32, words: Vec<u32>) -> Self {
        let mut inputs = self.clone();
        inputs.0.insert(binding, Arc::new(Data::given(words)));
        inputs
    }

    /// Takes the data at `bindings` from `other`, where they are the same.
    pub fn share(&mut self, other: &Self, bindings: &BTreeSet<u32>) {
        let theirs = other.0.iter().filter(|(binding, _)| bindings.contains(binding));
        self.0.extend(theirs.map(|(binding, data)| (*binding, Arc::clone(data))));
    }

    /// The input at `binding`, of which only what is asked for is made.
    ///
    /// # Panics
    /// Where the problem has no such input.
    pub fn at(&self, binding: u32) -> Arc<Data> {
        Arc::clone(self.data(binding))
    }

    fn data(&self, binding: u32) -> &Arc<Data> {
        self.0.get(&binding).unwrap_or_else(|| panic!("the problem has no input at binding {binding}"))
    }

    /// The whole input at `binding` as f32.
    ///
    /// # Panics
    /// Where the problem has no such input.
    pub fn f32(&self, binding: u32) -> &[f32] {
        bytemuck::cast_slice(self.u32(binding))
    }

    /// The whole input at `binding` as u32.
    ///
    /// # Panics
    /// Where the problem has no such input.
    pub fn u32(&self, binding: u32) -> &[u32] {
        self.data(binding).whole()
    }
}

impl PartialEq for Inputs {
    fn eq(&self, other: &Self) -> bool {
        let all = |inputs: &Self| inputs.0.iter().map(|(at, data)| (*at, data.whole().to_vec())).collect::<Vec<_>>();
        all(self) == all(other)
    }
}

impl fmt::Debug for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(binding, data)| (binding, data.len))).finish()
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
    fn data_that_is_made_where_it_is_asked_for_is_the_same_as_all_of_it() {
        for fill in [
            Fill::Random,
            Fill::Uniform(-1.0, 2.0),
            Fill::Below(9),
            Fill::At(|seed, len, at| seed as u32 ^ (len + at) as u32),
        ] {
            let (parts, whole) = (Data::new(fill, 5, 150_000), Data::new(fill, 5, 150_000));
            whole.whole();
            for range in [0..3, 65_530..65_540, 100_000..150_000, 60_000..140_000] {
                assert_eq!(parts.words(range.clone()), whole.words(range));
            }
            assert_eq!((parts.u32(149_999), parts.whole.get()), (whole.u32(149_999), None));
        }
    }

    #[test]
    fn random_data_is_neither_constant_nor_centred() {
        let values: Vec<f32> = Fill::Random.words(1, 10_000).into_iter().map(f32::from_bits).collect();
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        assert!(mean.abs() > 0.2, "the offset shows: {mean}");
        assert!(values.iter().any(|v| (v - mean).abs() > 0.4));
    }
}
