//! Arithmetic whose result nothing reads: compilers leave it out (dead code elimination).

use crate::compile::code::Code;
use crate::compile::indexed_map::{IndexedMap, IndexedSet};
use crate::ir::{CONSTANT, Op, Reg};
use std::ops::Range;

/// Removes it.
pub fn run(code: &mut Code<'_>) {
    for at in dead(code.ops(), |base| code.variable(base)) {
        if code.is_computed(at) {
            code.remove(at);
        }
    }
}

/// Instructions that no store, no address, no branch and no other lane needs. `array` names the registers of the variable around one.
fn dead(ops: &[Op], array: impl Fn(Reg) -> Range<Reg>) -> Vec<usize> {
    let Makers { all, of } = makers(ops, array);
    let mut live: Vec<bool> = ops.iter().map(|&op| !is_pure(op)).collect();
    let mut open: Vec<usize> = (0..ops.len()).filter(|&at| live[at]).collect();
    let mut read: IndexedSet<Reg> = IndexedSet::default();
    while let Some(at) = open.pop() {
        for &maker in &of[at] {
            let makers = match maker {
                Maker::One(maker) => vec![maker],
                Maker::All(variable) if read.add(variable) => all.get(variable).cloned().unwrap_or_default(),
                Maker::All(_) => continue,
            };
            open.extend(makers.into_iter().filter(|&maker| !std::mem::replace(&mut live[maker], true)));
        }
    }
    (0..ops.len()).filter(|&at| !live[at]).collect()
}

/// What made a value that is read.
#[derive(Clone, Copy)]
enum Maker {
    One(usize),
    /// Any instruction that gives this variable something.
    All(Reg),
}

struct Makers {
    /// By variable.
    all: IndexedMap<Reg, Vec<usize>>,
    /// By the instruction that reads.
    of: Vec<Vec<Maker>>,
}

/// For each instruction, those whose results it may read: the last one before it in its straight line, which has the same lanes; of a
/// variable from before it, all.
fn makers(ops: &[Op], array: impl Fn(Reg) -> Range<Reg>) -> Makers {
    let mut variables: IndexedMap<Reg, Vec<usize>> = IndexedMap::default();
    for op in ops {
        if let Op::Assign { dst, .. } | Op::Mov { dst, .. } | Op::RegStore { base: dst, .. } = *op {
            variables.insert(dst, Vec::new());
        }
    }
    for (at, op) in ops.iter().enumerate() {
        for reg in op.writes() {
            variables.get_mut(reg).into_iter().for_each(|all| all.push(at));
        }
    }
    let mut last: IndexedMap<Reg, (usize, usize)> = IndexedMap::default();
    let mut line = 0;
    let mut makers = Vec::with_capacity(ops.len());
    for (at, &op) in ops.iter().enumerate() {
        let written = op.writes();
        let planes = |reg: Reg| match op {
            Op::RegLoad { base, .. } | Op::RegStore { base, .. } if reg == base => array(base),
            op => reg..reg + planes(op),
        };
        let needs = op.reads().into_iter().filter(|reg| reg & CONSTANT == 0).flat_map(planes);
        line += usize::from(!is_straight(op));
        let of = |reg: Reg| match last.get(reg) {
            Some(&(maker, made)) if made == line => Some(Maker::One(maker)),
            _ if variables.contains(reg) => Some(Maker::All(reg)),
            before => before.map(|&(maker, _)| Maker::One(maker)),
        };
        makers.push(needs.filter_map(of).collect());
        last.extend(written.map(|reg| (reg, (at, line))));
    }
    Makers { all: variables, of: makers }
}

/// Registers that follow each other and are one operand, at most.
fn planes(op: Op) -> Reg {
    match op {
        Op::Un { op, .. } => 1 + Reg::from(op.is_wide()),
        Op::Bin { op, .. } => 1 + Reg::from(op.is_wide()),
        Op::Tern { .. } | Op::Mov { .. } | Op::Assign { .. } | Op::Index { .. } => 1,
        Op::Texture { .. } => 8,
        op => op.fragment_planes().unwrap_or(2),
    }
}

/// Whether the same lanes go on.
fn is_straight(op: Op) -> bool {
    is_pure(op)
        || op.fragment_planes().is_some()
        || matches!(op, Op::Load { .. } | Op::Store { .. } | Op::RegLoad { .. } | Op::Length { .. } | Op::Segment(_))
}

/// Whether it does nothing but give a value.
fn is_pure(op: Op) -> bool {
    matches!(
        op,
        Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. } | Op::Mov { .. } | Op::Assign { .. } | Op::Index { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Bin, Un};

    fn found(ops: &[Op]) -> Vec<usize> {
        dead(ops, |base| base..base + 4)
    }

    #[test]
    fn what_only_unread_values_need_is_left_out() {
        let exp = |dst, a| Op::Un { op: Un::Exp, dst, a };
        let branch = Op::If { cond: 14, otherwise: 0, site: 0 };
        let sum = |a, b| Op::Bin { op: Bin::AddF, dst: 14, a, b };
        // The second exponential is for a copy that nothing reads.
        let ops = [exp(10, 0), exp(12, 1), Op::Mov { dst: 20, src: 12 }, sum(10, 2), branch];
        assert_eq!(found(&ops), [1, 2]);
        // A variable may hold what it was given in another iteration.
        let given = [sum(20, 2), branch, exp(12, 1), Op::Assign { dst: 20, src: 12 }];
        assert_eq!(found(&given), [0; 0]);
        // But not where it is given something else first.
        let again = [exp(12, 1), Op::Assign { dst: 20, src: 12 }, Op::Assign { dst: 20, src: 2 }, sum(20, 2), branch];
        assert_eq!(found(&again), [0, 1]);
        // Any element of an array may be the one that is read.
        let load = Op::RegLoad { dst: 14, base: 20, offset: 3, site: 0 };
        assert_eq!(found(&[exp(12, 1), Op::Mov { dst: 22, src: 12 }, load, branch]), [0; 0]);
    }
}
