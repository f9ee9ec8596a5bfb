//! Undefined values in the registers of a subgroup, and what operations make of them.

use super::unwritten::Unwritten;
use super::values::{Origin, UndefinedLanes, UndefinedValues};
use crate::exec::lanes::{Lanes, Mask};
use crate::exec::subgroup::Subgroup;
use crate::ir::Bin;
use crate::ir::{NONE, Reg, Scan};
use crate::machine::MAX_WIDTH;

impl UndefinedValues {
    /// The lanes in which a register is undefined.
    pub fn of(&self, sg: &Subgroup, reg: Reg) -> UndefinedLanes {
        match reg {
            NONE => UndefinedLanes::default(),
            reg => self.plane(plane(sg, reg)),
        }
    }

    /// The lanes in which any of some consecutive planes is undefined.
    pub fn of_registers(&self, sg: &Subgroup, reg: Reg, planes: u32) -> UndefinedLanes {
        self.of_planes(plane(sg, reg), planes)
    }

    /// Notes the undefined lanes of some consecutive planes.
    pub fn set(&mut self, sg: &Subgroup, reg: Reg, planes: u32, undefined: &UndefinedLanes) {
        let (first, all) = (plane(sg, reg), sg.file.len() / sg.exits.len());
        self.set_planes((first, planes), undefined, all);
    }

    /// Lanes have loaded unwritten memory into some components.
    pub fn load_unwritten(&mut self, sg: &Subgroup, dst: Reg, planes: u32, unwritten: &Unwritten, width: u32) {
        // The lanes of the subgroups of a batch lie side by side.
        let before = (unwritten.subgroup - sg.index as usize) * width as usize;
        for component in (0..4).filter(|component| unwritten.components >> component & 1 == 1) {
            let reg = dst + component * planes * sg.exits.len() as Reg;
            let mut undefined = self.of_registers(sg, reg, planes);
            for lane in Lanes(unwritten.lanes) {
                undefined.add(self.learn(before + lane, unwritten.of(lane)), 1 << (before + lane));
            }
            self.set(sg, reg, planes, &undefined);
        }
    }

    /// The lanes in which a register is defined and holds `value`.
    pub fn surely(&self, sg: &Subgroup, reg: Reg, value: u32) -> Mask {
        lanes_with(sg, reg, |held| held == value) & !self.of(sg, reg).lanes()
    }

    /// The same for a zero of 64 bits.
    fn surely_zero_wide(&self, sg: &Subgroup, reg: Reg) -> Mask {
        self.surely(sg, reg, 0) & self.surely(sg, reg + sg.exits.len() as Reg, 0)
    }

    /// A shuffle: each lane of `taken` takes the value in `a` of the lane that `sources` names, and those of `none` get undefined
    /// values.
    pub fn shuffle(
        &mut self,
        sg: &Subgroup,
        [dst, a, index]: [Reg; 3],
        (sources, taken): (&[u32; MAX_WIDTH], Mask),
        none: &[Origin],
    ) {
        if self.is_empty() && none.is_empty() {
            return;
        }
        let given = self.of(sg, a);
        let mut undefined = self.of(sg, index).within(sg.mask);
        for (origin, lanes) in given.parts() {
            let given = Lanes(taken).filter(|lane| lanes >> sources[*lane] & 1 == 1);
            undefined.add(origin, given.fold(0, |lanes, lane| lanes | 1 << lane));
        }
        for origin in none {
            let lane = origin.lane as usize;
            undefined.add(self.learn(lane, *origin), 1 << lane);
        }
        self.set(sg, dst, 1, &undefined);
    }

    /// The undefined lanes of an operation on two values: not those in which one value alone decides the result.
    pub fn of_two(&self, sg: &Subgroup, op: Bin, a: Reg, b: Reg) -> UndefinedLanes {
        let wide = if op.is_wide() { 2 } else { 1 };
        let both = self.of_registers(sg, a, wide).or(&self.of_registers(sg, b, wide));
        if both.is_empty() {
            return both;
        }
        let decided = match op {
            Bin::And | Bin::MulI => self.surely(sg, a, 0) | self.surely(sg, b, 0),
            Bin::Mul64 => self.surely_zero_wide(sg, a) | self.surely_zero_wide(sg, b),
            // A condition that holds, or all bits.
            Bin::Or => {
                [1, u32::MAX].into_iter().fold(0, |all, set| all | self.surely(sg, a, set) | self.surely(sg, b, set))
            }
            _ => 0,
        };
        both.within(!decided)
    }

    /// The undefined lanes of a selection.
    pub fn of_choice(&self, sg: &Subgroup, [cond, a, b]: [Reg; 3]) -> UndefinedLanes {
        let [which, first, second] = [cond, a, b].map(|reg| self.of(sg, reg));
        if first.is_empty() && second.is_empty() && which.is_empty() {
            return UndefinedLanes::default();
        }
        let chosen = nonzero(sg, cond);
        let [a, b] = [a, b].map(|reg| &sg.file[reg as usize..][..sg.exits.len()]);
        let same = (0..a.len()).filter(|lane| a[*lane] == b[*lane]).fold(0, |mask, lane| mask | 1 << lane);
        // Where both values are the same, the condition does not matter.
        let decided = same & !first.lanes() & !second.lanes();
        first.within(chosen).or(&second.within(!chosen)).or(&which).within(!decided)
    }

    /// A reduction passes what one lane has to all lanes, a scan to those after it.
    pub fn reduced(&self, sg: &Subgroup, scan: Scan, undefined: UndefinedLanes) -> UndefinedLanes {
        if scan == Scan::Reduce {
            return to_all(sg, undefined);
        }
        undefined.moved(|lanes| {
            let first = lanes & sg.mask & (lanes & sg.mask).wrapping_neg();
            let after = if first == 0 { 0 } else { sg.mask & !(first - 1) };
            if scan == Scan::Inclusive { after } else { after & !first }
        })
    }
}

/// The plane of a register.
fn plane(sg: &Subgroup, reg: Reg) -> usize {
    reg as usize / sg.exits.len()
}

/// The lanes in which a register is not 0.
pub fn nonzero(sg: &Subgroup, reg: Reg) -> Mask {
    lanes_with(sg, reg, |value| value != 0)
}

/// The lanes in which a register passes a test.
fn lanes_with(sg: &Subgroup, reg: Reg, test: impl Fn(u32) -> bool) -> Mask {
    let plane = &sg.file[reg as usize..][..sg.exits.len()];
    (0..plane.len()).filter(|lane| test(plane[*lane])).fold(0, |mask, lane| mask | 1 << lane)
}

/// All active lanes, for each origin that some of them have.
pub fn to_all(sg: &Subgroup, undefined: UndefinedLanes) -> UndefinedLanes {
    undefined.moved(|lanes| if lanes & sg.mask == 0 { 0 } else { sg.mask })
}
