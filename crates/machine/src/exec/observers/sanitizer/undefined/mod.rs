//! Tracks undefined values until they matter: values from a lane that does not take part, from out of bounds, or from memory that
//! was never written.
//!
//! Programs produce such values all the time and use others: a reduction uses the value of lane 0, a stencil those that a
//! `select` lets through. So for each register the lanes are known in which it is undefined, and so are the words of workgroup
//! memory. A store to a buffer, a branch or the address of a store uses a value. A subgroup without undefined values pays
//! nothing for this.

mod follow;
mod memory;
mod planes;
mod reports;
mod unwritten;
mod values;

pub use values::{Origin, Why};

use super::Sanitizer;
use crate::exec::lanes::Mask;
use crate::exec::subgroup::Subgroup;
use crate::finding::Severity;
use crate::ir::{NONE, Reg};
use crate::machine::MAX_WIDTH;
use naga::FastHashMap;
use unwritten::Unwritten;
use values::{UndefinedLanes, UndefinedValues};

/// The undefined values of a workgroup.
#[derive(Debug, Default)]
pub struct Undefined<'a> {
    /// In registers, by the place of the subgroup in its runner.
    registers: Vec<UndefinedValues>,
    /// In workgroup memory, by word.
    words: FastHashMap<u32, Vec<Origin>>,
    /// The unwritten memory that the current load reads.
    unwritten: Vec<Unwritten>,
    /// Variables in workgroup memory in which this workgroup has counted from the zero that WGSL promises.
    from_zero: Vec<&'a str>,
}

impl Undefined<'_> {
    /// A workgroup begins.
    pub fn clear(&mut self) {
        self.registers.iter_mut().for_each(UndefinedValues::clear);
        self.words.clear();
        self.from_zero.clear();
    }

    fn take(&mut self, sg: &Subgroup) -> UndefinedValues {
        self.registers.get_mut(sg.slot).map(std::mem::take).unwrap_or_default()
    }

    fn put(&mut self, sg: &Subgroup, values: UndefinedValues) {
        if self.registers.len() <= sg.slot {
            self.registers.resize_with(sg.slot + 1, UndefinedValues::default);
        }
        self.registers[sg.slot] = values;
    }
}

impl Sanitizer<'_> {
    /// Whether a subgroup has undefined values, or may read some.
    pub fn has_undefined(&self, sg: &Subgroup) -> bool {
        let undefined = &self.undefined;
        !undefined.words.is_empty() || undefined.registers.get(sg.slot).is_some_and(|values| !values.is_empty())
    }

    /// The lanes in which an address was out of bounds.
    pub fn strays(&self, sg: &Subgroup, address: Reg) -> Mask {
        self.undefined.registers.get(sg.slot).map_or(0, |values| values.stray(address).lanes())
    }

    /// Lanes have loaded unwritten memory into the planes from `dst` on, which has so many for each component.
    #[cold]
    pub fn load_unwritten(&mut self, sg: &Subgroup, dst: Reg, planes: u32) {
        let mut values = self.undefined.take(sg);
        for unwritten in self.take_unwritten() {
            values.load_unwritten(sg, dst, planes, &unwritten, self.context.program.width);
        }
        self.undefined.put(sg, values);
    }

    /// Some lanes' indices are not below the length: each lane, and its index. Returns whether any address of the subgroup was out
    /// of bounds.
    pub fn out_of_bounds(
        &mut self,
        sg: &Subgroup,
        [dst, base, index]: [Reg; 3],
        (site, len): (u32, u32),
        beyond: &[(usize, u32)],
    ) -> bool {
        let mut values = self.undefined.take(sg);
        let mut stray = match base {
            NONE => UndefinedLanes::default(),
            base => values.stray(base).within(sg.mask),
        };
        let unknown = values.of(sg, index);
        for &(lane, at) in beyond {
            let origin = Origin::new(site, (sg.index, lane), Why::OutOfBounds { at, len });
            // An index that is itself undefined is the fault, not where it leads.
            match unknown.lanes() >> lane & 1 {
                0 => stray.add(values.learn(lane, origin), 1 << lane),
                _ => stray = stray.or(&unknown.clone().within(1 << lane)),
            }
        }
        values.set_stray(dst, stray, sg.mask);
        let has_strays = values.has_strays();
        self.undefined.put(sg, values);
        has_strays
    }

    /// A shuffle: each lane of `taken` takes the value in `a` of the lane that `sources` names; the lanes of `none` get an undefined
    /// value.
    pub fn shuffle(&mut self, sg: &Subgroup, registers: [Reg; 3], taken: (&[u32; MAX_WIDTH], Mask), none: &[Origin]) {
        if none.is_empty() && !self.has_undefined(sg) {
            return;
        }
        self.take_from_inactive(none);
        let mut values = self.undefined.take(sg);
        values.shuffle(sg, registers, taken, none);
        self.undefined.put(sg, values);
    }

    /// A collective operation defines these planes of a subgroup.
    pub fn define(&mut self, sg: &Subgroup, dst: Reg, planes: u32) {
        if let Some(values) = self.undefined.registers.get_mut(sg.slot) {
            values.set(sg, dst, planes, &UndefinedLanes::default());
        }
    }

    /// Forgets the values of a subgroup that lives for one instruction.
    pub fn forget(&mut self, sg: &Subgroup) {
        if let Some(values) = self.undefined.registers.get_mut(sg.slot) {
            values.clear();
        }
    }

    /// An access outside of a texture.
    pub fn outside_texture(&mut self, by: (usize, usize), index: (u32, u32), site: u32, end: &str) {
        self.report_out_of_bounds(by, index, (site, 0), (Severity::Warning, end));
    }
}
