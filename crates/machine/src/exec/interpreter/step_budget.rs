//! The step budget of a workgroup, and which loop does not end.
//!
//! Steps are iterations of loops. Long iterations, atomics, undefined values and, where races are looked for, accesses to memory
//! weigh more, so that the budget bounds the time. Shortly before it is spent, the loops that are entered and those that iterate
//! are noted. The loop that iterates without being entered again is the endless one, rather than a loop inside it.
//!
//! A loop that has not ended by then may still end later. Now and then the state of a subgroup is compared with earlier ones
//! ([`Probe`]): where it repeats, the loop never ends.

use super::repeated_state::{Probe, SideEffects};
use crate::exec::observers::sanitizer::Endless;
use crate::exec::subgroup::Subgroup;
use crate::ir::Op;
use std::collections::BTreeSet;

/// The share of the budget, at its end, during which loops are noted.
const WATCHED: u64 = 16;

/// Steps after which states are compared for the first time; the next time after four times as many.
const FIRST_PROBE: u64 = 1 << 16;

/// The weight of a store, or of a load off the fast path, where races are looked for: it takes as long as so many short
/// iterations.
const ACCESS_STEPS: u64 = 16;

/// The weights of an instruction through which undefined values are followed, and of an index out of bounds.
const FOLLOWED_STEPS: u64 = 2;
const STRAY_STEPS: u64 = 16;

/// The iterations that a runner's workgroups make, and their loops, by line.
#[derive(Debug, Default)]
pub struct Budget {
    pub steps: u64,
    /// Steps of the workgroups before it.
    pub before: u64,
    budget: u64,
    /// Steps of accesses to memory and of followed values.
    accesses: u64,
    weight: u64,
    /// Steps from which on loops are noted.
    from: u64,
    /// Up to so many steps there is nothing to do.
    quiet: u64,
    entered: BTreeSet<u32>,
    repeated: BTreeSet<u32>,
    /// The step at which the next probe begins.
    next_probe: u64,
    probe: Option<Probe>,
    /// What other invocations may see of this one, and this one of them.
    side_effects: SideEffects,
    pub endless: Option<Endless>,
    /// For a time slice, which may also end after an atomic: decides after how many, and the most.
    slice: Option<(fastrand::Rng, u64)>,
    /// Atomics until the slice ends.
    atomics: u64,
    /// Atomics in all slices.
    pub atomics_made: u64,
}

impl Budget {
    /// A budget of so many steps; `weighs` where accesses count.
    pub fn new(budget: u64, weighs: bool) -> Self {
        let weight = if weighs { ACCESS_STEPS } else { 0 };
        let from = budget - budget / WATCHED;
        Self { budget, weight, from, quiet: from.min(FIRST_PROBE), next_probe: FIRST_PROBE, ..Self::default() }
    }

    /// A time slice of so many iterations, or of one atomic at first and then at most `most`.
    pub fn slice(iterations: u64, most: u64, seed: u64) -> Self {
        let slice = Some((fastrand::Rng::with_seed(seed), most));
        Self { slice, atomics: 1, next_probe: u64::MAX, ..Self::new(iterations, false) }
    }

    /// After an atomic: whether the time slice ends here.
    pub fn ends_after_atomic(&mut self) -> bool {
        let Some((random, most)) = &mut self.slice else {
            return false;
        };
        self.atomics_made += 1;
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
            self.next_probe = FIRST_PROBE;
        }
        self.quiet = self.from.min(self.next_probe);
    }

    /// The subgroup read memory that others may change.
    #[inline]
    pub fn reads(&mut self) {
        self.accesses += self.weight;
        self.side_effects.reads += 1;
    }

    /// The subgroup wrote memory.
    #[inline]
    pub fn writes(&mut self) {
        self.accesses += self.weight;
        self.side_effects.writes += 1;
    }

    /// Undefined values were followed through an instruction.
    pub fn follows(&mut self) {
        self.accesses += FOLLOWED_STEPS;
    }

    /// An index was out of bounds in some lane.
    pub fn strays(&mut self) {
        self.accesses += STRAY_STEPS;
    }

    /// How often memory was written.
    pub fn writes_made(&self) -> u64 {
        self.side_effects.writes
    }

    fn spent(&self) -> u64 {
        self.steps + self.accesses
    }

    pub fn enter(&mut self, op: &Op) {
        if let (true, Op::Loop { line }) = (self.spent() > self.quiet, op) {
            self.entered.insert(*line);
        }
    }

    /// The loop on this line makes another iteration, which weighs `steps`. Returns the line of the endless loop, once it is known or
    /// the budget is spent.
    #[inline]
    pub fn iterate(&mut self, line: u32, steps: u64, sg: &Subgroup) -> Option<u32> {
        self.steps += steps;
        match self.spent() <= self.quiet {
            true => None,
            false => self.watch(line, sg),
        }
    }

    #[cold]
    fn watch(&mut self, line: u32, sg: &Subgroup) -> Option<u32> {
        if self.probe.is_none() && self.spent() > self.next_probe {
            self.entered.clear();
            self.repeated.clear();
            self.probe = Some(Probe::new(sg, self.side_effects));
        }
        self.repeated.insert(line);
        if let Some(probe) = &mut self.probe {
            self.endless = probe.compare(sg, self.side_effects);
            if probe.is_over() {
                self.probe = None;
                self.next_probe = self.spent().saturating_mul(4);
            }
        }
        if self.endless.is_none() && self.spent() > self.budget {
            self.endless = Some(Endless::Unknown);
        }
        self.quiet = if self.probe.is_some() { 0 } else { self.from.min(self.next_probe) };
        self.endless.map(|_| self.line(line))
    }

    /// The line of the endless loop; `innermost` where it is not known.
    fn line(&self, innermost: u32) -> u32 {
        let mut endless = self.repeated.difference(&self.entered);
        endless.next().copied().unwrap_or(innermost)
    }
}
