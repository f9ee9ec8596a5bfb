//! A slice of a program that only makes its requests to global memory: instructions that no request needs are left out, and
//! requests move nothing.

use crate::ir::Program;
use crate::ir::{Mem, Op};

impl Program {
    /// The program with only these instructions, which all requests need.
    pub fn sliced(&self, kept: &[usize]) -> Self {
        let mut slice = Self {
            ops: kept.iter().map(|&at| self.requesting(self.ops[at])).collect(),
            lines: kept.iter().map(|&at| self.lines[at]).collect(),
            watched: Vec::new(),
            ..self.clone()
        };
        let moved = |target: u32| kept.partition_point(|&at| at < target as usize) as u32;
        slice.ops.iter_mut().for_each(|op| op.map_targets(&moved));
        slice
    }

    fn requesting(&self, op: Op) -> Op {
        let is_global = |mem| matches!(mem, Mem::Buffer(buffer) if !self.buffers[buffer as usize].uniform);
        match op {
            Op::Load { access, .. } if is_global(access.mem) => Op::Request { access, writes: false },
            Op::LoadTile { tile, .. } if is_global(tile.access.mem) => Op::RequestTile { tile, writes: false },
            Op::StoreTile { tile, .. } => Op::RequestTile { tile, writes: true },
            Op::Store { access, .. } => Op::Request { access, writes: true },
            // The load that it would be executed with may have been left out.
            Op::Index { dst, base, index, len, stride, site, .. } => {
                Op::Index { dst, base, index, len, stride, site, folds: false }
            }
            op => op,
        }
    }
}
