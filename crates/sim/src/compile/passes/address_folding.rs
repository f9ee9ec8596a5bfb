//! Sums of a register and a literal that nothing but addresses need: memory instructions add a literal by themselves (CUDA binary
//! utilities: `LDG`, `LDS`; RDNA3 instruction set architecture: the offsets of global, buffer and LDS instructions).

use crate::compile::code::Code;
use crate::compile::indexed_map::{IndexedMap, IndexedSet};
use crate::ir::{Bin, Op, Reg, Tern};

/// Makes such sums part of the addresses that need them. Of a product and its sum the product is left.
pub fn run(code: &mut Code<'_>) {
    let facts = &code.facts;
    let is_literal = |at, reg| facts.literal(reg).is_some() || facts.known.operands.has(at, reg);
    let found = distances(code.ops(), is_literal);
    let whole: Vec<usize> = (0..code.ops().len())
        .filter(|&at| found.contains(at) && is_sum(code.ops()[at], |reg| is_literal(at, reg)))
        .collect();
    for at in whole {
        code.merge(at, None);
    }
    code.facts.addresses = found;
}

/// Whether it is the sum of a value and a literal, or of a value and a product of literals.
fn is_sum(op: Op, is_literal: impl Fn(Reg) -> bool) -> bool {
    match op {
        Op::Bin { op: Bin::AddI, a, b, .. } => is_literal(a) || is_literal(b),
        Op::Bin { op: Bin::SubI, b, .. } => is_literal(b),
        Op::Tern { op: Tern::MulAddI, a, b, .. } => is_literal(a) && is_literal(b),
        _ => false,
    }
}

/// Sums that are part of addresses: all who read them are addresses, or such sums.
fn distances(ops: &[Op], is_literal: impl Fn(usize, Reg) -> bool) -> IndexedSet<usize> {
    let readers = readers(ops);
    let is_sum = |at: usize| is_sum(ops[at], |reg| is_literal(at, reg));
    let mut found = IndexedSet::default();
    for at in (0..ops.len()).rev() {
        let near = is_sum(at) || matches!(ops[at], Op::Tern { op: Tern::MulAddI, c, .. } if is_literal(at, c));
        let is_address = |&(reader, index): &(usize, bool)| index || found.contains(reader) && is_sum(reader);
        if near && !readers[at].is_empty() && readers[at].iter().all(is_address) {
            found.add(at);
        }
    }
    found
}

/// By an instruction, those that read its result, and whether as an index. What is assigned to a variable is the variable's.
fn readers(ops: &[Op]) -> Vec<Vec<(usize, bool)>> {
    let mut made: IndexedMap<Reg, usize> = IndexedMap::default();
    let mut readers = vec![Vec::new(); ops.len()];
    for (at, op) in ops.iter().enumerate() {
        for reg in op.reads() {
            if let Some(&definition) = made.get(reg) {
                let index = matches!(*op, Op::Index { index, .. } if index == reg);
                readers[definition].push((at, index));
            }
        }
        for reg in op.writes() {
            match op {
                Op::Assign { .. } | Op::RegStore { .. } => made.remove(reg),
                _ => made.insert(reg, at),
            };
        }
    }
    readers
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
        let of = |ops: &[Op]| distances(ops, |_, reg| reg == literal).keys().collect::<Vec<_>>();
        assert_eq!(of(&[sum(10, 0, literal), index(12, 10)]), [0]);
        assert_eq!(of(&[sum(10, 0, literal), sum(12, 10, literal), index(14, 12)]), [0, 1]);
        let product = |dst, a, b, c| Op::Tern { op: Tern::MulAddI, dst, a, b, c };
        assert_eq!(of(&[sum(10, 0, literal), product(12, literal, literal, 10), index(14, 12)]), [0, 1]);
        // A variable whose register held the sum before.
        let assigned = Op::Assign { dst: 10, src: 3 };
        assert_eq!(of(&[sum(10, 0, literal), index(12, 10), assigned, Op::Assign { dst: 3, src: 10 }]), [0]);
        // A product of a value is left, and so is what it needs.
        assert_eq!(of(&[sum(10, 0, literal), product(12, 10, literal, literal), index(14, 12)]), [1]);
        // Another sum, and a value that something else needs too.
        assert_eq!(of(&[sum(10, 0, 1), index(12, 10)]), [0; 0]);
        assert_eq!(of(&[sum(10, 0, literal), index(12, 10), Op::Assign { dst: 3, src: 10 }]), [0; 0]);
    }
}
