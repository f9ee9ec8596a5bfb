//! What an instruction reads and writes.

use super::instruction::{NONE, Op, Reg};
use std::cell::RefCell;
use std::ops::Range;

impl Op {
    /// Planes that it writes. Results of 64 bits take two; for others the second is not in use yet.
    pub fn writes(self) -> Range<Reg> {
        match self {
            Op::Un { dst, .. } | Op::Bin { dst, .. } | Op::SubgroupReduce { dst, .. } => dst..dst + 2,
            Op::Tern { dst, .. }
            | Op::Mov { dst, .. }
            | Op::Assign { dst, .. }
            | Op::Index { dst, .. }
            | Op::Length { dst, .. }
            | Op::RegLoad { dst, .. }
            | Op::Vote { dst, .. }
            | Op::SubgroupShuffle { dst, .. } => dst..dst + 1,
            // An array that is indexed counts as one register, its first.
            Op::RegStore { base, .. } => base..base + 1,
            Op::Load { access, dst } => dst..dst + u32::from(access.size) * access.kind.planes(),
            Op::Atomic { access, dst, .. } if dst != NONE => dst..dst + access.kind.planes() + 1,
            Op::Texture { dst, .. } if dst != NONE => dst..dst + 4,
            Op::Ballot { dst, .. } => dst..dst + 4,
            _ => 0..0,
        }
    }

    /// Registers that it needs.
    pub fn reads(self) -> Vec<Reg> {
        let found = RefCell::new(Vec::with_capacity(4));
        self.for_each_read(|reg| found.borrow_mut().push(reg));
        found.into_inner()
    }

    /// Calls `each` for the registers that it needs.
    pub fn for_each_read(mut self, each: impl Fn(Reg)) {
        let written = self.writes();
        let array = matches!(self, Op::RegStore { .. });
        self.map_registers(&|reg| {
            if array || reg != written.start || written.is_empty() {
                each(reg);
            }
            reg
        });
    }
}
