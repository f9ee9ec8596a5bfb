//! Operations across the active lanes of a subgroup.

use super::state::Runner;
use crate::exec::lanes::Lanes;
use crate::exec::lanes::alu;
use crate::exec::observers::sanitizer::{Origin, Why};
use crate::exec::subgroup::Subgroup;
use crate::ir::Bin;
use crate::ir::{Op, Reg, Scan, ShuffleFrom};
use crate::machine::MAX_WIDTH;
use crate::type_layout::Kind;

impl Runner<'_> {
    /// Executes an operation across lanes.
    pub fn collective(&mut self, sg: &mut Subgroup, op: Op) {
        match op {
            Op::Ballot { dst, predicate } => self.ballot(sg, dst, predicate),
            Op::Vote { all, dst, a } => self.vote(sg, all, dst, a),
            Op::SubgroupReduce { scan, op, kind, dst, a, identity } => {
                self.reduce(sg, scan, op, kind, [dst, a], identity)
            }
            Op::SubgroupShuffle { from, dst, a, index, site } => self.shuffle(sg, from, [dst, a, index], site),
            op => self.fragments(sg, op),
        }
    }

    /// A bit for each active lane whose predicate holds, in a vector of four words.
    fn ballot(&mut self, sg: &mut Subgroup, dst: Reg, predicate: Reg) {
        let w = self.width;
        let mask = sg.condition(predicate, w);
        for plane in 0..4 {
            sg.fill(dst + (plane * w) as Reg, (mask >> (32 * plane)) as u32, w);
        }
    }

    fn vote(&mut self, sg: &mut Subgroup, all: bool, dst: Reg, a: Reg) {
        let w = self.width;
        let mask = sg.condition(a, w);
        let result = if all { mask == sg.mask } else { mask != 0 };
        sg.fill(dst, u32::from(result), w);
    }

    fn reduce(&mut self, sg: &mut Subgroup, scan: Scan, op: Bin, kind: Kind, [dst, a]: [Reg; 2], identity: u64) {
        let (w, wide) = (self.width, kind.is_wide());
        sg.forms.forget(dst, kind.planes());
        let (dst, a) = (dst as usize, a as usize);
        let mut sum = identity;
        let put = |file: &mut [u32], lane: usize, value: u64| {
            file[dst + lane] = value as u32;
            if wide {
                file[dst + w + lane] = (value >> 32) as u32;
            }
        };
        for lane in Lanes(sg.mask) {
            let value = u64::from(sg.file[a + lane]) | if wide { u64::from(sg.file[a + w + lane]) << 32 } else { 0 };
            let next = combine(op, kind, sum, value);
            if scan != Scan::Reduce {
                put(&mut sg.file, lane, if scan == Scan::Inclusive { next } else { sum });
            }
            sum = next;
        }
        if scan == Scan::Reduce {
            for lane in Lanes(sg.mask) {
                put(&mut sg.file, lane, sum);
            }
        }
    }

    /// Reads another lane's value. Lanes that are not active give 0.
    fn shuffle(&mut self, sg: &mut Subgroup, from: ShuffleFrom, [dst, a, index]: [Reg; 3], site: u32) {
        let w = self.width;
        sg.forms.forget(dst, 1);
        let first = sg.mask.trailing_zeros();
        let (mut values, mut sources) = ([0; MAX_WIDTH], [0; MAX_WIDTH]);
        let (mut taken, mut none) = (0, Vec::new());
        for lane in Lanes(sg.mask) {
            let own = lane as u32;
            let given = sg.file[index as usize + lane];
            let source = match from {
                ShuffleFrom::First => first,
                ShuffleFrom::Broadcast | ShuffleFrom::Lane => given,
                ShuffleFrom::Down => own.saturating_add(given),
                ShuffleFrom::Up => own.wrapping_sub(given),
                ShuffleFrom::Xor => own ^ given,
                ShuffleFrom::QuadLane => own & !3 | given & 3,
                ShuffleFrom::QuadSwap => own ^ given,
            };
            if source < w as u32 && sg.mask >> source & 1 == 1 {
                values[lane] = sg.file[a as usize + source as usize];
                sources[lane] = source;
                taken |= 1 << lane;
            } else if self.context.shuffles {
                let returned = source < w as u32 && sg.live >> source & 1 == 0;
                let origin = Origin::new(site, (sg.index, lane), Why::InactiveLane { source, returned });
                none.push(origin);
            }
        }
        if self.context.shuffles {
            self.observers.sanitizer.shuffle(sg, [dst, a, index], (&sources, taken), &none);
        }
        for lane in Lanes(sg.mask) {
            sg.file[dst as usize + lane] = values[lane];
        }
    }
}

/// Combines one more value; `f16` is rounded each time.
fn combine(op: Bin, kind: Kind, sum: u64, value: u64) -> u64 {
    match op {
        Bin::And => sum & value,
        Bin::Or => sum | value,
        Bin::Xor => sum ^ value,
        _ => {
            let result = alu::fold(op, sum, value);
            if kind == Kind::F16 {
                return u64::from(crate::exec::lanes::float::round_f16(result as u32));
            }
            if kind.is_wide() { result } else { result & u64::from(u32::MAX) }
        }
    }
}
