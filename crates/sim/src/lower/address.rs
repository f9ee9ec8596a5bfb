//! Addresses that only the next load needs: they can be computed with it.

use super::builder::Builder;
use crate::ir::{Op, Reg};
use naga::FastHashSet;

impl Builder<'_> {
    /// Marks the address computations whose result only the load right after them reads.
    pub fn fold_addresses(&mut self) {
        // From the end: the registers that are read before they are written again. Values do not outlive the pass
        // through a loop that computes them, so that going straight over jumps misses nothing.
        let mut needed: FastHashSet<Reg> = FastHashSet::default();
        let mut loads_last_from: Option<Reg> = None;
        for op in self.ops.iter_mut().rev() {
            if let Op::Index { dst, folds, .. } = op {
                *folds = loads_last_from == Some(*dst);
            }
            loads_last_from = match op {
                Op::Load { access, .. } => Some(access.dynamic).filter(|address| !needed.contains(address)),
                _ => None,
            };
            let written = op.writes();
            if !matches!(op, Op::Assign { .. } | Op::RegStore { .. }) {
                for reg in written.clone() {
                    needed.remove(&reg);
                }
            }
            needed.extend(op.reads());
        }
    }
}
