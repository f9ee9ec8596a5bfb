//! What an output holds before a checked run.

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

/// What an output holds before a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// A pattern that says of each element whether it was written.
    Poison(Poison),
    /// Finite values that look like results: a kernel cannot tell them from those of an earlier run, and so cannot
    /// leave out its work where it finds an output done.
    Stale(Poison),
}

impl Start {
    /// The words that fill `bytes` bytes, rounded up.
    pub fn fill(self, bytes: u64) -> Vec<u32> {
        match self {
            Self::Poison(poison) => poison.fill(bytes),
            Self::Stale(Poison(seed)) => {
                let mut rng = fastrand::Rng::with_seed(seed.into());
                let words = bytes.div_ceil(4);
                (0..words).map(|_| (4.0 * rng.f32() - 2.0).to_bits()).collect()
            }
        }
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
    fn every_run_has_a_poison_of_its_own_and_each_is_a_nan() {
        let mut seen: Vec<u32> = (0..1000).map(|run| Poison::of_run(run).0).collect();
        assert!(seen.iter().all(|bits| f32::from_bits(*bits).is_nan()));
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 1000);
    }
}
