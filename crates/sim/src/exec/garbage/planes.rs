//! What of a subgroup's registers means nothing, and what lanes make of it together.

use super::spot::{Origin, Spot};
use crate::code::{NONE, Reg, Scan};
use crate::exec::lanes::subgroup::Subgroup;
use crate::exec::lanes::{Lanes, Mask};
use crate::exec::sanitizer::Unread;
use crate::machine::MAX_WIDTH;
use crate::operation::Bin;

impl Subgroup {
    fn plane(&self, reg: Reg) -> usize {
        reg as usize / self.exits.len()
    }

    pub fn garbage_in(&self, reg: Reg) -> Spot {
        match reg {
            NONE => Spot::default(),
            reg => self.garbage.plane(self.plane(reg)),
        }
    }

    /// Garbage in any of some consecutive planes.
    pub(super) fn garbage_of(&self, reg: Reg, planes: u32) -> Spot {
        self.garbage.of_planes(self.plane(reg), planes)
    }

    /// Notes what of some consecutive planes means nothing.
    pub fn set_garbage(&mut self, reg: Reg, planes: u32, spot: &Spot) {
        let (first, all) = (self.plane(reg), self.file.len() / self.exits.len());
        self.garbage.set((first, planes), spot, all);
    }

    /// Lanes have loaded this into some components besides what was there.
    pub fn add_unread(&mut self, dst: Reg, planes: u32, unread: &Unread, width: u32) {
        // Of subgroups that run abreast, lanes lie side by side.
        let before = (unread.subgroup - self.index as usize) * width as usize;
        for component in (0..4).filter(|component| unread.components >> component & 1 == 1) {
            let reg = dst + component * planes * self.exits.len() as Reg;
            let mut spot = self.garbage_of(reg, planes);
            for lane in Lanes(unread.lanes) {
                spot.add(self.garbage.learn(before + lane, unread.of(lane)), 1 << (before + lane));
            }
            self.set_garbage(reg, planes, &spot);
        }
    }

    pub(super) fn nonzero(&self, reg: Reg) -> Mask {
        self.lanes_with(reg, |value| value != 0)
    }

    fn lanes_with(&self, reg: Reg, test: impl Fn(u32) -> bool) -> Mask {
        let plane = &self.file[reg as usize..][..self.exits.len()];
        (0..plane.len()).filter(|lane| test(plane[*lane])).fold(0, |mask, lane| mask | 1 << lane)
    }

    /// The lanes in which a register is neither garbage nor anything but `value`.
    pub(super) fn surely(&self, reg: Reg, value: u32) -> Mask {
        self.lanes_with(reg, |held| held == value) & !self.garbage_in(reg).lanes()
    }

    /// The same for a zero of 64 bits.
    fn surely_zero_wide(&self, reg: Reg) -> Mask {
        self.surely(reg, 0) & self.surely(reg + self.exits.len() as Reg, 0)
    }

    /// A shuffle: the lanes of `taken` take the value in `a` of the lane that `sources` says, and those of `none` get nothing
    /// that is defined.
    pub fn shuffle_garbage(
        &mut self,
        [dst, a, index]: [Reg; 3],
        (sources, taken): (&[u32; MAX_WIDTH], Mask),
        none: &[Origin],
    ) {
        if self.garbage.is_empty() && none.is_empty() {
            return;
        }
        let given = self.garbage_in(a);
        let mut spot = self.garbage_in(index).within(self.mask);
        for (origin, lanes) in given.parts() {
            for lane in Lanes(taken).filter(|lane| lanes >> sources[*lane] & 1 == 1) {
                spot.add(origin, 1 << lane);
            }
        }
        for origin in none {
            let lane = origin.lane as usize;
            spot.add(self.garbage.learn(lane, *origin), 1 << lane);
        }
        self.set_garbage(dst, 1, &spot);
    }

    /// What of two values is garbage, made into one: not where one of them alone decides.
    pub(super) fn garbage_of_two(&self, op: Bin, a: Reg, b: Reg) -> Spot {
        let wide = if op.is_wide() { 2 } else { 1 };
        let both = self.garbage_of(a, wide).and(&self.garbage_of(b, wide));
        if both.is_empty() {
            return both;
        }
        let decided = match op {
            Bin::And | Bin::MulI => self.surely(a, 0) | self.surely(b, 0),
            Bin::Mul64 => self.surely_zero_wide(a) | self.surely_zero_wide(b),
            // A condition that holds, or all bits.
            Bin::Or => [1, u32::MAX].into_iter().fold(0, |all, set| all | self.surely(a, set) | self.surely(b, set)),
            _ => 0,
        };
        both.within(!decided)
    }

    /// Garbage in what is chosen.
    pub(super) fn garbage_of_choice(&self, [cond, a, b]: [Reg; 3]) -> Spot {
        let [which, first, second] = [cond, a, b].map(|reg| self.garbage_in(reg));
        if first.is_empty() && second.is_empty() && which.is_empty() {
            return Spot::default();
        }
        let chosen = self.nonzero(cond);
        let [a, b] = [a, b].map(|reg| &self.file[reg as usize..][..self.exits.len()]);
        let same = (0..a.len()).filter(|lane| a[*lane] == b[*lane]).fold(0, |mask, lane| mask | 1 << lane);
        // Whichever is chosen of two that are the same, it is that.
        let decided = same & !first.lanes() & !second.lanes();
        first.within(chosen).and(&second.within(!chosen)).and(&which).within(!decided)
    }

    /// What all active lanes get of what some of them have.
    pub(super) fn to_all(&self, spot: Spot) -> Spot {
        spot.moved(|lanes| if lanes & self.mask == 0 { 0 } else { self.mask })
    }

    /// A reduction gives all lanes what one has, a scan those that come after it.
    pub(super) fn reduction_garbage(&self, scan: Scan, spot: Spot) -> Spot {
        if scan == Scan::Reduce {
            return self.to_all(spot);
        }
        spot.moved(|lanes| {
            let first = lanes & self.mask & (lanes & self.mask).wrapping_neg();
            let after = if first == 0 { 0 } else { self.mask & !(first - 1) };
            if scan == Scan::Inclusive { after } else { after & !first }
        })
    }
}
