//! The state of a subgroup.

use super::lanes::form::{Form, Forms};
use super::lanes::{Lanes, Mask, Pattern, first_lanes};
use crate::ir::{Reg, Scope};

/// The lanes of a construct that wait.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Frame {
    /// The lanes that go on after the construct.
    pub outer: Mask,
    /// The lanes that still have to run: the `else`, or the `continuing`.
    pub other: Mask,
    /// The line of the branch.
    pub line: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// All lanes have returned.
    Done,
    /// At a barrier: its site, and what it orders.
    Barrier { site: u32, scope: Scope },
    /// A lane that runs by itself is at a collective operation, or at a barrier of its subgroup.
    Collective,
    /// The step budget is spent, or a slice of it: where workgroups are interleaved, it resumes later.
    Budget { line: u32 },
    /// Undefined values have turned up: it goes on in the interpreter that follows them.
    Follow,
}

/// One subgroup, or a batch of them.
#[derive(Debug)]
pub struct Subgroup {
    /// Planes of `width` words.
    pub file: Vec<u32>,
    /// What is known of them.
    pub forms: Forms,
    /// The workgroup id that the inputs are filled in for.
    pub workgroup: [u32; 3],
    pub pc: usize,
    pub mask: Mask,
    /// The lanes that have not returned.
    pub live: Mask,
    /// The lanes that were launched: the first ones.
    pub full: Mask,
    /// All lanes of the width.
    whole: Mask,
    pub frames: Vec<Frame>,
    /// The mask as words of all ones or zeros, and the mask that they stand for.
    blend: Vec<u32>,
    blend_mask: Mask,
    /// The number of the subgroup in its workgroup, or of the first of them.
    pub index: u32,
    /// Grows with every barrier of the subgroup.
    pub epoch: u32,
    pub stop: Option<Stop>,
    /// The line on which each lane returned; 0 for none.
    pub exits: Vec<u32>,
    /// Its place among the subgroups of its runner, by which observers know it.
    pub slot: usize,
    /// Whether an index was out of bounds: the sanitizer then wants to know of every index.
    pub has_strays: bool,
}

impl Subgroup {
    pub fn new(words: usize, width: usize, index: u32, launched: u32, depth: usize) -> Self {
        let full = first_lanes(launched as usize);
        Self {
            file: vec![0; words],
            forms: Forms::new(words, width),
            workgroup: [0; 3],
            pc: 0,
            mask: 0,
            live: 0,
            full,
            whole: first_lanes(width),
            frames: Vec::with_capacity(depth),
            blend: vec![0; width],
            blend_mask: 0,
            index,
            epoch: 1,
            stop: None,
            exits: vec![0; width],
            slot: 0,
            has_strays: false,
        }
    }

    /// The same at this place among the subgroups of its runner.
    pub fn at(self, slot: usize) -> Self {
        Self { slot, ..self }
    }

    /// The same with one lane alone.
    pub fn of_lane(self, lane: u32) -> Self {
        Self { full: 1 << lane, ..self }
    }

    /// Back to the start of the program.
    pub fn restart(&mut self) {
        self.pc = 0;
        self.mask = self.full;
        self.live = self.full;
        self.frames.clear();
        self.stop = None;
        self.exits.fill(0);
        self.has_strays = false;
    }

    /// Whether it has neither ended nor reached a barrier.
    pub fn is_under_way(&self) -> bool {
        matches!(self.stop, None | Some(Stop::Budget { .. }))
    }

    /// Goes on with these lanes, or elsewhere if there are none.
    pub fn activate(&mut self, mask: Mask, or_else: u32) {
        self.mask = mask;
        if mask == 0 {
            self.pc = or_else as usize;
        }
    }

    /// The active lanes in order.
    pub fn lanes(&self) -> Lanes {
        Lanes(self.mask)
    }

