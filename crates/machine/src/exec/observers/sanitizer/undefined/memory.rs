//! Undefined values in workgroup memory, and addresses that are undefined or were out of bounds.

use super::values::{Origin, UndefinedLanes, UndefinedValues, Why};
use crate::exec::lanes::{Lanes, Mask};
use crate::exec::observers::sanitizer::Sanitizer;
use crate::exec::subgroup::Subgroup;
use crate::ir::{Access, Mem, NONE, Reg};
use std::ops::RangeInclusive;

impl Sanitizer<'_> {
    /// A load: from an undefined address or one that was out of bounds, or of an undefined value.
    pub fn load(&mut self, sg: &Subgroup, values: &mut UndefinedValues, access: &Access, dst: Reg) {
        let mut undefined = self.read_through(sg, values, access.dynamic);
        if access.mem == Mem::Workgroup && !self.undefined.words.is_empty() {
            for lane in Lanes(sg.mask) {
                for word in words(sg, access, lane) {
                    for origin in self.undefined.words.get(&word).into_iter().flatten() {
                        undefined.add(values.learn(lane, *origin), 1 << lane);
                    }
                }
            }
        }
        values.set(sg, dst, u32::from(access.size) * access.kind.planes(), &undefined);
    }

    /// The undefined lanes of a read through an address. Reports that it was out of bounds.
    pub fn read_through(&mut self, sg: &Subgroup, values: &mut UndefinedValues, address: Reg) -> UndefinedLanes {
        let unknown = values.of(sg, address);
        for (origin, lane) in values.first_read(address, sg.mask & !unknown.lanes()) {
            if let Some(origin) = values.origin(origin, lane) {
                self.takes(origin);
            }
        }
        unknown.or(&values.stray(address)).within(sg.mask)
    }

    /// A write through an address, which must be defined. Returns the lanes in which it is within bounds.
    pub fn write_through(&mut self, sg: &Subgroup, values: &mut UndefinedValues, address: Reg) -> Mask {
        let unknown = values.of(sg, address);
        self.use_undefined(sg, values, &unknown);
        let stray = values.stray(address).within(sg.mask);
        for (origin, lanes) in stray.parts() {
            for lane in Lanes(lanes & !unknown.lanes()) {
                if let Some(origin) = values.origin(origin, lane) {
                    self.writes_beyond(origin);
                }
            }
        }
        sg.mask & !stray.lanes()
    }

    /// A store. Of what is stored to workgroup memory, nobody knows yet whether another invocation uses it.
    pub fn store(&mut self, sg: &Subgroup, values: &mut UndefinedValues, access: &Access, src: [Reg; 4]) {
        let mask = self.write_through(sg, values, access.dynamic);
        let stored = src.iter().take(access.size.into());
        let undefined = stored
            .fold(UndefinedLanes::default(), |all, reg| all.or(&values.of_registers(sg, *reg, access.kind.planes())));
        let undefined = undefined.within(mask);
        if access.mem != Mem::Workgroup {
            return self.use_undefined(sg, values, &undefined);
        }
        for lane in Lanes(mask) {
            let parts = undefined.parts().filter(|(_, lanes)| lanes >> lane & 1 == 1);
            let stored: Vec<Origin> = parts.filter_map(|(at, _)| values.origin(at, lane).copied()).collect();
            for word in words(sg, access, lane) {
                let (own, kept): (Vec<Origin>, _) = stored.iter().partition(|origin| begins_at_zero(origin, word));
                match kept.is_empty() {
                    true => drop(self.undefined.words.remove(&word)),
                    false => drop(self.undefined.words.insert(word, kept)),
                }
                if own.len() == stored.len() {
                    own.iter().for_each(|read| self.counts_from_zero(read));
                }
            }
        }
    }
}

/// Whether a word of workgroup memory gets a value that was computed from its own first contents: a sum that begins at the zero
/// that WGSL promises.
fn begins_at_zero(origin: &Origin, word: u32) -> bool {
    matches!(origin.why, Why::Unwritten { access: (first, bytes), .. } if (first / 4..(first + bytes).div_ceil(4)).contains(&word))
}

/// The words of workgroup memory that a lane asks for.
fn words(sg: &Subgroup, access: &Access, lane: usize) -> RangeInclusive<u32> {
    let distance = if access.dynamic == NONE { 0 } else { sg.file[access.dynamic as usize + lane] };
    let first = distance.saturating_add(access.offset);
    first / 4..=first.saturating_add(access.bytes() - 1) / 4
}
