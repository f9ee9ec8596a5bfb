//! What a compiler finds to be alike in all lanes of a subgroup, for machines whose subgroups have a scalar unit beside their lanes.

use crate::compile::code::{Code, Effect, State, Unit};
use crate::compile::divergence::divergence;
use crate::ir::Op;

/// Gives the scalar unit what is alike in all lanes.
pub fn run(code: &mut Code<'_>) {
    for at in scalars(code) {
        if code.instructions[at].state == State::Kept {
            code.note(at, Effect::Scalar);
            code.instructions[at].unit = Unit::Scalar;
        }
    }
}

/// Arithmetic on integers that is alike in all lanes: scalar units have none on floats (RDNA3 instruction set architecture). Loads
/// of what the kernel does not write from an address that is: they come through the constant cache (Mesa, ACO:
/// `s_buffer_load` where the address is uniform and the access can be reordered).
fn scalars(code: &Code<'_>) -> Vec<usize> {
    let mut scalars = divergence(code).uniform;
    scalars.extend(exit_tests(code.ops()));
    scalars.keys().collect()
}

/// Comparisons by which lanes leave a loop. Where they leave in different iterations the lanes compare, and the scalar unit masks; where
/// they do not, it also compares. Both are left out, so that loops of one kind do not pass for quicker than those of the other.
fn exit_tests(ops: &[Op]) -> impl Iterator<Item = usize> {
    let tests = ops.iter().enumerate().filter_map(|(at, op)| match *op {
        Op::ExitTest { cond, .. } => Some((at, cond)),
        _ => None,
    });
    tests.filter_map(|(test, cond)| {
        let compares = |op: &Op| matches!(*op, Op::Bin { op, dst, .. } if dst == cond && op.compares());
        (0..test).rev().find(|&at| ops[at].writes().contains(&cond)).filter(|&at| compares(&ops[at]))
    })
}
