//! Reads of memory that was never written: reported where the value is used.

use super::values::{Origin, Why};
use crate::exec::lanes::{Lanes, Mask, Pattern, Request};
use crate::exec::observers::sanitizer::Sanitizer;

/// Lanes of a subgroup that have just read unwritten memory.
#[derive(Debug)]
pub struct Unwritten {
    pub subgroup: usize,
    pub lanes: Mask,
    /// A bit for each component that was unwritten.
    pub components: u32,
    why: Why,
    site: u32,
}

impl Unwritten {
    /// The origin of a lane's value.
    pub fn of(&self, lane: usize) -> Origin {
        Origin::new(self.site, (self.subgroup as u32, lane), self.why)
    }
}

impl Sanitizer<'_> {
    /// A lane, and those with the same address, read unwritten memory: a bit of `granules` for each granule. Whether they use it is
    /// not known yet.
    pub fn reads_unwritten(&mut self, request: &Request<'_>, lane: usize, granules: u32, why: &'static str) {
        if self.undefined.from_zero.contains(&self.context.program.sites[request.access.site as usize].name.as_str()) {
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
        // Earlier components of a vector may have been written.
        let byte = first.max((first / granule + granules.trailing_zeros()) * granule);
        let why = Why::Unwritten { byte, access: (first, request.bytes()), why };
        let components = self.components(request, first, granules);
        self.undefined.unwritten.push(Unwritten { subgroup: request.subgroup, lanes, components, why, site });
    }

    /// The components of a lane's vector that overlap some of the granules from its first byte on.
    fn components(&self, request: &Request<'_>, first: u32, granules: u32) -> u32 {
        let (granule, bytes) = (self.context.program.granule, request.access.kind.bytes());
        let granule_of = |byte: u32| byte / granule - first / granule;
        let is_in = |component: &u32| {
            let start = first + component * bytes;
            (granule_of(start)..=granule_of(start + bytes - 1)).any(|granule_of| granules >> granule_of & 1 == 1)
        };
        (0..u32::from(request.access.size)).filter(is_in).fold(0, |all, component| all | 1 << component)
    }

    /// A sum was stored at the place from which its first term was read, which is zero at first: the kernel relies on that, and
    /// probably for the rest of the variable too.
    pub fn counts_from_zero(&mut self, read: &Origin) {
        let context = self.context;
        let site = &context.program.sites[read.site as usize];
        if site.shared && !self.undefined.from_zero.contains(&site.name.as_str()) {
            self.undefined.from_zero.push(&site.name);
        }
    }

    /// Whether a lane has just read unwritten memory.
    pub fn has_unwritten(&self) -> bool {
        !self.undefined.unwritten.is_empty()
    }

    /// The unwritten memory that lanes have just read.
    pub fn take_unwritten(&mut self) -> Vec<Unwritten> {
        std::mem::take(&mut self.undefined.unwritten)
    }

    /// The values that lanes have just read are used at once.
    pub fn uses_unwritten(&mut self) {
        for unwritten in self.take_unwritten() {
            for lane in Lanes(unwritten.lanes) {
                self.uses(&unwritten.of(lane), 0);
            }
        }
    }
}
