//! What a straight line computes or loads a second time: compilers keep the first result (common subexpressions, by value
//! numbering).

use crate::compile::code::Code;
use crate::compile::expansion::expansion;
use crate::ir::{Access, Mem, Op, Reg};
use crate::ir::{Bin, Tern, Un};
use naga::{FastHashMap, FastHashSet};
use std::ops::Range;

/// A value by how it is made, its operands being values by number.
#[derive(PartialEq, Eq, Hash)]
enum Expression {
    Un(Un, u32),
    Bin(Bin, u32, u32),
    Tern(Tern, [u32; 3]),
    Index(u32, u32, u32),
    /// Of what divides.
    Reciprocal(u32),
    /// Where from, which part of it, and after how many stores.
    Load(Mem, u32, u8, u32, u32),
}

#[derive(Default)]
struct Values {
    of: FastHashMap<Reg, u32>,
    made: FastHashMap<Expression, u32>,
    next: u32,
    /// How often memory may have changed.
    stores: u32,
}

impl Values {
    fn number(&mut self, reg: Reg) -> u32 {
        let next = &mut self.next;
        *self.of.entry(reg).or_insert_with(|| {
            *next += 1;
            *next
        })
    }

    /// Nothing is known of these registers.
    fn forget(&mut self, regs: Range<Reg>) {
        for reg in regs {
            self.of.remove(&reg);
        }
    }

    /// A value and the one that only its first lanes or another way of the control flow knows have the same register.
    fn forget_all(&mut self) {
        self.of.clear();
        self.made.clear();
    }

    /// Whether it divides by what a division before it divides by.
    fn divides(&mut self, op: Op) -> bool {
        let Op::Bin { op: Bin::DivF, b, .. } = op else { return false };
        let reciprocal = Expression::Reciprocal(self.number(b));
        self.made.insert(reciprocal, 0).is_some()
    }

    /// Lets registers from `dst` on hold what is made so; returns whether there is such a value already.
    fn make(&mut self, made: Expression, dst: Range<Reg>) -> bool {
        let first = self.next + 1;
        let number = *self.made.entry(made).or_insert(first);
        self.next = self.next.max(number + dst.len() as u32);
        for (at, reg) in dst.enumerate() {
            self.of.insert(reg, number + at as u32);
        }
        number != first
    }
}

/// Instructions that make again what the straight line has.
#[derive(Default)]
struct Repeated {
    /// All of it.
    values: FastHashSet<usize>,
    /// Divisions whose divisor's reciprocal it has: a quotient is a product with it (PTX ISA, `div.approx.f32`; Mesa,
    /// nir_opt_algebraic.py, `lower_fdiv`).
    divisions: FastHashSet<usize>,
}

/// Removes them, and leaves of divisions by one divisor a product each.
pub fn run(code: &mut Code<'_>) {
    let Repeated { mut values, divisions } = repeated(code.ops(), |base| code.variable(base));
    for at in divisions {
        // A reciprocal alone is there, too.
        match expansion(code.ops()[at], &code.facts) {
            1 => drop(values.insert(at)),
            _ => code.by_reciprocal(at),
        }
    }
    let mut values: Vec<usize> = values.into_iter().collect();
    values.sort_unstable();
    for at in values {
        if code.is_computed(at) {
            code.remove(at);
        }
    }
}

/// Finds them. `array` names the registers of the variable around one.
fn repeated(ops: &[Op], array: impl Fn(Reg) -> Range<Reg>) -> Repeated {
    let (mut found, mut values) = (Repeated::default(), Values::default());
    for (at, &op) in ops.iter().enumerate() {
        let written = op.writes();
        let divided = values.divides(op);
        if let Some(made) = made(op, &mut values) {
            // What follows the result in the file is another value.
            values.forget(written.clone());
            let planes = if matches!(op, Op::Load { .. }) { written.len() as Reg } else { 1 };
            if values.make(made, written.start..written.start + planes) {
                found.values.insert(at);
            } else if divided {
                found.divisions.insert(at);
            }
            continue;
        }
        match op {
            Op::Segment(_) => {}
            Op::Mov { dst, src } | Op::Assign { dst, src } => {
                let number = values.number(src);
                values.of.insert(dst, number);
            }
            Op::RegStore { base, .. } => values.forget(array(base)),
            Op::Store { .. } | Op::StoreTile { .. } | Op::Atomic { .. } | Op::Barrier { .. } | Op::Texture { .. } => {
                values.stores += 1;
                values.forget(written);
            }
            op if stays(op) => values.forget(written),
            _ => values.forget_all(),
        }
    }
    found
}

