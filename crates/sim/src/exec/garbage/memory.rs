//! Values that mean nothing in memory, and those that come from there.

use super::spot::{Origin, Spot, Why};
use crate::code::{Access, Mem, NONE, Reg};
use crate::exec::lanes::subgroup::Subgroup;
use crate::exec::lanes::{Lanes, Mask};
use crate::exec::runner::Runner;
use naga::FastHashMap;
use std::ops::RangeInclusive;

/// What of a workgroup's memory means nothing, by word.
pub type UndefinedWords = FastHashMap<u32, Vec<Origin>>;

impl Runner<'_> {
    /// What is loaded from an address that is garbage or was out of bounds, or from where garbage was stored.
    pub(super) fn load_garbage(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) {
        let mut spot = self.read_through(sg, access.dynamic);
        if access.mem == Mem::Workgroup && !self.garbage_words.is_empty() {
            for lane in Lanes(sg.mask) {
                for word in words(sg, access, lane) {
                    for origin in self.garbage_words.get(&word).into_iter().flatten() {
                        spot.add(sg.garbage.learn(lane, *origin), 1 << lane);
                    }
                }
            }
        }
        sg.set_garbage(dst, u32::from(access.size) * access.kind.planes(), &spot);
    }

    /// What is read through an address; that it was out of bounds is told.
    pub(super) fn read_through(&mut self, sg: &mut Subgroup, address: Reg) -> Spot {
        let unknown = sg.garbage_in(address);
        for (origin, lane) in sg.garbage.first_read(address, sg.mask & !unknown.lanes()) {
            if let Some(origin) = sg.garbage.origin(origin, lane) {
                self.sanitizer.takes(origin);
            }
        }
        unknown.and(&sg.garbage.stray(address)).within(sg.mask)
    }

    /// Something is written through an address, which must mean something. Returns the lanes in which it lies within bounds.
    pub(super) fn write_through(&mut self, sg: &mut Subgroup, address: Reg) -> Mask {
        let unknown = sg.garbage_in(address);
        self.use_garbage(sg, &unknown);
        let stray = sg.garbage.stray(address).within(sg.mask);
        for (origin, lanes) in stray.parts() {
            for lane in Lanes(lanes & !unknown.lanes()) {
                if let Some(origin) = sg.garbage.origin(origin, lane) {
                    self.sanitizer.writes_beyond(origin);
                }
            }
        }
        sg.mask & !stray.lanes()
    }

    /// Other invocations may read what is stored to workgroup memory, or not.
    pub(super) fn store_garbage(&mut self, sg: &mut Subgroup, access: &Access, src: [Reg; 4]) {
        let mask = self.write_through(sg, access.dynamic);
        let stored = src.iter().take(access.size.into());
        let spot = stored.fold(Spot::default(), |all, reg| all.and(&sg.garbage_of(*reg, access.kind.planes())));
        let spot = spot.within(mask);
        if access.mem != Mem::Workgroup {
            return self.use_garbage(sg, &spot);
        }
        for lane in Lanes(mask) {
            let parts = spot.parts().filter(|(_, lanes)| lanes >> lane & 1 == 1);
            let stored: Vec<Origin> = parts.filter_map(|(at, _)| sg.garbage.origin(at, lane).copied()).collect();
            for word in words(sg, access, lane) {
                let (own, kept): (Vec<Origin>, _) = stored.iter().partition(|origin| begins_at_zero(origin, word));
                match kept.is_empty() {
                    true => drop(self.garbage_words.remove(&word)),
                    false => drop(self.garbage_words.insert(word, kept)),
                }
                if own.len() == stored.len() {
                    own.iter().for_each(|read| self.sanitizer.counts_from_zero(read));
                }
            }
        }
    }
}

/// Whether a word of workgroup memory gets what was made of its own first contents: a sum that begins at the zero that WGSL
/// promises.
fn begins_at_zero(origin: &Origin, word: u32) -> bool {
    matches!(origin.why, Why::Unread { access: (first, bytes), .. } if (first / 4..(first + bytes).div_ceil(4)).contains(&word))
}

/// The words of workgroup memory that a lane asks for.
fn words(sg: &Subgroup, access: &Access, lane: usize) -> RangeInclusive<u32> {
    let distance = if access.dynamic == NONE { 0 } else { sg.file[access.dynamic as usize + lane] };
    let first = distance.saturating_add(access.offset);
    first / 4..=first.saturating_add(access.bytes() - 1) / 4
}
