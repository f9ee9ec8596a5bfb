//! Values that are not defined, followed until something comes of them: what a lane takes from one that does not take part.
//!
//! Reductions take such values all the time, and keep what lane 0 makes of values that are all there. So each register knows
//! the lanes in which it is garbage, and so does each word of workgroup memory; a store to a buffer, a branch or the address
//! of a store uses it.

use super::lanes::subgroup::Subgroup;
use super::lanes::{Lanes, Mask};
use super::runner::Runner;
use crate::code::{Access, Fold, Mem, NONE, Op, Reg, TextureDoes};
use crate::config::MAX_WIDTH;
use crate::operation::{Bin, Tern};
use naga::FastHashMap;

/// Where a value comes from that is not defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The shuffle.
    pub site: u32,
    pub subgroup: u32,
    pub lane: u32,
    /// The lane that does not take part.
    pub source: u32,
    /// Whether that has returned.
    pub returned: bool,
}

/// Lanes in which a value is garbage, and where some of it comes from.
#[derive(Debug, Clone, Copy, Default)]
struct Spot {
    lanes: Mask,
    /// Index into the origins.
    origin: u16,
}

impl Spot {
    /// What is made of two values.
    fn and(self, other: Self) -> Self {
        let origin = if self.lanes == 0 { other.origin } else { self.origin };
        Self { lanes: self.lanes | other.lanes, origin }
    }

    fn within(self, lanes: Mask) -> Self {
        Self { lanes: self.lanes & lanes, ..self }
    }
}

/// What of a subgroup's registers is garbage.
#[derive(Debug, Default)]
pub struct Garbage {
    /// By plane; empty where nothing is.
    planes: Vec<Spot>,
    origins: Vec<Origin>,
}

impl Garbage {
    pub fn is_empty(&self) -> bool {
        self.planes.is_empty()
    }

    pub fn clear(&mut self) {
        self.planes.clear();
        self.origins.clear();
    }

    fn origin(&mut self, origin: Origin) -> u16 {
        let known = self.origins.iter().position(|known| known.site == origin.site);
        let at = known.unwrap_or_else(|| {
            self.origins.push(origin);
            self.origins.len() - 1
        });
        at as u16
    }
}

/// What of a workgroup's memory is garbage, by word.
pub type GarbageWords = FastHashMap<u32, Origin>;

impl Subgroup {
    fn plane(&self, reg: Reg) -> usize {
        reg as usize / self.exits.len()
    }

    fn garbage_in(&self, reg: Reg) -> Spot {
        match reg {
            NONE => Spot::default(),
            reg => self.garbage.planes.get(self.plane(reg)).copied().unwrap_or_default(),
        }
    }

    /// Garbage in any of some consecutive planes.
    fn garbage_of(&self, reg: Reg, planes: u32) -> Spot {
        let first = self.plane(reg);
        let all = self.garbage.planes.iter().skip(first).take(planes as usize);
        all.fold(Spot::default(), |all, spot| all.and(*spot))
    }

    fn set_garbage(&mut self, reg: Reg, planes: u32, spot: Spot) {
        if spot.lanes != 0 && self.garbage.planes.is_empty() {
            self.garbage.planes = vec![Spot::default(); self.file.len() / self.exits.len()];
        }
        let first = self.plane(reg);
        for plane in self.garbage.planes.iter_mut().skip(first).take(planes as usize) {
            *plane = spot;
        }
    }

    fn nonzero(&self, reg: Reg) -> Mask {
        let plane = &self.file[reg as usize..][..self.exits.len()];
        (0..plane.len()).filter(|lane| plane[*lane] != 0).fold(0, |mask, lane| mask | 1 << lane)
    }

    /// The lanes in which a register is neither garbage nor anything but `value`.
    fn surely(&self, reg: Reg, value: u32) -> Mask {
        let plane = &self.file[reg as usize..][..self.exits.len()];
        let lanes = (0..plane.len()).filter(|lane| plane[*lane] == value).fold(0, |mask, lane| mask | 1 << lane);
        lanes & !self.garbage_in(reg).lanes
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
        let (given, which) = (self.garbage_in(a), self.garbage_in(index));
        let moved = Lanes(taken).filter(|lane| given.lanes >> sources[*lane] & 1 == 1);
        let moved = Spot { lanes: moved.fold(0, |mask, lane| mask | 1 << lane), ..given };
        let mut spot = moved.and(which.within(self.mask));
        for origin in none {
            let at = self.garbage.origin(*origin);
            spot = Spot { lanes: 1 << origin.lane, origin: at }.and(spot);
        }
        self.set_garbage(dst, 1, spot);
    }

    /// What of two values is garbage, made into one: not where one of them alone decides.
    fn garbage_of_two(&self, op: Bin, a: Reg, b: Reg) -> Spot {
        let wide = if op.is_wide() { 2 } else { 1 };
        let both = self.garbage_of(a, wide).and(self.garbage_of(b, wide));
        if both.lanes == 0 {
            return both;
        }
        let decided = match op {
            Bin::And | Bin::MulI => self.surely(a, 0) | self.surely(b, 0),
            // A condition that holds, or all bits.
            Bin::Or => [1, u32::MAX].into_iter().fold(0, |all, set| all | self.surely(a, set) | self.surely(b, set)),
            _ => 0,
        };
        both.within(!decided)
    }

