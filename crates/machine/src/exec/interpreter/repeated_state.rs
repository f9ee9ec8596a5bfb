//! Whether the state of a subgroup repeats: then its loop never ends.

use crate::exec::lanes::Mask;
use crate::exec::observers::sanitizer::Endless;
use crate::exec::subgroup::{Frame, Subgroup};

/// Iterations for which states are compared.
const ITERATIONS: u32 = 1 << 11;

/// How often a subgroup has written to memory, and read there what others may change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SideEffects {
    pub writes: u64,
    pub reads: u64,
}

/// A state that later ones are compared with, by Brent's cycle detection: it is replaced after 1, 2, 4, ... iterations, so that
/// it finally lies on the cycle, if there is one.
#[derive(Debug)]
pub struct Probe {
    index: u32,
    pc: usize,
    mask: Mask,
    live: Mask,
    frames: Vec<Frame>,
    file: Vec<u32>,
    at: SideEffects,
    /// Iterations since it was taken, and after how many it is replaced.
    since: u32,
    until: u32,
    iterations: u32,
}

impl Probe {
    pub fn new(sg: &Subgroup, at: SideEffects) -> Self {
        Self {
            index: sg.index,
            pc: sg.pc,
            mask: sg.mask,
            live: sg.live,
            frames: sg.frames.clone(),
            file: sg.file.clone(),
            at,
            since: 0,
            until: 1,
            iterations: 0,
        }
    }

    /// After another iteration of some loop: what is known of its end, if anything.
    pub fn compare(&mut self, sg: &Subgroup, now: SideEffects) -> Option<Endless> {
        self.iterations += 1;
        if self.since > 0 && self.is(sg) && self.at.writes == now.writes {
            let waits = self.at.reads != now.reads;
            return Some(if waits { Endless::Waits } else { Endless::Repeats });
        }
        if self.since == self.until {
            let (until, iterations) = (self.until * 2, self.iterations);
            *self = Self { until, iterations, ..Self::new(sg, now) };
        }
        self.since += 1;
        None
    }

    /// Whether enough states have been compared.
    pub fn is_over(&self) -> bool {
        self.iterations >= ITERATIONS
    }

    fn is(&self, sg: &Subgroup) -> bool {
        (self.index, self.pc, self.mask, self.live) == (sg.index, sg.pc, sg.mask, sg.live)
            && self.frames == sg.frames
            && self.file == sg.file
    }
}
