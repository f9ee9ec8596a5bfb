//! Which loop it is that does not end.
//!
//! Shortly before the budget of passes is spent, the loops that are entered and those that make a pass are noted. A loop
//! that goes on without having been entered again is the one, not a loop within it that it starts over and over.

use crate::code::Op;
use std::collections::BTreeSet;

/// The share of the budget, at its end, during which loops are noted.
const WATCHED: u64 = 16;

/// The loops, by line.
#[derive(Debug, Default)]
pub struct Endless {
    /// Passes from which on loops are noted.
    pub from: u64,
    entered: BTreeSet<u32>,
    repeated: BTreeSet<u32>,
}

impl Endless {
    /// For a budget of so many passes.
    pub fn new(budget: u64) -> Self {
        Self {
            from: budget - budget / WATCHED,
            ..Self::default()
        }
    }

    /// Begins a workgroup.
    pub fn clear(&mut self) {
        self.entered.clear();
        self.repeated.clear();
    }

    /// A loop is entered after so many passes.
    pub fn enter(&mut self, steps: u64, op: &Op) {
        if let (true, Op::Loop { line }) = (steps > self.from, op) {
            self.entered.insert(*line);
        }
    }

    /// A loop makes another pass.
    pub fn repeat(&mut self, line: u32) {
        self.repeated.insert(line);
    }

    /// The line of the loop that does not end; `innermost` where that is not known.
    pub fn line(&self, innermost: u32) -> u32 {
        let mut endless = self.repeated.difference(&self.entered);
        endless.next().copied().unwrap_or(innermost)
    }
}
