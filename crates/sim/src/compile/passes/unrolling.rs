//! Loops that run a constant number of times, with nothing but straight lines and such loops inside: compilers unroll them, so that
//! counting, testing and what follows from the counters alone cost nothing.

use crate::compile::code::Code;
use crate::compile::induction::folds;
use crate::compile::loops::{LoopNest, unrolled};
use crate::ir::Op;

/// Unrolls all of them.
pub fn run(code: &mut Code<'_>) {
    for nest in constant_nests(code) {
        code.counters.extend(nest.counters());
        for at in folds(code.ops(), &nest, &code.facts) {
            code.remove(at);
        }
        for counted in &nest.loops {
            code.remove(counted.test);
            counted.comparison(code.ops()).into_iter().for_each(|at| code.remove(at));
        }
        for at in nest.loops[0].start..nest.end {
            let copies = nest.iterations_at(at);
            let identical = if matches!(code.ops()[at], Op::Load { .. }) { nest.identical_iterations(at) } else { 1 };
            code.unroll(at, copies, copies / identical);
        }
    }
}

/// The nests of loops that run a constant number of times, none inside another.
fn constant_nests(code: &Code<'_>) -> Vec<LoopNest> {
    let mut nests: Vec<LoopNest> = Vec::new();
    for (at, op) in code.ops().iter().enumerate() {
        if matches!(op, Op::Loop { .. }) && nests.last().is_none_or(|last| last.end < at) {
            nests.extend(unrolled(code.ops(), at, &code.facts));
        }
    }
    nests.retain(LoopNest::has_constant_trip_counts);
    nests
}
