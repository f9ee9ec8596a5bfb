//! Reads of what was never written: told where the value is used.

use super::Sanitizer;
use crate::exec::garbage::{Origin, Why};
use crate::exec::lanes::{Lanes, Mask, Pattern, Request};

/// Lanes of a subgroup that have just read what nothing had written.
#[derive(Debug)]
pub struct Unread {
    pub subgroup: usize,
    pub lanes: Mask,
    /// A bit for each component that it is in.
    pub components: u32,
    why: Why,
    site: u32,
}

impl Unread {
    /// Where one of the lanes has it from.
    pub fn of(&self, lane: usize) -> Origin {
        Origin::new(self.site, (self.subgroup as u32, lane), self.why)
    }
}

impl Sanitizer<'_> {
    /// A lane, and those that read the same address with it, read what nothing wrote: a bit of `units` for each unit of memory.
    /// Whether they use it is not known yet.
    pub(super) fn reads_unwritten(&mut self, request: &Request<'_>, lane: usize, units: u32, why: &'static str) {
        if self.from_zero.contains(&self.context.program.sites[request.access.site as usize].name.as_str()) {
            return;
        }
        let lanes = request.mask
            & match request.pattern {
                Pattern::Uniform => Mask::MAX,
                Pattern::Blocks { lanes, step: 0 } if lanes < Mask::BITS as usize => {
                    ((1 << lanes) - 1) << (lane / lanes * lanes)
                }
                _ => 1 << lane,
            };
        let (site, first) = (request.access.site, request.addresses[lane]);
        let granule = self.context.program.granule;
        // Of a vector, the components before it may have been written.
        let byte = first.max((first / granule + units.trailing_zeros()) * granule);
        let why = Why::Unread { byte, access: (first, request.bytes()), why };
        let components = self.components(request, first, units);
        self.unread.push(Unread { subgroup: request.subgroup, lanes, components, why, site });
    }

    /// The components of a lane's vector that some of the units from its first byte on are in.
    fn components(&self, request: &Request<'_>, first: u32, units: u32) -> u32 {
        let (granule, bytes) = (self.context.program.granule, request.access.kind.bytes());
        let unit = |byte: u32| byte / granule - first / granule;
        let is_in = |component: &u32| {
            let start = first + component * bytes;
            (unit(start)..=unit(start + bytes - 1)).any(|unit| units >> unit & 1 == 1)
        };
        (0..u32::from(request.access.size)).filter(is_in).fold(0, |all, component| all | 1 << component)
    }

    /// What was read here was added to at its own place, where it is zero at first: that others of its variable are is meant, too.
    pub fn counts_from_zero(&mut self, read: &Origin) {
        let context = self.context;
        let site = &context.program.sites[read.site as usize];
        if site.shared && !self.from_zero.contains(&site.name.as_str()) {
            self.from_zero.push(&site.name);
        }
    }

    /// Whether any lane has just read what was never written.
    pub fn has_unread(&self) -> bool {
        !self.unread.is_empty()
    }

    /// What lanes have just read.
    pub fn take_unread(&mut self) -> Vec<Unread> {
        std::mem::take(&mut self.unread)
    }

    /// What lanes have just read is used at once.
    pub fn uses_unread(&mut self) {
        for unread in self.take_unread() {
            for lane in Lanes(unread.lanes) {
                self.uses(&unread.of(lane), 0);
            }
        }
    }
}
