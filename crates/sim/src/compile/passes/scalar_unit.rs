//! What a compiler finds to be alike in all lanes of a subgroup, for machines whose subgroups have a scalar unit beside their lanes.

use crate::compile::code::{Code, Effect, State, Unit};
use crate::ir::{CONSTANT, Mem, NONE, Op, Program, Reg};
use naga::{BuiltIn, FastHashSet};

/// How often the kernel is gone through at most, until what loops hand on no longer changes.
const ROUNDS: usize = 8;

/// Gives the scalar unit what is alike in all lanes.
pub fn run(code: &mut Code<'_>) {
    let mut scalars: Vec<usize> = scalars(code).into_iter().collect();
    scalars.sort_unstable();
    for at in scalars {
        if code.instructions[at].state == State::Kept {
            code.note(at, Effect::Scalar);
            code.instructions[at].unit = Unit::Scalar;
        }
    }
}

/// Arithmetic on integers that is alike in all lanes: scalar units have none on floats (RDNA3 instruction set architecture). Loads
/// of what the kernel does not write from an address that is: they come through the constant cache (Mesa, ACO:
/// `s_buffer_load` where the address is uniform and the access can be reordered).
fn scalars(code: &Code<'_>) -> FastHashSet<usize> {
    let mut varying = varying_inputs(code);
    for _ in 0..ROUNDS {
        let before = varying.clone();
        let scalars = walk(code, &mut varying);
        if varying == before {
            return scalars.into_iter().chain(exit_tests(code.ops())).collect();
        }
    }
    FastHashSet::default()
}

/// Comparisons by which lanes leave a loop. Where they leave in different iterations the lanes compare, and the scalar unit masks; where
/// they do not, it also compares. Both are left out, so that loops of one kind do not iteration for quicker than those of the other.
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

fn varying_inputs(code: &Code<'_>) -> FastHashSet<Reg> {
    use BuiltIn as B;
    let inputs = code.program.code.inputs.iter().filter(|(builtin, _)| {
        !matches!(builtin, B::WorkGroupId | B::NumWorkGroups | B::SubgroupSize | B::NumSubgroups)
    });
    let planes = |builtin| if matches!(builtin, B::LocalInvocationId | B::GlobalInvocationId) { 3 } else { 1 };
    inputs.flat_map(|&(builtin, first)| first..first + planes(builtin)).collect()
}

/// Goes through the kernel once. Values are followed in order; a variable that may differ once may do so always.
fn walk(code: &Code<'_>, varying: &mut FastHashSet<Reg>) -> FastHashSet<usize> {
    let mut scalars = FastHashSet::default();
    // Whether lanes part at each construct around.
    let mut parted: Vec<bool> = Vec::new();
    for (at, &op) in code.ops().iter().enumerate() {
        let written = op.writes();
        let varies = |reg: Reg| reg != NONE && reg & CONSTANT == 0 && varying.contains(&reg);
        let mut differs = op.reads().into_iter().any(varies);
        match op {
            Op::If { cond, .. } | Op::Predicate { cond, .. } | Op::Switch { selector: cond, .. } => {
                parted.push(varies(cond))
            }
            Op::Loop { .. } => parted.push(false),
            Op::EndIf { .. } | Op::EndLoop { .. } | Op::EndSwitch { .. } => drop(parted.pop()),
            Op::Assign { dst, src } => {
                if varies(src) || parted.contains(&true) {
                    varying.insert(dst);
                }
                continue;
            }
            Op::RegStore { base, .. } => {
                varying.extend(code.variable(base));
                continue;
            }
            Op::Load { access, .. } => {
                differs |= access.atomic || !never_written(code.program, access.mem);
                // There are none of less than a word.
                if !differs && access.kind.bytes() >= 4 {
                    scalars.insert(at);
                }
            }
            Op::Atomic { .. } | Op::Texture { .. } | Op::RegLoad { .. } => differs = true,
            Op::Bin { op, .. } if !differs && op.flop() == 0 => drop(scalars.insert(at)),
            Op::Un { op, .. } if !differs && op.flop() == 0 => drop(scalars.insert(at)),
            Op::Tern { op, .. } if !differs && op.flop() == 0 => drop(scalars.insert(at)),
            _ => {}
        }
        for reg in written {
            if differs {
                varying.insert(reg)
            } else {
                varying.remove(&reg)
            };
        }
    }
    scalars
}

fn never_written(program: &Program, mem: Mem) -> bool {
    match mem {
        Mem::Buffer(buffer) => !program.buffers[buffer as usize].writable,
        Mem::Workgroup => false,
        _ => true,
    }
}
