//! The addresses of a request, and how they lie.

use super::lanes;
use super::lanes::Mask;
use super::request::Pattern;
use super::subgroup::Subgroup;
use super::worker::Worker;
use crate::code::{Access, NONE, Reg};
use crate::config::MAX_WIDTH;

impl Worker<'_> {
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
                let first = sg.mask.trailing_zeros() as usize % MAX_WIDTH;
                let distance = sg.file[access.dynamic as usize];
                self.addresses[first] = distance.saturating_add(access.offset);
                Pattern::Uniform
            }
            Some(Pattern::Blocks { lanes, step }) => {
                let distances = &sg.file[access.dynamic as usize..][..w];
                for at in (0..sg.mask.trailing_ones() as usize).step_by(lanes) {
                    self.addresses[at] = distances[at].saturating_add(access.offset);
                }
                Pattern::Blocks { lanes, step }
            }
            _ => self.find_pattern(sg, bytes),
        }
    }

    /// The pattern of addresses of which enough is known without a look at them.
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
        lanes::offset::<0>(self.features, &mut self.addresses[..w], distances, access.offset);
    }

    /// Looks at the addresses of the active lanes.
    fn find_pattern(&mut self, sg: &Subgroup, bytes: u32) -> Pattern {
        let Some(n) = sg.first_lanes() else {
            return Pattern::Other;
        };
        let addresses = &self.addresses[..n];
        let step = if n > 1 { addresses[1].wrapping_sub(addresses[0]) } else { bytes };
        if step != 0 && step != bytes {
            return Pattern::Other;
        }
        match lanes::blocks::<0>(self.features, addresses, step) {
            Some(lanes) if step == 0 && lanes == n => Pattern::Uniform,
            Some(lanes) => Pattern::Blocks { lanes, step },
            None => Pattern::Other,
        }
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
            // Most often the other lanes have sensible addresses too.
            Pattern::Other => fits(lanes::largest::<0>(self.features, &self.addresses[..self.width])),
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
