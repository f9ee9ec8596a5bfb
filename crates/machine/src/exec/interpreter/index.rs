//! Indexing: bounds checks, and arrays in registers.

use super::state::Runner;
use crate::cache::AccessKind;
use crate::exec::lanes;
use crate::exec::observers::{LocalRequest, Observer};
use crate::exec::options::OutOfBounds;
use crate::exec::subgroup::Subgroup;
use crate::ir::{NONE, Reg};
use crate::machine::MAX_WIDTH;
use std::collections::BTreeMap;

/// The distance that stands for "out of bounds: read zero, skip writes".
pub const OUTSIDE: u32 = u32::MAX;

impl Runner<'_> {
    /// `dst = base + index * stride` for indices below the length; others get the address that the bounds policy says. Returns whether
    /// the subgroup has addresses that were out of bounds.
    #[inline(always)]
    pub fn index(&mut self, sg: &mut Subgroup, [dst, base, index]: [Reg; 3], len: u32, stride: u32, site: u32) -> bool {
        let (len, w) = (self.context.lengths[len as usize], self.width);
        let from = (base != NONE).then_some(base);
        let uniform = sg.forms.is_uniform(index) && from.is_none_or(|base| sg.forms.is_uniform(base));
        let form = sg.forms.element(from, index, stride);
        sg.forms.set(dst, form);
        let file = &mut sg.file[..];
        let beyond = match from {
            _ if uniform => {
                let start = from.map_or(0, |base| file[base as usize]);
                let at = file[index as usize];
                file[dst as usize..][..w].fill(at.wrapping_mul(stride).wrapping_add(start));
                at >= len
            }
            None => lanes::scale(file, w, dst, index, stride, len),
            Some(base) => lanes::scale_from(file, w, dst, base, index, stride, len),
        };
        let skips = self.context.options.out_of_bounds == OutOfBounds::ZeroOrSkip;
        (beyond || (skips && base != NONE) || sg.has_strays) && self.outside(sg, [dst, base, index], len, stride, site)
    }

    /// Replaces the addresses of indices out of bounds. Returns whether the subgroup has such addresses.
    #[cold]
    fn outside(&mut self, sg: &mut Subgroup, registers: [Reg; 3], len: u32, stride: u32, site: u32) -> bool {
        let skips = self.context.options.out_of_bounds == OutOfBounds::ZeroOrSkip;
        let [dst, base, index] = registers;
        self.budget.strays();
        sg.forms.forget(dst, 1);
        let mut beyond = Vec::new();
        for lane in sg.lanes() {
            let at = sg.file[index as usize + lane];
            let start = if base == NONE { 0 } else { sg.file[base as usize + lane] };
            let out = dst as usize + lane;
            if skips && base != NONE && start == OUTSIDE {
                sg.file[out] = OUTSIDE;
            } else if at >= len {
                beyond.push((lane, at));
                let last = len.saturating_sub(1).wrapping_mul(stride).wrapping_add(start);
                sg.file[out] = if skips { OUTSIDE } else { last };
            }
        }
        sg.has_strays = self.observers.sanitizer.out_of_bounds(sg, registers, (site, len), &beyond);
        sg.has_strays
    }

    /// Where in the file a plane at a distance lies, for one lane.
    fn plane(&self, sg: &Subgroup, base: Reg, distance: u32, lane: usize) -> Option<usize> {
        let at = (distance as usize).checked_mul(self.width)?.checked_add(base as usize + lane)?;
        (distance != OUTSIDE && at < sg.file.len()).then_some(at)
    }

    /// Tells the observers of an access to a private array that registers cannot hold. Lanes at one index are in one line, since
    /// such arrays are interleaved by lane.
    fn observe_local(&mut self, sg: &Subgroup, offset: Reg, site: u32, kind: AccessKind) {
        if !self.context.tables.sites[site as usize].local {
            return;
        }
        let word_lanes = (self.context.target.sector_bytes as usize / 4).clamp(1, MAX_WIDTH);
        if sg.forms.is_uniform(offset) {
            let mut local = LocalRequest { site, lanes: sg.mask.count_ones(), lines: 1, sectors: 0, partial: 0 };
            for (_, lanes) in lanes::members(sg.mask, word_lanes) {
                local.sectors += 1;
                local.partial += u64::from((lanes.count_ones() as usize) < word_lanes);
            }
            return self.observers.local(&local, kind);
        }
        let file = &sg.file[offset as usize..];
        // Lanes by line and sector.
        let mut sectors = BTreeMap::<_, usize>::new();
        sg.lanes().for_each(|lane| *sectors.entry((file[lane], lane / word_lanes)).or_default() += 1);
        let lines = sectors.keys().zip(sectors.keys().skip(1)).filter(|(one, next)| one.0 != next.0).count() + 1;
        let local = LocalRequest {
            site,
            lanes: sg.mask.count_ones(),
            lines: lines as u64,
            sectors: sectors.len() as u64,
            partial: sectors.values().filter(|lanes| **lanes < word_lanes).count() as u64,
        };
        self.observers.local(&local, kind);
    }

    /// The plane that all lanes address, if it is the same one.
    fn one_plane(&self, sg: &Subgroup, base: Reg, offset: Reg) -> Option<Reg> {
        let distance = sg.forms.is_uniform(offset).then(|| sg.file[offset as usize])?;
        self.plane(sg, base, distance, 0).map(|at| at as Reg)
    }

    #[inline]
    pub fn reg_load(&mut self, sg: &mut Subgroup, dst: Reg, base: Reg, offset: Reg, site: u32) {
        self.observe_local(sg, offset, site, AccessKind::Reads);
        if let Some(plane) = self.one_plane(sg, base, offset) {
            return sg.assign(dst, plane, self.width);
        }
        sg.forms.forget(dst, 1);
        for lane in sg.lanes() {
            let distance = sg.file[offset as usize + lane];
            let value = self.plane(sg, base, distance, lane).map_or(0, |at| sg.file[at]);
            sg.file[dst as usize + lane] = value;
        }
    }

    #[inline]
    pub fn reg_store(&mut self, sg: &mut Subgroup, base: Reg, offset: Reg, src: Reg, site: u32) {
        self.observe_local(sg, offset, site, AccessKind::Writes);
        if let Some(plane) = self.one_plane(sg, base, offset) {
            return sg.assign(plane, src, self.width);
        }
        for lane in sg.lanes() {
            let distance = sg.file[offset as usize + lane];
            if let Some(at) = self.plane(sg, base, distance, lane) {
                sg.file[at] = sg.file[src as usize + lane];
                sg.forms.forget(at as Reg, 1);
            }
        }
    }
}
