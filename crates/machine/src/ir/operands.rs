//! What an instruction reads and writes.

use super::cooperative_matrix::Tile;
use super::instruction::{Access, NONE, Op, Reg};
use arrayvec::ArrayVec;
use std::cell::RefCell;
use std::ops::Range;

/// The registers that an instruction needs: a store of four words and its address are the most.
pub type Reads = ArrayVec<Reg, 5>;

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
            | Op::Common { dst, .. }
            | Op::SubgroupShuffle { dst, .. } => dst..dst + 1,
            // An array that is indexed counts as one register, its first.
            Op::RegStore { base, .. } => base..base + 1,
            Op::Load { access, dst } => dst..dst + u32::from(access.size) * access.kind.planes(),
            Op::Atomic { access, dst, .. } if dst != NONE => dst..dst + access.kind.planes() + 1,
            Op::Texture { dst, .. } if dst != NONE => dst..dst + 4,
            Op::Ballot { dst, .. } => dst..dst + 4,
            Op::LoadTile { tile, dst } => dst..dst + tile.planes,
            Op::MultiplyTiles { dst, planes, .. } => dst..dst + planes,
            _ => 0..0,
        }
    }

    /// The memory that it loads from, if it is a load.
    pub fn loads(&self) -> Option<&Access> {
        match self {
            Op::Load { access, .. } | Op::LoadTile { tile: Tile { access, .. }, .. } => Some(access),
            _ => None,
        }
    }

    /// The memory that it stores to, if it is a store.
    pub fn stores(&self) -> Option<&Access> {
        match self {
            Op::Store { access, .. } | Op::StoreTile { tile: Tile { access, .. }, .. } => Some(access),
            _ => None,
        }
    }

    /// Planes of each fragment that it has to do with.
    pub fn fragment_planes(&self) -> Option<u32> {
        match *self {
            Op::LoadTile { tile, .. } | Op::StoreTile { tile, .. } => Some(tile.planes),
            Op::MultiplyTiles { planes, .. } => Some(planes),
            _ => None,
        }
    }

    /// Registers that it needs.
    pub fn reads(mut self) -> Reads {
        let written = self.writes();
        let array = matches!(self, Op::RegStore { .. });
        let found = RefCell::new(Reads::new());
        self.map_registers(&|reg| {
            if array || reg != written.start || written.is_empty() {
                found.borrow_mut().push(reg);
            }
            reg
        });
        found.into_inner()
    }
}
