//! The budget of a workgroup's steps, and which loop it is that does not end.
//!
//! Steps are passes through loops; long ones, atomics, values that mean nothing and, where races are looked for, accesses to memory
//! weigh more, so that the budget bounds the time. Shortly before it is spent, the loops that are entered and those that make a pass are noted. A
//! loop that goes on without having been entered again is the one, not a loop within it that it starts over and over.
//!
//! That it was not at its end then does not say that it has none. Now and then a look is taken whether the state of a subgroup
//! repeats ([`Probe`]): then it never ends.

use super::lanes::subgroup::Subgroup;
use super::probe::{Meanwhile, Probe};
use crate::code::Op;
use std::collections::BTreeSet;

/// The share of the budget, at its end, during which loops are noted.
const WATCHED: u64 = 16;

/// Steps after which to look for the first time whether a state repeats; the next time after four times as many.
const FIRST_LOOK: u64 = 1 << 16;

/// What a store or a load that is not among the quickest weighs where races are looked for: it takes as long as so many short
/// passes.
const ACCESS_STEPS: u64 = 16;

/// What an instruction weighs before which values that mean nothing are followed, and an index that leads out of bounds.
const FOLLOWED_STEPS: u64 = 2;
const STRAY_STEPS: u64 = 16;

/// What is known of a loop that was not at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endless {
    /// The budget was spent.
    Unknown,
    /// Nothing changes from some passes to others.
    Repeats,
    /// Nothing changes, and it reads what others may change.
    Waits,
}

/// The passes through loops that a runner's workgroups make, and the loops, by line.
#[derive(Debug, Default)]
pub struct Budget {
    pub steps: u64,
    /// Passes in the workgroups before it.
    pub before: u64,
    budget: u64,
    /// Steps of accesses to memory, and what each weighs; also of what is followed.
    accesses: u64,
    weight: u64,
    /// Steps from which on loops are noted.
    from: u64,
    /// Up to so many there is nothing to do.
    quiet: u64,
    entered: BTreeSet<u32>,
    repeated: BTreeSet<u32>,
    /// When to look next whether a state repeats.
    look: u64,
    probe: Option<Probe>,
    /// What other invocations may see of this one, and it of them.
    meanwhile: Meanwhile,
    pub endless: Option<Endless>,
    /// Where it is a slice of a turn, which may also end after an atomic: what says after how many, and how many they are at most.
    slice: Option<(fastrand::Rng, u64)>,
    /// Atomics until it ends.
    atomics: u64,
    /// Atomics in all slices.
    pub said: u64,
}

impl Budget {
    /// For a budget of so many steps, in which accesses weigh something or not.
    pub fn new(budget: u64, weighs: bool) -> Self {
        let weight = if weighs { ACCESS_STEPS } else { 0 };
        let from = budget - budget / WATCHED;
        Self { budget, weight, from, quiet: from.min(FIRST_LOOK), look: FIRST_LOOK, ..Self::default() }
    }

    /// A slice of so many passes, or of one atomic at first and then at most `most`. Who waits there waits for others.
    pub fn slice(passes: u64, most: u64, seed: u64) -> Self {
        let slice = Some((fastrand::Rng::with_seed(seed), most));
        Self { slice, atomics: 1, look: u64::MAX, ..Self::new(passes, false) }
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
        self.accesses = 0;
        self.entered.clear();
        self.repeated.clear();
        self.probe = None;
        if self.slice.is_none() {
            self.look = FIRST_LOOK;
        }
        self.quiet = self.from.min(self.look);
    }

    /// Memory was read that others may change.
    #[inline]
    pub fn reads(&mut self) {
        self.accesses += self.weight;
        self.meanwhile.reads += 1;
    }

    /// Memory was written.
    #[inline]
    pub fn writes(&mut self) {
        self.accesses += self.weight;
        self.meanwhile.writes += 1;
    }

    /// Values that mean nothing were followed through an instruction.
    pub fn follows(&mut self) {
        self.accesses += FOLLOWED_STEPS;
    }

    /// An index was out of bounds in some lane.
    pub fn strays(&mut self) {
        self.accesses += STRAY_STEPS;
    }

    /// How often memory was written.
    pub fn writes_made(&self) -> u64 {
        self.meanwhile.writes
    }

    fn spent(&self) -> u64 {
        self.steps + self.accesses
    }

    pub fn enter(&mut self, op: &Op) {
        if let (true, Op::Loop { line }) = (self.spent() > self.quiet, op) {
            self.entered.insert(*line);
        }
    }

    /// The loop on this line makes another pass, which weighs `steps`. The line of the loop that does not end, once that is known
    /// or the budget is spent.
    #[inline]
    pub fn pass(&mut self, line: u32, steps: u64, sg: &Subgroup) -> Option<u32> {
        self.steps += steps;
        match self.spent() <= self.quiet {
            true => None,
            false => self.watch(line, sg),
        }
    }

    #[cold]
    fn watch(&mut self, line: u32, sg: &Subgroup) -> Option<u32> {
        if self.probe.is_none() && self.spent() > self.look {
            self.entered.clear();
            self.repeated.clear();
            self.probe = Some(Probe::new(sg, self.meanwhile));
        }
        self.repeated.insert(line);
        if let Some(probe) = &mut self.probe {
            self.endless = probe.pass(sg, self.meanwhile);
            if probe.is_over() {
                self.probe = None;
                self.look = self.spent().saturating_mul(4);
            }
        }
        if self.endless.is_none() && self.spent() > self.budget {
            self.endless = Some(Endless::Unknown);
        }
        self.quiet = if self.probe.is_some() { 0 } else { self.from.min(self.look) };
        self.endless.map(|_| self.line(line))
    }

    /// The line of the loop that does not end; `innermost` where that is not known.
    fn line(&self, innermost: u32) -> u32 {
        let mut endless = self.repeated.difference(&self.entered);
        endless.next().copied().unwrap_or(innermost)
    }
}
