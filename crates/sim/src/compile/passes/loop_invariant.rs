//! Arithmetic that no iteration of a loop changes: compilers compute it once, before the loop (loop-invariant code motion).

use crate::compile::code::{Code, State};
use crate::compile::facts::Facts;
use crate::compile::indexed_map::IndexedMap;
use crate::compile::invariance::unchanged;
use crate::ir::loops;
use crate::ir::{Bin, Tern, Un};
use crate::ir::{Op, Reg};
use std::ops::Range;

/// Moves arithmetic out of as many loops as do not change it, and what is known when the launch begins out of all.
pub fn run(code: &mut Code<'_>) {
    let mut moved = match code.target().hoists_invariants {
        true => hoisted(code.ops(), &code.facts, |base| code.variable(base)),
        false => IndexedMap::default(),
    };
    moved.extend(code.program.code.invariant.iter().map(|&at| (at, 0)));
    let mut around: Vec<usize> = Vec::new();
    for at in 0..code.ops().len() {
        match code.ops()[at] {
            Op::Loop { .. } => around.push(at),
            Op::EndLoop { .. } => drop(around.pop()),
            _ => {}
        }
        let Some(&start) = moved.get(at).and_then(|&depth| around.get(depth)) else { continue };
        let invariant = code.program.code.invariant.contains(&at);
        let free = code.program.code.upper_words.contains(&at) || !(invariant || code.is_computed(at));
        if code.instructions[at].state == State::Kept && !free && code.instructions[at].moved.is_none() {
            code.move_before(at, start);
        }
    }
}

/// Instructions that move out of loops, and the loop that each of them ends up before: how many there are around that one.
/// `array` names the registers of the variable around one.
pub fn hoisted(ops: &[Op], facts: &Facts, array: impl Fn(Reg) -> Range<Reg>) -> IndexedMap<usize, usize> {
    let variables = |op: &Op| match *op {
        Op::Assign { dst, .. } => dst..dst + 1,
        Op::RegStore { base, .. } => array(base),
        _ => 0..0,
    };
    let stays =
        |op: &Op| !matches!(op, Op::Index { .. } | Op::Mov { .. } | Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. });
    let mut found: IndexedMap<usize, usize> = IndexedMap::default();
    for (depth, body) in loops(ops) {
        for at in
            unchanged(ops, body, variables, stays).keys().filter(|&at| is_integer(ops[at], facts) || is_float(ops[at]))
        {
            // Out of as many loops as do not change it.
            let outermost = found.get(at).map_or(depth, |&known| known.min(depth));
            found.insert(at, outermost);
        }
    }
    found
}

/// Whether it is arithmetic on 32-bit integers that may be done although no iteration, or not this way, asks for it.
pub fn is_integer(op: Op, facts: &Facts) -> bool {
    match op {
        Op::Un { op, .. } => op.planes() == 1 && !op.is_wide() && op.flop() == 0 && op.special() == 0,
        Op::Bin { op: Bin::DivI | Bin::DivU | Bin::RemI | Bin::RemU, b, .. } => facts.literal(b).is_some(),
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
    use crate::ir::{CONSTANT, NONE};
    use crate::machine::Target;

    const START: Op = Op::Loop { line: 1 };
    const END: Op = Op::EndLoop { skip: 0 };

    fn sum(dst: Reg, a: Reg, b: Reg) -> Op {
        Op::Bin { op: Bin::AddI, dst, a, b }
    }

    fn found(ops: &[Op]) -> Vec<(usize, usize)> {
        let found = hoisted(ops, &Facts::new([], Target::default()), |base| base..base + 4);
        found.iter().map(|(at, &depth)| (at, depth)).collect()
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
        // A loop inside changes it for its own later iterations.
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
