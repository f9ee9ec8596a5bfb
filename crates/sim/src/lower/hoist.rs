//! Arithmetic that no pass of a loop changes: compilers compute it once, before the loop (loop-invariant code motion).

use super::chain::{reads, writes};
use super::known::{closes, ends, opens};
use super::target::CompilerFacts;
use crate::code::{Op, Reg};
use crate::operation::{Bin, Tern, Un};
use naga::{FastHashMap, FastHashSet};
use std::ops::Range;

/// Instructions that move out of loops, and the loop that each of them ends up before: how many there are around that one.
/// `array` names the registers of the variable around one.
pub fn hoisted(ops: &[Op], target: &CompilerFacts, array: impl Fn(Reg) -> Range<Reg>) -> FastHashMap<usize, usize> {
    let variables = |op: &Op| match *op {
        Op::Assign { dst, .. } => dst..dst + 1,
        Op::RegStore { base, .. } => array(base),
        _ => 0..0,
    };
    let stays =
        |op: &Op| !matches!(op, Op::Index { .. } | Op::Mov { .. } | Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. });
    let mut found = FastHashMap::default();
    for (depth, body) in loops(ops) {
        for at in unchanged(ops, body, variables, stays)
            .into_iter()
            .filter(|&at| is_integer(ops[at], target) || is_float(ops[at]))
        {
            // Out of as many loops as do not change it.
            let outermost = found.entry(at).or_insert(depth);
            *outermost = depth.min(*outermost);
        }
    }
    found
}

/// Each loop's instructions, and how many loops are around it, the inner ones first.
pub fn loops(ops: &[Op]) -> Vec<(usize, Range<usize>)> {
    let (mut open, mut loops) = (Vec::new(), Vec::new());
    for (at, op) in ops.iter().enumerate() {
        match op {
            Op::Loop { .. } => open.push(at),
            Op::EndLoop { .. } => {
                let start = open.pop().unwrap_or(at);
                loops.push((open.len(), start..at));
            }
            _ => {}
        }
    }
    loops
}

/// Instructions of a loop whose operands are the same in each pass, but for those that differ all the same. `variables` are the
/// registers that an instruction may change for a later pass.
pub fn unchanged(
    ops: &[Op],
    body: Range<usize>,
    variables: impl Fn(&Op) -> Range<Reg>,
    differs: impl Fn(&Op) -> bool,
) -> FastHashSet<usize> {
    let changed = |within: Range<usize>| ops[within].iter().flat_map(&variables);
    let mut varying: FastHashSet<Reg> = changed(body.clone()).collect();
    let inside = ends(&ops[body.clone()]);
    let (mut unchanged, mut open) = (FastHashSet::default(), 0usize);
    for (at, op) in body.clone().zip(&ops[body.clone()]).skip(1) {
        match op {
            Op::Loop { .. } => {
                let end = inside.get(&(at - body.start)).map_or(body.end, |end| body.start + end);
                varying.extend(changed(at..end));
                open += 1;
            }
            op if opens(op) => open += 1,
            op if closes(op) => open = open.saturating_sub(1),
            // Where every lane comes by, a variable then holds what it was given.
            Op::Assign { dst, src } if open == 0 && !varying.contains(src) => drop(varying.remove(dst)),
            op if keeps(op) => varying.extend(variables(op)),
            _ => {
                let written = writes(*op);
                if differs(op) || reads(*op, &written).iter().any(|reg| varying.contains(reg)) {
                    varying.extend(written);
                } else {
                    for reg in written {
                        varying.remove(&reg);
                    }
                    unchanged.insert(at);
                }
            }
        }
    }
    unchanged
}

/// Whether it writes what the next pass may read.
pub fn keeps(op: &Op) -> bool {
    matches!(op, Op::Assign { .. } | Op::RegStore { .. })
}