/// Whether the same lanes go on.
fn stays(op: Op) -> bool {
    matches!(
        op,
        Op::Un { .. }
            | Op::Bin { .. }
            | Op::Tern { .. }
            | Op::Length { .. }
            | Op::RegLoad { .. }
            | Op::Load { .. }
            | Op::SameForAll { .. }
            | Op::Ballot { .. }
            | Op::Vote { .. }
            | Op::SubgroupReduce { .. }
            | Op::SubgroupShuffle { .. }
            | Op::Common { .. }
            | Op::LoadTile { .. }
            | Op::MultiplyTiles { .. }
    )
}

/// How an instruction makes its value, where the same operands always make the same one. Those of 64 bits are left alone.
fn made(op: Op, values: &mut Values) -> Option<Expression> {
    Some(match op {
        Op::Un { op, a, .. } if op.planes() == 1 && !op.is_wide() => Expression::Un(op, values.number(a)),
        Op::Bin { op, a, b, .. } if !op.is_wide() => {
            let (a, b) = (values.number(a), values.number(b));
            if commutes(op) { Expression::Bin(op, a.min(b), a.max(b)) } else { Expression::Bin(op, a, b) }
        }
        Op::Tern { op, a, b, c, .. } => Expression::Tern(op, [a, b, c].map(|reg| values.number(reg))),
        Op::Index { base, index, stride, .. } => Expression::Index(values.number(base), values.number(index), stride),
        Op::Load { access: Access { mem, kind, size, atomic: false, offset, dynamic, .. }, .. } if !kind.is_wide() => {
            Expression::Load(mem, offset, size, values.number(dynamic), values.stores)
        }
        _ => return None,
    })
}

fn commutes(op: Bin) -> bool {
    matches!(op, Bin::AddI | Bin::MulI | Bin::AddF | Bin::MulF | Bin::And | Bin::Or | Bin::Xor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn un(dst: Reg, a: Reg) -> Op {
        Op::Un { op: Un::Exp, dst, a }
    }

    fn found(ops: &[Op]) -> Vec<usize> {
        let mut found: Vec<_> = repeated(ops, |base| base..base + 4).values.into_iter().collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_value_that_is_there_is_not_computed_again() {
        let sum = |dst, a, b| Op::Bin { op: Bin::AddF, dst, a, b };
        // The second exponential, and the sum of the two in another order.
        assert_eq!(found(&[un(10, 0), sum(12, 10, 1), un(14, 0), sum(16, 1, 14)]), [2, 3]);
    }

    #[test]
    fn a_register_that_changed_holds_another_value() {
        assert_eq!(found(&[un(10, 0), Op::Assign { dst: 0, src: 10 }, un(12, 0)]), [0; 0]);
        assert_eq!(found(&[un(10, 2), Op::RegStore { base: 0, offset: 20, src: 10, site: 0 }, un(12, 2)]), [0; 0]);
        assert_eq!(found(&[un(10, 2), Op::RegStore { base: 4, offset: 20, src: 10, site: 0 }, un(12, 2)]), [2]);
    }

    #[test]
    fn a_reciprocal_serves_all_divisions_by_its_value() {
        let div = |dst, a, b| Op::Bin { op: Bin::DivF, dst, a, b };
        let found = |ops: &[Op]| {
            let found = repeated(ops, |base| base..base + 4);
            let mut found = [found.values, found.divisions].map(|found| found.into_iter().collect::<Vec<_>>());
            found.iter_mut().for_each(|found| found.sort_unstable());
            found
        };
        // Three components by one length, and one of them again.
        assert_eq!(found(&[div(10, 0, 3), div(12, 1, 3), div(14, 2, 3), div(16, 1, 3)]), [vec![3], vec![1, 2]]);
        assert_eq!(found(&[div(10, 0, 3), div(12, 3, 0)]), [[0; 0]; 2]);
        assert_eq!(found(&[div(10, 0, 3), Op::Assign { dst: 3, src: 1 }, div(12, 0, 3)]), [[0; 0]; 2]);
    }

    #[test]
    fn other_lanes_may_not_have_it() {
        assert_eq!(found(&[un(10, 0), Op::EndIf { skip: 0 }, un(12, 0)]), [0; 0]);
    }

    #[test]
    fn a_load_is_repeated_until_something_is_stored() {
        use crate::type_layout::Kind;
        let access =
            Access { mem: Mem::Workgroup, kind: Kind::F32, size: 1, atomic: false, offset: 0, dynamic: 5, site: 0 };
        let load = |dst| Op::Load { access, dst };
        assert_eq!(found(&[load(10), load(12), un(14, 10), un(16, 12)]), [1, 3]);
        assert_eq!(found(&[load(10), Op::Store { access, src: [0; 4] }, load(12)]), [0; 0]);
    }
}