    /// Whether every lane of the width is active.
    #[inline(always)]
    pub fn is_whole(&self) -> bool {
        self.mask == self.whole
    }

    /// How many lanes are active, where these are the first ones.
    #[inline(always)]
    pub fn first_lanes(&self) -> Option<usize> {
        let mask = self.mask;
        (mask != 0 && mask & mask.wrapping_add(1) == 0).then(|| mask.trailing_ones() as usize)
    }

    /// The active lanes in which the value of a plane is not 0.
    pub fn condition(&self, cond: Reg, width: usize) -> Mask {
        if self.forms.is_uniform(cond) {
            return if self.file[cond as usize] == 0 { 0 } else { self.mask };
        }
        let plane = &self.file[cond as usize..][..width];
        // Most conditions are the same for all lanes.
        let (all, any) = plane.iter().fold((u32::MAX, 0), |(all, any), &x| (all & x, any | x));
        if any == 0 {
            return 0;
        }
        if all != 0 {
            return self.mask;
        }
        let mut mask = 0;
        for (chunk, values) in plane.chunks(32).enumerate() {
            let mut bits = 0u32;
            for (lane, &value) in values.iter().enumerate() {
                bits |= u32::from(value != 0) << lane;
            }
            mask |= Mask::from(bits) << (chunk * 32);
        }
        mask & self.mask
    }

    /// Notes that words were loaded into some planes by a pattern: lanes with the same address have the same value.
    pub fn loaded(&mut self, dst: Reg, planes: u32, pattern: Pattern) {
        let width = self.exits.len() as u32;
        let lanes = match pattern {
            Pattern::Uniform => width,
            Pattern::Blocks { lanes, step: 0 } if self.first_lanes() == Some(width as usize) => lanes as u32,
            _ => return,
        };
        for plane in 0..planes {
            self.forms.set(dst + plane * width, Form { lanes, step: 0 });
        }
    }

    /// Gives all lanes of a plane the same value.
    #[inline(always)]
    pub fn fill(&mut self, dst: Reg, value: u32, width: usize) {
        self.file[dst as usize..][..width].fill(value);
        self.forms.set_uniform(dst);
    }

    /// Copies a plane for all lanes.
    #[inline(always)]
    pub fn copy(&mut self, dst: Reg, src: Reg, width: usize) {
        self.forms.copy(dst, src);
        if let Some((to, from)) = two_planes(&mut self.file, dst, src, width) {
            to.copy_from_slice(from);
        }
    }

    /// Copies a plane for the active lanes. Lanes that have returned do not matter.
    #[inline(always)]
    pub fn assign(&mut self, dst: Reg, src: Reg, width: usize) {
        if self.mask == self.live {
            return self.copy(dst, src, width);
        }
        self.blend(dst, src, width);
    }

    fn blend(&mut self, dst: Reg, src: Reg, width: usize) {
        self.forms.forget(dst, 1);
        if self.blend_mask != self.mask {
            self.blend_mask = self.mask;
            for (lane, word) in self.blend.iter_mut().enumerate() {
                *word = if self.mask >> lane & 1 == 1 { u32::MAX } else { 0 };
            }
        }
        if let Some((to, from)) = two_planes(&mut self.file, dst, src, width) {
            for ((to, &from), &blend) in to.iter_mut().zip(from).zip(&self.blend) {
                *to = (from & blend) | (*to & !blend);
            }
        }
    }
}

/// Two different planes: the first to write, the second to read.
#[inline(always)]
fn two_planes(file: &mut [u32], dst: Reg, src: Reg, width: usize) -> Option<(&mut [u32], &[u32])> {
    let (dst, src) = (dst as usize, src as usize);
    if dst == src {
        return None;
    }
    let (low, high) = file.split_at_mut(dst.max(src));
    Some(match dst < src {
        true => (&mut low[dst..][..width], &high[..width]),
        false => (&mut high[..width], &low[src..][..width]),
    })
}