/// Whether it is arithmetic on 32-bit integers that may be done although no pass, or not this way, asks for it.
pub fn is_integer(op: Op, target: &CompilerFacts) -> bool {
    match op {
        Op::Un { op, .. } => op.planes() == 1 && !op.is_wide() && op.flop() == 0 && op.special() == 0,
        Op::Bin { op: Bin::DivI | Bin::DivU | Bin::RemI | Bin::RemU, b, .. } => target.fixed(b).is_some(),
        Op::Bin { op, .. } => !op.is_wide() && op.flop() == 0 && op.special() == 0,
        Op::Tern { op, .. } => matches!(op, Tern::MulAddI | Tern::ExtractI | Tern::ExtractU),
        _ => false,
    }
}

/// Whether it is arithmetic on floats: no GPU traps on what it gives, so that all of it may be done unasked.
pub fn is_float(op: Op) -> bool {
    match op {
        // Part of the arithmetic before it.
        Op::Un { op: Un::RoundF16, .. } => false,
        Op::Un { op, .. } => !op.is_wide() && (op.flop() > 0 || op.special() > 0),
        Op::Bin { op, .. } => !op.is_wide() && (op.flop() > 0 || op.special() > 0),
        Op::Tern { op, .. } => op.flop() > 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{CONSTANT, NONE};
    use crate::machine::Target;

    const START: Op = Op::Loop { line: 1 };
    const END: Op = Op::EndLoop { skip: 0 };

    fn sum(dst: Reg, a: Reg, b: Reg) -> Op {
        Op::Bin { op: Bin::AddI, dst, a, b }
    }

    fn found(ops: &[Op]) -> Vec<(usize, usize)> {
        let mut found: Vec<_> =
            hoisted(ops, &CompilerFacts::new([], Target::default()), |base| base..base + 4).into_iter().collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_sum_leaves_all_loops_that_do_not_change_it() {
        let counts = |counter| Op::Assign { dst: counter, src: counter };
        // Of the input 0, of it and the outer counter 1, of the inner one 2.
        let inside = [sum(10, 0, CONSTANT), sum(12, 10, 1), sum(14, 12, 2)];
        let ops = [&[START, counts(1), START, counts(2)][..], &inside, &[END, END]].concat();
        assert_eq!(found(&ops), [(4, 0), (5, 1)]);
    }

    #[test]
    fn a_register_that_holds_something_else_by_then_is_looked_at_anew() {
        let load = Op::RegLoad { dst: 10, base: 20, offset: 24, site: 0 };
        let ops = [START, load, sum(12, 10, 0), sum(10, 0, 1), sum(14, 10, 0), END];
        assert_eq!(found(&ops), [(3, 0), (4, 0)]);
        let stores = Op::RegStore { base: 0, offset: 24, src: 10, site: 0 };
        assert_eq!(found(&[START, sum(10, 2, 5), sum(12, 5, 6), stores, END]), [(2, 0)]);
    }

    #[test]
    fn a_variable_set_anew_in_each_pass_holds_what_it_was_given() {
        let (zero, given) = (Op::Mov { dst: 20, src: CONSTANT }, |src| Op::Assign { dst: 20, src });
        // A local of a function called in the loop: zero, then what varies with 1, or a sum that does not.
        let varies = [START, zero, given(1), sum(12, 20, 0), Op::Assign { dst: 1, src: 12 }, END];
        assert_eq!(found(&varies), []);
        assert_eq!(found(&[START, zero, sum(10, 0, 2), given(10), sum(12, 20, 0), END]), [(2, 0), (4, 0)]);
        // By some lanes only.
        let some = Op::If { cond: 5, otherwise: 0, site: 0 };
        assert_eq!(found(&[START, zero, some, given(0), Op::EndIf { skip: 0 }, sum(12, 20, 0), END]), []);
        // A loop inside changes it for its own later passes.
        let ops = [START, zero, START, sum(12, 20, 0), given(12), END, END];
        assert!(!found(&ops).iter().any(|&(at, _)| at == 3));
    }

    #[test]
    fn what_may_not_be_done_unasked_stays() {
        let divides = Op::Bin { op: Bin::DivU, dst: 10, a: 0, b: 1 };
        let root = Op::Un { op: Un::Sqrt, dst: 12, a: 0 };
        let address = Op::Index { dst: 14, base: NONE, index: 0, len: 0, stride: 4, site: 0, folds: false };
        assert_eq!(found(&[START, divides, root, address, END]), [(2, 0)]);
    }
}
