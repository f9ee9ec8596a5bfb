//! Batches of subgroups: each instruction is decoded once for several subgroups of a workgroup, on planes that hold the lanes of
//! all of them. Counts and findings remain each subgroup's own.
//!
//! The order of subgroups is visible only if they race, use atomics or read each other's lanes. Programs that use atomics or
//! read other lanes run subgroup by subgroup, and a launch with findings is run again that way.

use super::lanes::{Batch, first_lanes};
use super::options::Options;
use crate::ir::{CompiledTables, Op, Program};
use crate::machine::MAX_WIDTH;

/// The most words of registers that a batch takes: a part of a processor's L2 cache. With four times as many `lab-tiling` took as
/// long, with a quarter 1.2 times as long.
const MOST_WORDS: u32 = 32 << 10;

impl Program {
    /// How many subgroups a plane holds.
    pub fn subgroups_in_batch(&self) -> usize {
        (self.lanes / self.width) as usize
    }

    /// The subgroups whose lanes a plane holds.
    pub fn batch(&self) -> Batch {
        Batch {
            width: self.width as usize,
            subgroups: self.subgroups_in_batch(),
            whole: first_lanes(self.lanes as usize),
        }
    }

    /// The same program for batches; `None` where subgroups must run one by one, or where a batch would hold only one.
    pub fn batched(&self, tables: &CompiledTables, options: &Options) -> Option<Self> {
        let fits = |together: &u32| {
            let lanes = self.width * together;
            lanes <= MAX_WIDTH as u32
                && self.invocations().is_multiple_of(lanes)
                && self.file.saturating_mul(*together) <= MOST_WORDS
        };
        let together = (1..8).map(|doublings| 1 << doublings).take_while(fits).last()?;
        (!options.wants_outputs_only() && self.may_run_in_batches(tables, options)).then(|| self.widened(together))
    }

    /// Whether nothing can reveal the order in which subgroups run.
    fn may_run_in_batches(&self, tables: &CompiledTables, options: &Options) -> bool {
        let one_by_one = |op: &Op| match op {
            // Without race detection, a read of memory that another subgroup may write reveals the order.
            Op::Load { access, .. } => access.atomic || (!options.races && !self.never_written(access.mem)),
            Op::Store { access, .. } => access.atomic,
            Op::RegLoad { site, .. } | Op::RegStore { site, .. } => tables.sites[*site as usize].local,
            Op::Atomic { .. } | Op::Texture { .. } | Op::SameForAll { .. } => true,
            // What a subgroup does together, its barrier too, has set `subgroups`.
            _ => false,
        };
        !self.subgroups && !self.ops.iter().any(one_by_one)
    }

    fn widened(&self, together: u32) -> Self {
        let mut wide = self.clone();
        wide.lanes *= together;
        wide.file *= together;
        wide.ops.iter_mut().for_each(|op| op.map_registers(&|reg| reg * together));
        wide.preloads.iter_mut().for_each(|preload| preload.reg *= together);
        wide.inputs.iter_mut().for_each(|(_, reg)| *reg *= together);
        wide
    }
}
