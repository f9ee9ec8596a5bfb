//! Reads of what was never written whose value a condition may discard: told where the value is used.

use super::Sanitizer;
use crate::code::Reg;
use crate::exec::lanes::{Lanes, Mask, Pattern, Request};

/// Lanes of a subgroup that read what nothing had written, by the register with their address.
#[derive(Debug)]
pub struct Unread {
    subgroup: usize,
    address: Reg,
    lanes: Mask,
    site: u32,
    /// Bytes beyond the address.
    offset: u32,
    why: &'static str,
}

impl Sanitizer<'_> {
    /// What these lanes read before through this address, they read anew.
    pub(super) fn read_again(&mut self, request: &Request<'_>) {
        let access = request.access;
        let read = (request.subgroup, access.dynamic, access.offset);
        for unread in &mut self.unread {
            if (unread.subgroup, unread.address, unread.offset) == read {
                unread.lanes &= !request.mask;
            }
        }
        self.unread.retain(|unread| unread.lanes != 0);
    }

    /// A lane, and those that read the same address with it, read what nothing wrote; whether they use it is not known yet.
    pub(super) fn may_use(&mut self, request: &Request<'_>, lane: usize, why: &'static str) {
        let lanes = request.mask
            & match request.pattern {
                Pattern::Uniform => Mask::MAX,
                Pattern::Blocks { lanes, step: 0 } if lanes < Mask::BITS as usize => {
                    ((1 << lanes) - 1) << (lane / lanes * lanes)
                }
                _ => 1 << lane,
            };
        let access = request.access;
        let (subgroup, address, site, offset) = (request.subgroup, access.dynamic, access.site, access.offset);
        let same = |unread: &&mut Unread| {
            (unread.subgroup, unread.address, unread.site, unread.offset) == (subgroup, address, site, offset)
        };
        match self.unread.iter_mut().find(same) {
            Some(known) => known.lanes |= lanes,
            None => self.unread.push(Unread { subgroup, address, lanes, site, offset, why }),
        }
    }

    /// Whether any lane's read of what was never written may still be used.
    pub fn has_unread(&self) -> bool {
        !self.unread.is_empty()
    }

    /// These lanes of a subgroup use what they read through this address, whose values are in `plane`.
    pub fn uses(&mut self, subgroup: usize, (address, plane): (Reg, &[u32]), lanes: Mask) {
        let mut used = Vec::new();
        for unread in &mut self.unread {
            if unread.subgroup == subgroup && unread.address == address {
                let now = unread.lanes & lanes;
                unread.lanes &= !lanes;
                used.extend(Lanes(now).map(|lane| (lane, unread.site, unread.offset, unread.why)));
            }
        }
        for (lane, site, offset, why) in used {
            let byte = plane[lane].wrapping_add(offset);
            self.unwritten(site, (subgroup, lane), byte, why);
        }
    }
}
