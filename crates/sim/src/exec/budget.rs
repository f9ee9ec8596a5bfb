//! The budget of passes through loops, and which loop it is that does not end.
//!
//! Shortly before the budget of passes is spent, the loops that are entered and those that make a pass are noted. A loop
//! that goes on without having been entered again is the one, not a loop within it that it starts over and over.

use crate::code::Op;
use std::collections::BTreeSet;

/// The share of the budget, at its end, during which loops are noted.
const WATCHED: u64 = 16;

/// The passes through loops that a runner's workgroups make, and the loops, by line.
#[derive(Debug, Default)]
pub struct Budget {
    pub steps: u64,
    /// Passes in the workgroups before it.
    pub before: u64,
    budget: u64,
    /// Passes from which on loops are noted.
    from: u64,
    entered: BTreeSet<u32>,
    repeated: BTreeSet<u32>,
    /// Where it is a slice of a turn, which may also end after an atomic: what says after how many, and how many they are at most.
    slice: Option<(fastrand::Rng, u64)>,
    /// Atomics until it ends.
    atomics: u64,
    /// Atomics in all slices.
    pub said: u64,
}

impl Budget {
    /// For a budget of so many passes.
    pub fn new(budget: u64) -> Self {
        Self { budget, from: budget - budget / WATCHED, ..Self::default() }
    }

    /// A slice of so many passes, or of one atomic at first and then at most `most`.
    pub fn slice(passes: u64, most: u64, seed: u64) -> Self {
        Self { slice: Some((fastrand::Rng::with_seed(seed), most)), atomics: 1, ..Self::new(passes) }
    }

    /// After an atomic: whether a slice ends here.
    pub fn ends_after_atomic(&mut self) -> bool {
        let Some((random, most)) = &mut self.slice else {
            return false;
        };
        self.said += 1;
        self.atomics -= 1;
        let ends = self.atomics == 0;
        if ends {
            self.atomics = random.u64(1..=*most);
        }
        ends
    }

    pub fn begin(&mut self) {
        self.before += std::mem::take(&mut self.steps);
        self.entered.clear();
        self.repeated.clear();
    }

    pub fn enter(&mut self, op: &Op) {
        if let (true, Op::Loop { line }) = (self.steps > self.from, op) {
            self.entered.insert(*line);
        }
    }

    /// The loop on this line makes another pass, which weighs `steps`. The line of the loop that does not end, once the
    /// budget is spent.
    #[inline]
    pub fn pass(&mut self, line: u32, steps: u64) -> Option<u32> {
        self.steps += steps;
        if self.steps <= self.from {
            return None;
        }
        self.repeated.insert(line);
        (self.steps > self.budget).then(|| self.line(line))
    }

    /// The line of the loop that does not end; `innermost` where that is not known.
    fn line(&self, innermost: u32) -> u32 {
        let mut endless = self.repeated.difference(&self.entered);
        endless.next().copied().unwrap_or(innermost)
    }
}
