//! Constants that are added to an index of workgroup memory: the instruction that accesses it adds them itself.
//!
//! Not so in storage memory: its addresses are longer than an index, whose sum may wrap.

use super::builder::Builder;
use super::chain::{reads, writes};
use crate::code::{Mem, Op, Reg};
use crate::operation::Bin;

/// Instructions after which a register that is still in use is taken for a variable.
const WINDOW: usize = 256;

impl Builder<'_> {
    /// The segments outside `nests`, once for each addition that an access does beside its own work.
    pub fn immediate_offsets(&self, nests: &[(usize, usize)]) -> Vec<usize> {
        let mut segment = None;
        let mut found = Vec::new();
        for (at, op) in self.ops.iter().enumerate() {
            match *op {
                Op::Segment(next) => segment = Some(next as usize),
                Op::Bin { op: Bin::AddI, dst, a, b } if self.fixed(a).is_some() || self.fixed(b).is_some() => {
                    let unrolled = nests.iter().any(|nest| (nest.0..nest.1).contains(&at));
                    found.extend(segment.filter(|_| !unrolled && is_index(&self.ops[at + 1..], dst)));
                }
                _ => {}
            }
        }
        found
    }
}

/// Whether a register is read by nothing but indices of workgroup memory until it is written anew.
fn is_index(ops: &[Op], reg: Reg) -> bool {
    let mut indexes = false;
    for (at, op) in ops.iter().enumerate().take(WINDOW) {
        let written = writes(*op);
        if reads(*op, &written).contains(&reg) {
            match *op {
                Op::Index { dst, base, index, .. } if index == reg && base != reg && is_shared(&ops[at + 1..], dst) => {
                    indexes = true;
                }
                _ => return false,
            }
        }
        if written.contains(&reg) {
            return indexes;
        }
    }
    indexes && ops.len() <= WINDOW
}

/// Whether the address in a register is one of workgroup memory.
fn is_shared(ops: &[Op], address: Reg) -> bool {
    for (at, op) in ops.iter().enumerate().take(WINDOW) {
        match *op {
            Op::Load { access, .. } | Op::Store { access, .. } | Op::Atomic { access, .. }
                if access.dynamic == address =>
            {
                return access.mem == Mem::Workgroup;
            }
            Op::Index { dst, base, .. } if base == address => return is_shared(&ops[at + 1..], dst),
            op if writes(op).contains(&address) => return false,
            _ => {}
        }
    }
    false
}
