//! Whether the state of a subgroup repeats: then its loop has no end.

use super::budget::Endless;
use super::lanes::Mask;
use super::lanes::subgroup::{Frame, Subgroup};

/// Passes through loops for which a look is taken.
const PASSES: u32 = 1 << 11;

/// How often a subgroup has written to memory, and read there what others may change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Meanwhile {
    pub writes: u64,
    pub reads: u64,
}

/// A state that later ones are compared with, after Brent: it is taken anew after 1, 2, 4, ... passes, so that it lies on the
/// cycle at last, where there is one, and is as long as that.
#[derive(Debug)]
pub struct Probe {
    index: u32,
    pc: usize,
    mask: Mask,
    live: Mask,
    frames: Vec<Frame>,
    file: Vec<u32>,
    at: Meanwhile,
    /// Passes since it was taken, and after how many it is taken anew.
    since: u32,
    until: u32,
    passes: u32,
}

impl Probe {
    pub fn new(sg: &Subgroup, at: Meanwhile) -> Self {
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
            passes: 0,
        }
    }

    /// After another pass of some loop: what is known of its end, if anything.
    pub fn pass(&mut self, sg: &Subgroup, now: Meanwhile) -> Option<Endless> {
        self.passes += 1;
        if self.since > 0 && self.is(sg) && self.at.writes == now.writes {
            let waits = self.at.reads != now.reads;
            return Some(if waits { Endless::Waits } else { Endless::Repeats });
        }
        if self.since == self.until {
            let (until, passes) = (self.until * 2, self.passes);
            *self = Self { until, passes, ..Self::new(sg, now) };
        }
        self.since += 1;
        None
    }

    /// Whether it has looked for long enough.
    pub fn is_over(&self) -> bool {
        self.passes >= PASSES
    }

    fn is(&self, sg: &Subgroup) -> bool {
        (self.index, self.pc, self.mask, self.live) == (sg.index, sg.pc, sg.mask, sg.live)
            && self.frames == sg.frames
            && self.file == sg.file
    }
}
