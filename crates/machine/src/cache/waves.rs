//! The flow in waves of a launch, by how full the caches were before each.

use super::l2::{Before, Flow, L2};
use super::traffic::Passed;

/// The flow in the waves so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waves {
    /// Whether the level before DRAM holds all that the launch touches, so that it is never full.
    held: bool,
    /// Until all levels were full.
    cold: Flow,
    /// In full levels.
    warm: Flow,
    /// While L2 was full.
    l2: Flow,
}

impl Waves {
    /// None so far. `held`: the level before DRAM holds all that the launch touches.
    pub fn new(held: bool) -> Self {
        Self { held, ..Self::default() }
    }

    /// Adds a wave, by how the levels were before it and are now. Says whether they had been full, as far as they will be.
    pub fn add(&mut self, before: Before, memory: &L2) -> bool {
        let flowed = memory.flow().since(before.flow);
        if before.l2_full {
            self.l2 = self.l2.and(flowed);
        }
        match before.full {
            true => self.warm = self.warm.and(flowed),
            false => self.cold = self.cold.and(flowed),
        }
        if self.held { before.l2_full } else { before.full }
    }

    /// Both, of which only this one began with the launch.
    pub fn and(self, later: Self) -> Self {
        Self { warm: self.warm.and(later.warm), l2: self.l2.and(later.l2), ..self }
    }

    /// What stands for the launch, each line for so many; `None` where L2 was never full.
    pub fn passed(self, share: u64) -> Option<Passed> {
        let [cold, warm, l2] = [self.cold, self.warm, self.l2].map(|flow| flow.times(share));
        if warm != Flow::default() {
            return Some(Passed::Some { cold, warm });
        }
        (l2 != Flow::default()).then_some(Passed::First(l2))
    }
}
