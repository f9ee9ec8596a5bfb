//! Arithmetic whose result nothing reads: compilers leave it out (dead code elimination).

use crate::compile::code::Code;
use crate::ir::{CONSTANT, Op, Reg};
use naga::{FastHashMap, FastHashSet};
use std::ops::Range;

/// Removes it.
pub fn run(code: &mut Code<'_>) {
    let mut found: Vec<usize> = dead(code.ops(), |base| code.variable(base)).into_iter().collect();
    found.sort_unstable();
    for at in found {
        if code.is_computed(at) {
            code.remove(at);
        }
    }
}

/// Instructions that no store, no address, no branch and no other lane needs. `array` names the registers of the variable around one.
fn dead(ops: &[Op], array: impl Fn(Reg) -> Range<Reg>) -> FastHashSet<usize> {
    let Makers { all, of } = makers(ops, array);
    let mut live: FastHashSet<usize> = (0..ops.len()).filter(|&at| !is_pure(ops[at])).collect();
    let mut open: Vec<usize> = live.iter().copied().collect();
    let mut read: FastHashSet<Reg> = FastHashSet::default();
    while let Some(at) = open.pop() {
        for &maker in &of[at] {
            let makers = match maker {
                Maker::One(maker) => vec![maker],
                Maker::All(variable) if read.insert(variable) => all[&variable].clone(),
                Maker::All(_) => continue,
            };
            open.extend(makers.into_iter().filter(|&maker| live.insert(maker)));
        }
    }
    (0..ops.len()).filter(|at| !live.contains(at)).collect()
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
    all: FastHashMap<Reg, Vec<usize>>,
    /// By the instruction that reads.
    of: Vec<Vec<Maker>>,
}

/// For each instruction, those whose results it may read: the last one before it in its straight line, which has the same lanes; of a
/// variable from before it, all.
fn makers(ops: &[Op], array: impl Fn(Reg) -> Range<Reg>) -> Makers {
    let mut variables: FastHashMap<Reg, Vec<usize>> = FastHashMap::default();
    for op in ops {
        if let Op::Assign { dst, .. } | Op::Mov { dst, .. } | Op::RegStore { base: dst, .. } = *op {
            variables.entry(dst).or_default();
        }
    }
    for (at, op) in ops.iter().enumerate() {
        for reg in op.writes() {
            variables.entry(reg).and_modify(|all| all.push(at));
        }
    }
    let mut last: FastHashMap<Reg, (usize, usize)> = FastHashMap::default();
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
        let of = |reg: Reg| match last.get(&reg) {
            Some(&(maker, made)) if made == line => Some(Maker::One(maker)),
            _ if variables.contains_key(&reg) => Some(Maker::All(reg)),
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

    fn found(ops: &[Op]) -> FastHashSet<usize> {
        dead(ops, |base| base..base + 4)
    }

    #[test]
    fn what_only_unread_values_need_is_left_out() {
        let exp = |dst, a| Op::Un { op: Un::Exp, dst, a };
        let branch = Op::If { cond: 14, otherwise: 0, site: 0 };
        let sum = |a, b| Op::Bin { op: Bin::AddF, dst: 14, a, b };
        // The second exponential is for a copy that nothing reads.
        let ops = [exp(10, 0), exp(12, 1), Op::Mov { dst: 20, src: 12 }, sum(10, 2), branch];
        assert_eq!(found(&ops), FastHashSet::from_iter([1, 2]));
        // A variable may hold what it was given in another iteration.
        let given = [sum(20, 2), branch, exp(12, 1), Op::Assign { dst: 20, src: 12 }];
        assert_eq!(found(&given), FastHashSet::default());
        // But not where it is given something else first.
        let again = [exp(12, 1), Op::Assign { dst: 20, src: 12 }, Op::Assign { dst: 20, src: 2 }, sum(20, 2), branch];
        assert_eq!(found(&again), FastHashSet::from_iter([0, 1]));
        // Any element of an array may be the one that is read.
        let load = Op::RegLoad { dst: 14, base: 20, offset: 3, site: 0 };
        assert_eq!(found(&[exp(12, 1), Op::Mov { dst: 22, src: 12 }, load, branch]), FastHashSet::default());
    }
}
