//! What an output holds before a checked run, and what lies behind an input.

use std::borrow::Cow;

use crate::kernel::Scalar;
use crate::lab::Expected;

/// A 32-bit pattern that no right output holds: a quiet NaN with a payload, another one for every run, so that
/// neither an unwritten element nor one left over from an earlier run can pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Poison(pub u32);

impl Poison {
    /// The pattern of the `run`-th checked run.
    pub fn of_run(run: u32) -> Self {
        // An odd multiplier visits every payload before it comes back to one.
        let payload = run.wrapping_mul(0x002B_9D45).wrapping_add(0x0015_A5A5);
        Self(0x7FC0_0000 | (payload & 0x003F_FFFF) | 1)
    }

    /// The words that fill `bytes` bytes, rounded up.
    pub fn fill(self, bytes: u64) -> Vec<u32> {
        vec![self.0; bytes.div_ceil(4) as usize]
    }
}

/// What lies behind an input, up to where devices make its buffer end: no number, and very small and very large ones; as integers they
/// are large. A kernel that reads past the end, and makes something of it, does not find the zeros that change nothing.
const BEHIND: [u32; 3] = [0x7FC5_A5A5, 0xFF16_7699, 0x7F61_B1E6];

/// Bytes as devices make them.
pub fn held(bytes: u64) -> u64 {
    bytes.next_multiple_of(16).max(16)
}

/// What lies behind an input's word `at - 1`, where that is the last.
pub fn behind(at: usize) -> u32 {
    BEHIND[at % BEHIND.len()]
}

/// An input's words, up to where its buffer ends.
pub fn to_the_end(words: &[u32]) -> Cow<'_, [u32]> {
    let all = (held(4 * words.len() as u64) / 4) as usize;
    if words.len() == all {
        return Cow::Borrowed(words);
    }
    Cow::Owned(words.iter().copied().chain((words.len()..all).map(behind)).collect())
}

/// `pattern`, again and again, in as many words as `bytes` bytes take, rounded up.
pub fn cycled(pattern: &[u32], bytes: u64) -> Vec<u32> {
    pattern.iter().copied().cycle().take(bytes.div_ceil(4) as usize).collect()
}

/// Elements whose values stand, again and again, in an output that looks done.
const SOME: usize = 4097;

/// What an output holds before a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// A pattern that says of each element whether it was written.
    Poison(Poison),
    /// Finite values that look like results, in outputs those of other elements: a kernel cannot tell them from those of an earlier
    /// run, and so cannot leave out its work where it finds an output done.
    Stale(Poison),
}

impl Start {
    /// The words that fill `bytes` bytes, rounded up.
    pub fn fill(self, bytes: u64) -> Vec<u32> {
        cycled(&self.pattern(), bytes)
    }

    /// The words that stand in a buffer, again and again: a device repeats them sooner than a host uploads what it repeated.
    pub fn pattern(self) -> Vec<u32> {
        match self {
            Self::Poison(poison) => vec![poison.0],
            Self::Stale(Poison(seed)) => {
                let mut rng = fastrand::Rng::with_seed(seed.into());
                (0..2 * SOME).map(|_| (4.0 * rng.f32() - 2.0).to_bits()).collect()
            }
        }
    }

    /// As [`Self::pattern`], of an output of `len` elements.
    pub fn output_pattern(self, (scalar, len): (Scalar, usize), expected: &Expected) -> Vec<u32> {
        let Self::Stale(_) = self else {
            return self.pattern();
        };
        let word = |value: f64| match scalar {
            Scalar::F32 => Some((value as f32).to_bits()),
            Scalar::U32 => Some(value as u32),
            Scalar::I32 => Some(value as i32 as u32),
            Scalar::F16 => None,
        };
        let some = len.min(SOME);
        let values: Vec<f64> = (0..some).map(|at| (expected.value)((at + 1) % some)).collect();
        // Every other one is no element's value, where all of them are equal.
        let stale = (0..2 * some).map(|at| word(values[at % some] + (at % 2) as f64));
        stale.collect::<Option<Vec<u32>>>().filter(|stale| !stale.is_empty()).unwrap_or_else(|| self.pattern())
    }

    /// The pattern of an element that was not written; no stale value is it.
    pub fn poison(self) -> Poison {
        match self {
            Self::Poison(poison) | Self::Stale(poison) => poison,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stale_output_holds_what_could_be_results_and_not_its_own() {
        let whole = Expected::exactly(|at| at as f64);
        for scalar in [Scalar::U32, Scalar::F32, Scalar::I32] {
            let words = cycled(&Start::Stale(Poison::of_run(1)).output_pattern((scalar, 10_000), &whole), 40_000);
            let value =
                |at: usize| if scalar == Scalar::F32 { f32::from_bits(words[at]) as usize } else { words[at] as usize };
            assert_eq!(words.len(), 10_000);
            assert!((0..10_000).all(|at| value(at) != at && value(at) <= 4097), "{scalar:?}");
        }
        let equal = Expected::exactly(|_| 7.0);
        let words = cycled(&Start::Stale(Poison::of_run(1)).output_pattern((Scalar::U32, 8), &equal), 32);
        assert_eq!(words, [7, 8, 7, 8, 7, 8, 7, 8]);
        let poisoned = Start::Poison(Poison::of_run(1)).output_pattern((Scalar::U32, 8), &equal);
        assert_eq!(cycled(&poisoned, 32), Poison::of_run(1).fill(32));
    }

    #[test]
    fn what_lies_behind_an_input_is_no_zero_and_shows_in_sums_and_comparisons() {
        for len in 1..50 {
            let words = vec![0; len];
            let all = to_the_end(&words);
            assert!(all.len().is_multiple_of(4) && all.len() < len + 4, "{len}");
            let float = |word: &u32| f64::from(f32::from_bits(*word));
            let behind: Vec<f64> = all[len..].iter().map(float).collect();
            assert!(
                behind.is_empty() || behind.iter().sum::<f64>().abs() > 1e37 || behind.iter().any(|at| at.is_nan())
            );
            assert!(all[len..].iter().all(|word| *word > 1 << 30), "{len}");
        }
        assert_eq!(to_the_end(&[]).len(), 4);
        let three = to_the_end(&[0])[1..].iter().map(|word| f32::from_bits(*word)).collect::<Vec<f32>>();
        assert!(
            three.iter().any(|at| *at < -1e38)
                && three.iter().any(|at| *at > 1e38)
                && three.iter().any(|at| at.is_nan())
        );
    }

    #[test]
    fn every_run_has_a_poison_of_its_own_and_each_is_a_nan() {
        let mut seen: Vec<u32> = (0..1000).map(|run| Poison::of_run(run).0).collect();
        assert!(seen.iter().all(|bits| f32::from_bits(*bits).is_nan()));
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 1000);
    }
}
