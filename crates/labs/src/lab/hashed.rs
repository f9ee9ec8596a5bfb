//! Whole numbers that a hash of their place spreads evenly, and floats that are these times a power of two.

use super::inputs::mix;

/// What fills a buffer whose words follow from their places alone: `first` and some of the `count - 1` whole numbers after it, as they
/// are or as f32 times a power of two. No step of it rounds, so that every host and every device makes the same bits, whatever its
/// compiler contracts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hashed {
    /// What tells one buffer's words from another's.
    pub keys: [u32; 2],
    pub first: i32,
    /// How many whole numbers there are; of floats at most 2^24 on either side of 0.
    pub count: u32,
    /// The power of two by which they are multiplied; `None` where they stay u32.
    pub step: Option<f32>,
}

impl Hashed {
    /// f32 with a scale from 0.5 to 1.5 and an offset from 0.25 to 0.5, of either sign, that follow from the seed.
    pub fn random(seed: u64) -> Self {
        let (chance, one) = (mix(seed ^ 0x5CA1E), 1 << BITS);
        // Draws of a quarter of `one`; `count` is twice the scale.
        let [scale, offset] = [chance as u32, (chance >> 32) as u32].map(|bits| (bits >> (34 - BITS)) as i32);
        let count = one + 8 * scale;
        let middle = one / 4 + offset;
        let middle = if chance & 1 == 0 { middle } else { -middle };
        Self { first: middle - count / 2, count: count as u32, ..Self::new(seed, Some(1.0 / one as f32)) }
    }

    /// f32 in [low, high): multiples of 2^-23, or of a larger power of two where they are above 2.
    pub fn uniform(seed: u64, low: f32, high: f32) -> Self {
        let mut step = 1.0 / (1 << BITS) as f32;
        while low.abs().max(high.abs()) > step * (2u32 << BITS) as f32 {
            step *= 2.0;
        }
        let [first, end] = [low, high].map(|bound| (bound / step).ceil() as i32);
        Self { first, count: (end - first).max(1) as u32, ..Self::new(seed, Some(step)) }
    }

    /// u32 in 0..n.
    pub fn below(seed: u64, n: u32) -> Self {
        Self { count: n, ..Self::new(seed, None) }
    }

    fn new(seed: u64, step: Option<f32>) -> Self {
        let keys = mix(seed);
        Self { keys: [keys as u32, (keys >> 32) as u32], first: 0, count: 1, step }
    }

    /// The word at a place.
    pub fn word(self, at: usize) -> u32 {
        let hash = scatter(scatter(at as u32 ^ self.keys[0]).wrapping_add(self.keys[1]));
        let whole = ((u64::from(hash) * u64::from(self.count)) >> 32) as i32 + self.first;
        self.step.map_or(whole as u32, |step| (whole as f32 * step).to_bits())
    }
}

/// Floats of about 1 are whole numbers times 2^-`BITS`.
const BITS: u32 = 23;

/// Makes each bit depend on all (Wellons, "Prospecting for hash functions": the best of two rounds found, 2018 to 2022).
fn scatter(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x21F0_AAAD);
    let x = (x ^ (x >> 15)).wrapping_mul(0xD35A_2D97);
    x ^ (x >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(hashed: Hashed) -> Vec<f32> {
        (0..100_000).map(|at| f32::from_bits(hashed.word(at))).collect()
    }

    #[test]
    fn floats_are_whole_numbers_of_24_bits_times_a_power_of_two() {
        let ranges = [(-16.0, 16.0), (0.25, 0.75), (0.5, 2.0), (2047.0, 2049.0), (-0.1, 1e-3)];
        let uniform = ranges.map(|(low, high)| Hashed::uniform(7, low, high));
        for hashed in (0..200).map(Hashed::random).chain(uniform) {
            let step = hashed.step.expect("floats have one");
            assert_eq!(step.to_bits() & 0x007F_FFFF, 0, "a power of two: {hashed:?}");
            let last = i64::from(hashed.first) + i64::from(hashed.count) - 1;
            assert!(i64::from(hashed.first).abs() <= 1 << 24 && last.abs() <= 1 << 24, "{hashed:?}");
        }
        for (low, high) in ranges {
            let all = floats(Hashed::uniform(7, low, high));
            assert!(all.iter().all(|x| (low..high).contains(x)), "{low}..{high}");
            let mean = all.iter().map(|x| f64::from(*x)).sum::<f64>() / all.len() as f64;
            let (low, high) = (f64::from(low), f64::from(high));
            assert!((mean - (low + high) / 2.0).abs() < 0.01 * (high - low), "{mean}");
        }
    }

    #[test]
    fn random_floats_are_neither_constant_nor_centred_and_differ_from_seed_to_seed() {
        for seed in 0..50 {
            let all = floats(Hashed::random(seed));
            let mean = all.iter().sum::<f32>() / all.len() as f32;
            assert!((0.24..0.51).contains(&mean.abs()), "the offset shows: {mean}");
            let (low, high) = all.iter().fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
            assert!((0.99..3.01).contains(&(high - low)), "{low} to {high}");
            let other = floats(Hashed::random(seed + 1));
            assert!(all.iter().zip(&other).filter(|(a, b)| a == b).count() < 10);
        }
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        for n in [1, 7, 1 << 20, u32::MAX] {
            let all: Vec<u32> = (0..70_000).map(|at| Hashed::below(3, n).word(at)).collect();
            assert!(all.iter().all(|x| *x < n), "{n}");
            let most = (0..8).map(|octile| {
                let is = |x: &&u32| u64::from(**x) * 8 / u64::from(n) == octile;
                all.iter().filter(is).count()
            });
            assert!(
                n < 8 || most.clone().all(|count| (8_000..9_500).contains(&count)),
                "{n}: {:?}",
                most.collect::<Vec<_>>()
            );
        }
    }
}
