//! Sums of a register and a literal that nothing but addresses need: memory instructions add a literal by themselves (CUDA binary
//! utilities: `LDG`, `LDS`; RDNA3 instruction set architecture: the offsets of global, buffer and LDS instructions).

use crate::compile::code::Code;
use crate::ir::{Bin, Op, Reg, Tern};
use naga::{FastHashMap, FastHashSet};

/// Makes such sums part of the addresses that need them. Of a product and its sum the product is left.
pub fn run(code: &mut Code<'_>) {
    let facts = &code.facts;
    let is_literal = |at, reg| facts.literal(reg).is_some() || facts.known.operands.contains(&(at, reg));
    let found = distances(code.ops(), is_literal);
    for at in 0..code.ops().len() {
        if found.contains(&at) && matches!(code.ops()[at], Op::Bin { .. }) {
            code.merge(at, None);
        }
    }
    code.facts.addresses = found;
}

/// Sums that are part of addresses.
fn distances(ops: &[Op], is_literal: impl Fn(usize, Reg) -> bool) -> FastHashSet<usize> {
    let mut found = FastHashSet::default();
    // From the end, as in `fold_addresses`: registers with a value that is read, and whether all who read it are addresses.
    let mut needed: FastHashMap<Reg, bool> = FastHashMap::default();
    for (at, op) in ops.iter().enumerate().rev() {
        let written = op.writes();
        let near = match *op {
            Op::Bin { op: Bin::AddI, a, b, .. } => is_literal(at, a) || is_literal(at, b),
            Op::Bin { op: Bin::SubI, b, .. } => is_literal(at, b),
            Op::Tern { op: Tern::MulAddI, c, .. } => is_literal(at, c),
            _ => false,
        };
        let distance = near && needed.get(&written.start) == Some(&true);
        if distance {
            found.insert(at);
        }
        if !matches!(op, Op::Assign { .. } | Op::RegStore { .. }) {
            for reg in written.clone() {
                needed.remove(&reg);
            }
        }
        let passes_on = distance && matches!(op, Op::Bin { .. });
        for reg in op.reads() {
            let address = passes_on || matches!(*op, Op::Index { index, .. } if index == reg);
            *needed.entry(reg).or_insert(true) &= address;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::CONSTANT;

    #[test]
    fn a_literal_that_only_addresses_need_is_part_of_the_load() {
        use crate::ir::NONE;
        let index = |dst, index| Op::Index { dst, base: NONE, index, len: 0, stride: 4, site: 0, folds: false };
        let sum = |dst, a, b| Op::Bin { op: Bin::AddI, dst, a, b };
        let literal = CONSTANT | 1;
        let of = |ops: &[Op]| {
            let mut found: Vec<_> = distances(ops, |_, reg| reg == literal).into_iter().collect();
            found.sort_unstable();
            found
        };
        assert_eq!(of(&[sum(10, 0, literal), index(12, 10)]), [0]);
        assert_eq!(of(&[sum(10, 0, literal), sum(12, 10, literal), index(14, 12)]), [0, 1]);
        // Another sum, and a value that something else needs too.
        assert_eq!(of(&[sum(10, 0, 1), index(12, 10)]), [0; 0]);
        assert_eq!(of(&[sum(10, 0, literal), index(12, 10), Op::Assign { dst: 3, src: 10 }]), [0; 0]);
    }
}