    /// Garbage in what is chosen.
    fn garbage_of_choice(&self, [cond, a, b]: [Reg; 3]) -> Spot {
        let [which, first, second] = [cond, a, b].map(|reg| self.garbage_in(reg));
        if first.lanes | second.lanes | which.lanes == 0 {
            return Spot::default();
        }
        let chosen = self.nonzero(cond);
        let [a, b] = [a, b].map(|reg| &self.file[reg as usize..][..self.exits.len()]);
        let same = (0..a.len()).filter(|lane| a[*lane] == b[*lane]).fold(0, |mask, lane| mask | 1 << lane);
        // Whichever is chosen of two that are the same, it is that.
        let decided = same & !first.lanes & !second.lanes;
        first.within(chosen).and(second.within(!chosen)).and(which).within(!decided)
    }
}

impl Runner<'_> {
    /// Whether a subgroup has garbage, or may read some.
    pub fn has_garbage(&self, sg: &Subgroup) -> bool {
        !sg.garbage.is_empty() || !self.garbage_words.is_empty()
    }

    /// Before an instruction: what garbage it makes of garbage, or what it uses. Shuffles tell it themselves.
    #[cold]
    pub fn follow_garbage(&mut self, sg: &mut Subgroup) {
        let program = self.context.program;
        match program.ops[sg.pc] {
            Op::Un { op, dst, a } => {
                let spot = sg.garbage_of(a, if op.is_wide() { 2 } else { 1 });
                sg.set_garbage(dst, op.planes(), spot);
            }
            Op::Bin { op, dst, a, b } => {
                let spot = sg.garbage_of_two(op, a, b);
                sg.set_garbage(dst, op.planes(), spot);
            }
            Op::Tern { op: Tern::Select, dst, a, b, c } => {
                let spot = sg.garbage_of_choice([a, b, c]);
                sg.set_garbage(dst, 1, spot);
            }
            Op::Tern { dst, a, b, c, .. } => {
                let spot = sg.garbage_in(a).and(sg.garbage_in(b)).and(sg.garbage_in(c));
                sg.set_garbage(dst, 1, spot);
            }
            Op::Mov { dst, src } => sg.set_garbage(dst, 1, sg.garbage_in(src)),
            Op::Assign { dst, src } => self.assign_garbage(sg, dst, src),
            Op::Index { dst, base, index, .. } => {
                let spot = sg.garbage_in(base).and(sg.garbage_in(index));
                sg.set_garbage(dst, 1, spot);
                // The two may be executed as one.
                if let Op::Load { access, dst } = program.ops[sg.pc + 1]
                    && access.mem != Mem::Workgroup
                {
                    self.load_garbage(sg, &access, dst);
                }
            }
            Op::Length { dst, .. } => sg.set_garbage(dst, 1, Spot::default()),
            Op::Load { access, dst } => self.load_garbage(sg, &access, dst),
            Op::Store { access, src } => self.store_garbage(sg, &access, src),
            Op::RegLoad { dst, base, offset, .. } => self.indexed_garbage(sg, dst, base, offset),
            Op::RegStore { base, offset, src, .. } => self.put_garbage(sg, base, offset, src),
            Op::Atomic { access, dst, value, compare, .. } => {
                for reg in [access.dynamic, value, compare] {
                    self.use_garbage(sg, sg.garbage_in(reg));
                }
                if dst != NONE {
                    sg.set_garbage(dst, access.kind.planes(), Spot::default());
                }
            }
            Op::Texture { op, args, dst } => match program.texture_ops[op as usize].does {
                TextureDoes::Store => self.use_garbage(sg, sg.garbage_of(args, 8)),
                _ if dst != NONE => sg.set_garbage(dst, 4, sg.garbage_of(args, 6).within(sg.mask)),
                _ => {}
            },
            Op::If { cond, .. } | Op::ExitTest { cond, .. } | Op::Predicate { cond, .. } | Op::Back { cond, .. } => {
                self.use_garbage(sg, sg.garbage_in(cond));
            }
            Op::Switch { selector, .. } => self.use_garbage(sg, sg.garbage_in(selector)),
            Op::Ballot { dst, predicate } => sg.set_garbage(dst, 4, to_all(sg, sg.garbage_in(predicate))),
            Op::Vote { all, dst, a } => {
                let decided = sg.mask & if all { sg.surely(a, 0) } else { sg.nonzero(a) & !sg.garbage_in(a).lanes };
                let spot = if decided == 0 { to_all(sg, sg.garbage_in(a)) } else { Spot::default() };
                sg.set_garbage(dst, 1, spot);
            }
            Op::Fold { fold, kind, dst, a, .. } => {
                let spot = fold_garbage(sg, fold, sg.garbage_of(a, kind.planes()));
                sg.set_garbage(dst, kind.planes(), spot);
            }
            _ => {}
        }
    }

    /// Active lanes use garbage.
    fn use_garbage(&mut self, sg: &Subgroup, spot: Spot) {
        if spot.lanes & sg.mask != 0
            && let Some(origin) = sg.garbage.origins.get(spot.origin as usize)
        {
            self.sanitizer.uses_garbage(origin, self.context.program.lines[sg.pc]);
        }
    }

    fn assign_garbage(&mut self, sg: &mut Subgroup, dst: Reg, src: Reg) {
        let kept = sg.garbage_in(dst).within(sg.live & !sg.mask);
        let spot = sg.garbage_in(src).within(sg.mask).and(kept);
        sg.set_garbage(dst, 1, spot);
    }

    /// What is loaded from an address that is garbage, or from where garbage was stored.
    fn load_garbage(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) {
        let mut spot = sg.garbage_in(access.dynamic).within(sg.mask);
        if access.mem == Mem::Workgroup && !self.garbage_words.is_empty() {
            for lane in Lanes(sg.mask) {
                let mut words = words(sg, access, lane);
                if let Some(origin) = words.find_map(|word| self.garbage_words.get(&word)) {
                    let origin = sg.garbage.origin(*origin);
                    spot = Spot { lanes: 1 << lane, origin }.and(spot);
                }
            }
        }
        sg.set_garbage(dst, u32::from(access.size) * access.kind.planes(), spot);
    }

    /// Other invocations may read what is stored to workgroup memory, or not.
    fn store_garbage(&mut self, sg: &Subgroup, access: &Access, src: [Reg; 4]) {
        self.use_garbage(sg, sg.garbage_in(access.dynamic));
        let stored = src.iter().take(access.size.into());
        let spot = stored.fold(Spot::default(), |all, reg| all.and(sg.garbage_of(*reg, access.kind.planes())));
        if access.mem != Mem::Workgroup {
            return self.use_garbage(sg, spot);
        }
        let origin = sg.garbage.origins.get(spot.origin as usize);
        for lane in Lanes(sg.mask) {
            for word in words(sg, access, lane) {
                match origin {
                    Some(origin) if spot.lanes >> lane & 1 == 1 => drop(self.garbage_words.insert(word, *origin)),
                    _ => drop(self.garbage_words.remove(&word)),
                }
            }
        }
    }

    /// The plane at a distance from another, for one lane.
    fn plane_at(sg: &Subgroup, base: Reg, offset: Reg, lane: usize) -> Reg {
        let distance = sg.file[offset as usize + lane];
        base.saturating_add(distance.saturating_mul(sg.exits.len() as u32))
    }

    fn indexed_garbage(&mut self, sg: &mut Subgroup, dst: Reg, base: Reg, offset: Reg) {
        let mut spot = sg.garbage_in(offset).within(sg.mask);
        for lane in Lanes(sg.mask) {
            let element = sg.garbage_in(Self::plane_at(sg, base, offset, lane));
            spot = element.within(1 << lane).and(spot);
        }
        let kept = sg.garbage_in(dst).within(sg.live & !sg.mask);
        sg.set_garbage(dst, 1, spot.and(kept));
    }

    fn put_garbage(&mut self, sg: &mut Subgroup, base: Reg, offset: Reg, src: Reg) {
        self.use_garbage(sg, sg.garbage_in(offset));
        let stored = sg.garbage_in(src);
        for lane in Lanes(sg.mask) {
            let plane = Self::plane_at(sg, base, offset, lane);
            if (plane as usize) < sg.file.len() {
                let kept = sg.garbage_in(plane).within(!(1 << lane));
                sg.set_garbage(plane, 1, stored.within(1 << lane).and(kept));
            }
        }
    }
}

/// What all active lanes get of what some of them have.
fn to_all(sg: &Subgroup, spot: Spot) -> Spot {
    let lanes = if spot.lanes & sg.mask == 0 { 0 } else { sg.mask };
    Spot { lanes, ..spot }
}

/// A reduction gives all lanes what one has, a scan those that come after it.
fn fold_garbage(sg: &Subgroup, fold: Fold, spot: Spot) -> Spot {
    let active = spot.lanes & sg.mask;
    if fold == Fold::Reduce || active == 0 {
        return to_all(sg, spot);
    }
    let first = active & active.wrapping_neg();
    let after = sg.mask & !(first - 1);
    Spot { lanes: if fold == Fold::Inclusive { after } else { after & !first }, ..spot }
}

/// The words of workgroup memory that a lane asks for.
fn words(sg: &Subgroup, access: &Access, lane: usize) -> std::ops::RangeInclusive<u32> {
    let distance = if access.dynamic == NONE { 0 } else { sg.file[access.dynamic as usize + lane] };
    let first = distance.saturating_add(access.offset);
    first / 4..=first.saturating_add(access.bytes() - 1) / 4
}
