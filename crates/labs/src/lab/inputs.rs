//! The pseudo-random data of a problem.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::hashed::Hashed;

/// How an input buffer is filled. [`Hashed`] says how the first three are.
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

/// Words made in one piece: the pieces are independent, so that they are made in parallel.
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
        Data::new(self, seed, len).words(0..len)
    }
}

/// How the words of a buffer are made.
#[derive(Clone, Copy)]
enum Made {
    Given,
    Hashed(Hashed),
    At(fn(seed: u64, len: usize, at: usize) -> u32, u64),
    Together(fn(seed: u64, len: usize) -> Vec<u32>, u64),
}

/// The data of one input buffer. Words that follow from their place are made where they are asked for, and not kept.
pub struct Data {
    made: Made,
    len: usize,
    whole: OnceLock<Vec<u32>>,
}

impl Data {
    /// What `fill` makes of this seed, `len` words.
    pub fn new(fill: Fill, seed: u64, len: usize) -> Self {
        let made = match fill {
            Fill::Random => Made::Hashed(Hashed::random(seed)),
            Fill::Uniform(low, high) => Made::Hashed(Hashed::uniform(seed, low, high)),
            Fill::Below(n) => Made::Hashed(Hashed::below(seed, n)),
            Fill::At(make) => Made::At(make, seed),
            Fill::With(make) | Fill::Shared(make) => Made::Together(make, seed),
        };
        Self { made, len, whole: OnceLock::new() }
    }

    /// These words.
    pub fn given(words: Vec<u32>) -> Self {
        Self { made: Made::Given, len: words.len(), whole: OnceLock::from(words) }
    }

    /// All words, which are kept.
    pub fn whole(&self) -> &[u32] {
        self.whole.get_or_init(|| match self.made {
            Made::Together(make, seed) => make(seed, self.len),
            _ => self.made(0..self.len),
        })
    }

    /// Makes the words from place `first` on, where they follow from their places.
    fn make(&self, first: usize, words: &mut [u32]) {
        let places = words.iter_mut().zip(first..);
        match self.made {
            Made::Hashed(hashed) => places.for_each(|(word, at)| *word = hashed.word(at)),
            Made::At(make, seed) => places.for_each(|(word, at)| *word = make(seed, self.len, at)),
            Made::Given | Made::Together(..) => {}
        }
    }

    /// Generates now what must be made whole: inside a parallel task that would deadlock.
    pub fn settle(&self) {
        if matches!(self.made, Made::Together(..)) {
            self.whole();
        }
    }

    /// Keeps no words that can be made again.
    fn forget(&mut self) {
        if !matches!(self.made, Made::Given) {
            self.whole = OnceLock::new();
        }
    }

    /// How each word follows from its place alone, where it does.
    pub fn hashed(&self) -> Option<Hashed> {
        match self.made {
            Made::Hashed(hashed) => Some(hashed),
            Made::Given | Made::At(..) | Made::Together(..) => None,
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
        match (self.whole.get(), self.made) {
            (None, Made::Hashed(hashed)) => hashed.word(at),
            (None, Made::At(make, seed)) => make(seed, self.len, at),
            _ => self.whole()[at],
        }
    }

    /// Word `at` as f32.
    pub fn f32(&self, at: usize) -> f32 {
        f32::from_bits(self.u32(at))
    }

    /// The words of a range.
    pub fn words(&self, range: Range<usize>) -> Vec<u32> {
        if self.whole.get().is_some() || matches!(self.made, Made::Together(..)) {
            return self.whole()[range].to_vec();
        }
        self.made(range)
    }

    /// The words of a range, made anew, where they follow from their places.
    fn made(&self, range: Range<usize>) -> Vec<u32> {
        let mut words = vec![0; range.len()];
        if range.len() <= PIECE {
            // What asks for few may be one of many tasks.
            self.make(range.start, &mut words);
        } else {
            let pieces = words.par_chunks_mut(PIECE).enumerate();
            pieces.for_each(|(piece, words)| self.make(range.start + piece * PIECE, words));
        }
        words
    }

    /// The words of a range as f32.
    pub fn floats(&self, range: Range<usize>) -> Vec<f32> {
        bytemuck::cast_vec(self.words(range))
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

    /// Keeps no words that can be made again, where nobody else has them.
    pub fn forget(&mut self) {
        self.0.values_mut().filter_map(Arc::get_mut).for_each(Data::forget);
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
            let (parts, mut whole) = (Data::new(fill, 5, 150_000), Data::new(fill, 5, 150_000));
            whole.whole();
            for range in [0..3, 65_530..65_540, 100_000..150_000, 60_000..140_000] {
                assert_eq!(parts.words(range.clone()), whole.words(range));
            }
            assert_eq!((parts.u32(149_999), parts.whole.get()), (whole.u32(149_999), None));
            whole.forget();
            assert_eq!((parts.u32(7), whole.whole.get()), (whole.u32(7), None));
        }
    }
}
