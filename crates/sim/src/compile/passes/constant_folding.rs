//! Arithmetic on literals and on counters of unrolled loops: a literal is left of it (constant folding). Elements of private arrays whose
//! index is known are registers.

use crate::compile::code::Code;
use crate::compile::facts::KnownOperands;
use crate::compile::indexed_map::{IndexedMap, IndexedSet};
use crate::ir::{NONE, Op, Reg, Tern, loops};

/// Folds what is known, and finds the private arrays that registers cannot hold.
pub fn run(code: &mut Code<'_>) {
    // Where a counter begins at a lane's number, its distance from that is known: it picks a register, but is no literal.
    let distances = KnownResults::new(code, &code.counters);
    let literals = KnownResults::new(code, &counters(code));
    for at in 0..code.ops().len() {
        let op = code.ops()[at];
        if let Op::RegLoad { offset, site, .. } | Op::RegStore { offset, site, .. } = op {
            let picks = offset == NONE || distances.operands.has(at, offset);
            code.sites[site as usize].local = !picks;
        }
        if literals.results[at] && matches!(op, Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. }) {
            code.fold(at);
        }
    }
    code.known_operands = literals.operands;
}

/// What follows from literals and from some counters.
struct KnownResults {
    /// By instruction, whether its result is known.
    results: Vec<bool>,
    /// Operands that are.
    operands: KnownOperands,
}

impl KnownResults {
    fn new(code: &Code<'_>, counters: &IndexedSet<Reg>) -> Self {
        let mut registers: IndexedMap<Reg, bool> = IndexedMap::default();
        let (mut results, mut operands) = (Vec::with_capacity(code.ops().len()), KnownOperands::default());
        let facts = &code.facts;
        for (at, &op) in code.ops().iter().enumerate() {
            let of = |reg: Reg| {
                reg == NONE
                    || facts.literal(reg).is_some()
                    || counters.contains(reg)
                    || facts.known.operands.has(at, reg)
                    || registers.get(reg).copied().unwrap_or(false)
            };
            let result = is_known(op, of) || facts.known.removed.contains(at);
            operands.insert(at, op.reads().into_iter().filter(|&reg| of(reg)).collect());
            results.push(result);
            for reg in op.writes().filter(|&reg| !counters.contains(reg)) {
                registers.insert(reg, result);
            }
        }
        Self { results, operands }
    }
}

/// Counters of unrolled loops, those that begin at a literal wherever a loop counts with them.
fn counters(code: &Code<'_>) -> IndexedSet<Reg> {
    let mut counters = code.counters.clone();
    let mut seen: IndexedSet<Reg> = IndexedSet::default();
    // The innermost loop around each counter's change comes first.
    for (_, body) in loops(code.ops()) {
        let (before, inside) = (&code.ops()[..body.start], &code.ops()[body.clone()]);
        for counter in code.counters.keys().filter(|counter| assigned(inside, *counter).is_some()) {
            let begins = || assigned(before, counter).is_some_and(|begin| code.facts.literal(begin).is_some());
            if seen.add(counter) && !begins() {
                counters.remove(counter);
            }
        }
    }
    counters
}

/// What a variable is given last in these instructions.
fn assigned(ops: &[Op], variable: Reg) -> Option<Reg> {
    ops.iter().rev().find_map(|op| match *op {
        Op::Assign { dst, src } | Op::Mov { dst, src } if dst == variable => Some(src),
        _ => None,
    })
}

/// Whether the result is known where the operands of which `of` says so are.
fn is_known(op: Op, of: impl Fn(Reg) -> bool) -> bool {
    match op {
        Op::Bin { a, b, .. } => of(a) && of(b),
        Op::Un { op, a, .. } if op.converts() => of(a),
        Op::Tern { op: Tern::MulAddI, a, b, c, .. } => of(a) && of(b) && of(c),
        Op::Index { base, index, .. } => of(base) && of(index),
        _ => false,
    }
}
