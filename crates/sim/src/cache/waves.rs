//! What waves of a launch, of which only some are looked at, let flow by how full the caches were before each.

use super::shared::{Before, Flow, OuterLevels};
use super::traffic::Passed;

/// What flowed in the waves so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waves {
    /// Whether the level before DRAM holds all that the launch touches, so that it is never full.
    held: bool,
    /// Until all levels were full.
    cold: Flow,
    /// In full levels.
    warm: Flow,
    /// While level 2 was full.
    level2: Flow,
}

impl Waves {
    /// None so far. `held`: the level before DRAM holds all that the launch touches.
    pub fn new(held: bool) -> Self {
        Self { held, ..Self::default() }
    }

    /// Adds a wave, by how the levels were before it and are now. Says whether they had been full, as far as they will be.
    pub fn add(&mut self, before: Before, memory: &OuterLevels) -> bool {
        let flowed = memory.flow().since(before.flow);
        if before.level2_full {
            self.level2 = self.level2.and(flowed);
        }
        match before.full {
            true => self.warm = self.warm.and(flowed),
            false => self.cold = self.cold.and(flowed),
        }
        if self.held { before.level2_full } else { before.full }
    }

    /// Both, of which only this one began with the launch.
    pub fn and(self, later: Self) -> Self {
        Self { warm: self.warm.and(later.warm), level2: self.level2.and(later.level2), ..self }
    }

    /// What stands for the launch, each line for so many; `None` where level 2 was never full.
    pub fn passed(self, share: u64) -> Option<Passed> {
        let [cold, warm, level2] = [self.cold, self.warm, self.level2].map(|flow| flow.times(share));
        if warm != Flow::default() {
            return Some(Passed::Some { cold, warm });
        }
        (level2 != Flow::default()).then_some(Passed::First(level2))
    }
}
