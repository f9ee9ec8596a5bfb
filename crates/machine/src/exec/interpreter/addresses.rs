//! The addresses of a request, and their pattern.

use super::state::Runner;
use crate::exec::lanes::{self, Mask, Pattern};
use crate::exec::subgroup::Subgroup;
use crate::ir::{Access, NONE, Reg};
use crate::machine::MAX_WIDTH;

impl Runner<'_> {
    /// Computes the byte addresses of a request and returns their pattern among the active lanes. Where there is one,
    /// and not `every` lane's address is wanted, only the ones that start a block are valid.
    pub fn addresses(&mut self, sg: &Subgroup, access: &Access, every: bool) -> Pattern {
        let w = self.width;
        if access.dynamic == NONE {
            self.addresses[..w].fill(access.offset);
            return Pattern::Uniform;
        }
        let bytes = access.bytes();
        let known = Self::known_pattern(sg, access.dynamic, bytes);
        if every || known.is_none() {
            self.every_address(sg, access);
        }
        match known {
            Some(Pattern::Uniform) => {
                let address = sg.file[access.dynamic as usize].saturating_add(access.offset);
                match self.context.program.width as usize == w {
                    true => self.addresses[sg.mask.trailing_zeros() as usize % MAX_WIDTH] = address,
                    false => self.addresses[..w].fill(address),
                }
                Pattern::Uniform
            }
            Some(Pattern::Blocks { lanes, step }) => {
                let distances = &sg.file[access.dynamic as usize..][..w];
                let apart = lanes.min(self.context.program.width as usize);
                for at in (0..sg.mask.trailing_ones() as usize).step_by(apart) {
                    self.addresses[at] = distances[at].saturating_add(access.offset);
                }
                Pattern::Blocks { lanes, step }
            }
            _ => lanes::pattern(self.features, sg.mask, &self.addresses[..w], bytes),
        }
    }

    /// The pattern of addresses, where it is known without looking at them.
    fn known_pattern(sg: &Subgroup, dynamic: Reg, bytes: u32) -> Option<Pattern> {
        let form = sg.forms.get(dynamic);
        if form.lanes < 4 || (form.step != 0 && form.step != bytes) {
            return None;
        }
        if sg.forms.is_uniform(dynamic) {
            return Some(Pattern::Uniform);
        }
        let blocks = Pattern::Blocks { lanes: form.lanes as usize, step: form.step };
        sg.first_lanes().is_some().then_some(blocks)
    }

    /// The address of each lane.
    fn every_address(&mut self, sg: &Subgroup, access: &Access) {
        let w = self.width;
        let distances = &sg.file[access.dynamic as usize..][..w];
        lanes::offset(self.features, &mut self.addresses[..w], distances, access.offset);
    }

    /// The active lanes whose access lies within the first `limit` bytes. Where some do not, every lane's address is
    /// valid from here on.
    pub fn within(&mut self, sg: &Subgroup, access: &Access, limit: u32, pattern: Pattern) -> Mask {
        let bytes = access.bytes();
        let fits = |address: u32| address.checked_add(bytes).is_some_and(|end| end <= limit);
        let all = match pattern {
            Pattern::Uniform => fits(self.addresses[sg.mask.trailing_zeros() as usize % MAX_WIDTH]),
            Pattern::Blocks { lanes, step } => {
                let n = sg.mask.trailing_ones() as usize;
                let blocks = self.addresses[..n].chunks(lanes);
                blocks.fold(true, |all, block| {
                    let reach = u64::from(step) * (block.len() as u64 - 1) + u64::from(bytes);
                    all & (u64::from(block[0]) + reach <= u64::from(limit))
                })
            }
            // The addresses of inactive lanes are usually within bounds, too.
            Pattern::Other => fits(lanes::largest(self.features, &self.addresses[..self.width])),
        };
        if all {
            return sg.mask;
        }
        if access.dynamic != NONE {
            self.every_address(sg, access);
        }
        sg.lanes().filter(|&lane| fits(self.addresses[lane])).fold(0, |mask, lane| mask | 1 << lane)
    }
}
