//! Arithmetic on integers that both ways of a branch do alike: compilers do it once, before the branch (LLVM, SimplifyCFG.cpp, hoisting
//! of common code; Mesa, nir_opt_peephole_select.c and nir_opt_cse.c).

use super::loop_invariant::is_integer;
use crate::compile::code::{Code, State, Unit};
use crate::compile::facts::Facts;
use crate::ir::{Bin, Tern, Un};
use crate::ir::{Op, Reg};
use naga::{FastHashMap, FastHashSet};
use std::ops::Range;

/// What is done, with which registers.
#[derive(PartialEq, Eq, Hash)]
enum Expression {
    Un(Un, Reg),
    Bin(Bin, Reg, Reg),
    Tern(Tern, [Reg; 3]),
}

/// Instructions of first ways that are done before their branch, and those of the other ways that do the same.
#[derive(Default)]
struct CommonCode {
    before: FastHashSet<usize>,
    again: FastHashSet<usize>,
}

/// Moves the first of two such instructions before the branch and removes the second.
pub fn run(code: &mut Code<'_>) {
    let apart = |at: usize| {
        let instruction = &code.instructions[at];
        let lowered = &code.program.code;
        instruction.state != State::Kept
            || instruction.unit == Unit::Scalar
            || lowered.invariant.contains(&at)
            || lowered.upper_words.contains(&at)
    };
    let found = common_code(code.ops(), &code.facts, apart);
    let mut branches: Vec<usize> = Vec::new();
    for at in 0..code.ops().len() {
        match code.ops()[at] {
            Op::If { .. } | Op::Predicate { .. } => branches.push(at),
            Op::EndIf { .. } => drop(branches.pop()),
            _ => {}
        }
        if found.again.contains(&at) {
            code.remove(at);
        } else if let (true, Some(&branch)) = (found.before.contains(&at) && code.is_computed(at), branches.last()) {
            code.move_before(at, branch);
        }
    }
}

/// Of all branches both of whose ways are straight lines. `apart` are instructions that cost nothing by themselves.
fn common_code(ops: &[Op], facts: &Facts, apart: impl Fn(usize) -> bool) -> CommonCode {
    let mut found = CommonCode::default();
    for [first, other] in choices(ops) {
        let mut open: FastHashMap<Expression, usize> = independent(ops, first, facts, &apart).collect();
        for (expression, at) in independent(ops, other, facts, &apart) {
            if let Some(before) = open.remove(&expression) {
                found.before.insert(before);
                found.again.insert(at);
            }
        }
    }
    found
}

/// Both ways of each branch that has nothing but straight lines.
fn choices(ops: &[Op]) -> Vec<[Range<usize>; 2]> {
    let (mut found, mut start, mut middle) = (Vec::new(), None, None);
    for (at, op) in ops.iter().enumerate() {
        match op {
            Op::If { .. } => (start, middle) = (Some(at + 1), None),
            Op::Else { .. } => middle = start.map(|_| at),
            Op::EndIf { .. } => {
                found.extend(start.zip(middle).map(|(start, middle)| [start..middle, middle + 1..at]));
                (start, middle) = (None, None);
            }
            Op::Segment(_) | Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. } => {}
            Op::Mov { .. } | Op::Assign { .. } | Op::Index { .. } | Op::Load { .. } | Op::Store { .. } => {}
            _ => (start, middle) = (None, None),
        }
    }
    found
}

/// Instructions of a straight line that need nothing which it makes.
fn independent(
    ops: &[Op],
    line: Range<usize>,
    facts: &Facts,
    apart: impl Fn(usize) -> bool,
) -> impl Iterator<Item = (Expression, usize)> {
    let mut made: FastHashSet<Reg> = FastHashSet::default();
    line.filter_map(move |at| {
        let written = ops[at].writes();
        let depends = ops[at].reads().iter().any(|reg| made.contains(reg));
        made.extend(written);
        let expression = expression(ops[at]).filter(|_| !depends && is_integer(ops[at], facts) && !apart(at))?;
        Some((expression, at))
    })
}

fn expression(op: Op) -> Option<Expression> {
    Some(match op {
        Op::Un { op, a, .. } => Expression::Un(op, a),
        Op::Bin { op, a, b, .. } => Expression::Bin(op, a, b),
        Op::Tern { op, a, b, c, .. } => Expression::Tern(op, [a, b, c]),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Target;

    const IF: Op = Op::If { cond: 5, otherwise: 0, site: 0 };
    const ELSE: Op = Op::Else { end: 0 };
    const END: Op = Op::EndIf { skip: 0 };

    fn bin(op: Bin, dst: Reg, a: Reg, b: Reg) -> Op {
        Op::Bin { op, dst, a, b }
    }

    fn found(ops: &[Op]) -> [Vec<usize>; 2] {
        let found = common_code(ops, &Facts::new([], Target::default()), |_| false);
        [found.before, found.again].map(|found| {
            let mut found: Vec<_> = found.into_iter().collect();
            found.sort_unstable();
            found
        })
    }

    #[test]
    fn what_both_ways_shift_is_shifted_before() {
        let shift = |dst| bin(Bin::ShrU, dst, 0, 1);
        let mixed = [IF, shift(10), bin(Bin::Xor, 12, 10, 2), ELSE, shift(10), END];
        assert_eq!(found(&mixed), [[1], [4]]);
        // Once, though the other way has two.
        assert_eq!(found(&[IF, shift(10), ELSE, shift(10), shift(12), END]), [[1], [3]]);
        assert_eq!(found(&[IF, shift(10), END, shift(10)]), [[], []] as [[usize; 0]; 2]);
    }

    #[test]
    fn what_needs_one_way_s_own_or_may_not_be_done_unasked_stays() {
        let none = [[0usize; 0]; 2];
        let sum = bin(Bin::AddI, 12, 10, 1);
        let own = [IF, bin(Bin::ShrU, 10, 0, 1), sum, ELSE, bin(Bin::Shl, 10, 0, 1), sum, END];
        assert_eq!(found(&own), none);
        let divides = bin(Bin::DivU, 12, 0, 1);
        assert_eq!(found(&[IF, divides, ELSE, divides, END]), none);
        // A branch within a way: the inner one is looked at alone.
        let sum = bin(Bin::AddI, 12, 0, 1);
        assert_eq!(found(&[IF, sum, IF, sum, ELSE, sum, END, ELSE, sum, END]), [[3], [5]]);
    }
}
