//! Loops whose number of iterations is known at run time only: compilers unroll several iterations together, so that the comparison and
//! the branch come once in them, and so does the increment where counting is all it is for.

use crate::compile::code::Code;
use crate::compile::loops::{CountedLoop, LAID_OUT, branching, unrolled};
use crate::ir::{Mem, Op, PartlyUnrolled};

/// Instructions that the iterations unrolled together of a loop may have whose number of iterations is known at run time only: a quarter of
/// that (LLVM NVPTXTargetTransformInfo.cpp, getUnrollingPreferences).
const LAID_OUT_IN_PART: u32 = LAID_OUT / 4;

/// How many of up to `most` iterations, each of `size` instructions, are unrolled together: LLVM halves them until they fit.
fn laid_out_in_part(most: u32, size: u32) -> u32 {
    let mut iterations = most;
    while iterations > 1 && iterations * size > LAID_OUT_IN_PART {
        iterations /= 2;
    }
    iterations
}

/// Lays out several iterations together of each such loop.
pub fn run(code: &mut Code<'_>) {
    let mut at = 0;
    while at < code.scheduled.len() {
        if let (Op::Loop { .. }, Some(entry)) = (code.scheduled[at], code.instructions[at].segment) {
            match unrolled(&code.scheduled, at, &code.facts) {
                Some(nest) if nest.has_constant_trip_counts() => at = nest.end,
                Some(nest) => {
                    let only = &nest.loops[0];
                    if let Some(together) = lay_out_together(code, only) {
                        let sites = loads_of(code, only);
                        code.partly_unrolled.push(PartlyUnrolled { entry, iteration: only.latch, together, sites });
                    }
                    at = nest.end;
                }
                None => {
                    if let Some(counted) = branching(&code.scheduled, at, &code.facts) {
                        lay_out_together(code, &counted);
                    }
                }
            }
        }
        at += 1;
    }
}

/// How many iterations of a loop compilers unroll together, if several.
fn lay_out_together(code: &mut Code<'_>, counted: &CountedLoop) -> Option<u32> {
    let ops = &code.scheduled;
    let together = laid_out_in_part(code.target().runtime_unroll, counted.size(ops, &code.facts));
    if together < 2 || !counted.has_invariant_bound(ops, &code.program.code.invariant) {
        return None;
    }
    let alone = counted.counter_only_counts(ops);
    let once = [counted.comparison(ops), counted.increment(ops).filter(|_| alone)];
    code.remove(counted.test);
    once.into_iter().flatten().for_each(|at| code.remove(at));
    Some(together)
}

/// The loads in a loop that wait, and that no store in it may have to come before.
fn loads_of(code: &Code<'_>, counted: &CountedLoop) -> Vec<u32> {
    let ops = || (counted.start..counted.end).map(|at| code.ops()[at]);
    let stores =
        |shared: bool| ops().any(|op| op.stores().is_some_and(|access| (access.mem == Mem::Workgroup) == shared));
    let [storage, workgroup] = [false, true].map(stores);
    let free = |mem: Mem| match mem {
        Mem::Buffer(buffer) => !storage || !code.program.buffers[buffer as usize].writable,
        _ => !workgroup,
    };
    let loads = ops().filter_map(|op| match op {
        Op::Load { access, .. } if free(access.mem) => Some(access.site),
        _ => None,
    });
    loads.filter(|&site| code.waits(site)).collect()
}
