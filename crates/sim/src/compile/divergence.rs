//! What is uniform: the same in all lanes of a subgroup, as far as a compiler sees without a run.

use super::code::Code;
use super::indexed_map::IndexedSet;
use crate::ir::{CONSTANT, NONE, Op, Reg};
use naga::{BuiltIn, FastHashMap};

/// How often the kernel is gone through at most, until what loops hand on no longer changes.
const ROUNDS: usize = 8;

/// What is uniform: the same in all lanes of a subgroup.
#[derive(Default)]
pub struct Divergence {
    /// Arithmetic on integers, and loads of what the kernel does not write.
    pub uniform: IndexedSet<usize>,
    /// Atomics whose address is alike, and whether their operand is.
    pub one_address: FastHashMap<usize, bool>,
}

/// Follows a kernel; nothing is alike where what loops hand on takes too long to settle.
pub fn divergence(code: &Code<'_>) -> Divergence {
    let mut varying = varying_inputs(code);
    for _ in 0..ROUNDS {
        let before = varying.clone();
        let found = walk(code, &mut varying);
        if varying == before {
            return found;
        }
    }
    Divergence::default()
}

fn varying_inputs(code: &Code<'_>) -> IndexedSet<Reg> {
    use BuiltIn as B;
    let inputs = code.program.code.inputs.iter().filter(|(builtin, _)| {
        !matches!(builtin, B::WorkGroupId | B::NumWorkGroups | B::SubgroupSize | B::NumSubgroups)
    });
    let planes = |builtin| if matches!(builtin, B::LocalInvocationId | B::GlobalInvocationId) { 3 } else { 1 };
    inputs.flat_map(|&(builtin, first)| first..first + planes(builtin)).collect()
}

/// Goes through the kernel once. Values are followed in order; a variable that may differ once may do so always.
fn walk(code: &Code<'_>, varying: &mut IndexedSet<Reg>) -> Divergence {
    let Divergence { mut uniform, mut one_address } = Divergence::default();
    // Whether lanes part at each construct around.
    let mut parted: Vec<bool> = Vec::new();
    for (at, &op) in code.ops().iter().enumerate() {
        let written = op.writes();
        let varies = |reg: Reg| reg != NONE && reg & CONSTANT == 0 && varying.contains(reg);
        let mut differs = op.reads().into_iter().any(varies);
        match op {
            Op::If { cond, .. } | Op::Predicate { cond, .. } | Op::Switch { selector: cond, .. } => {
                parted.push(varies(cond))
            }
            Op::Loop { .. } => parted.push(false),
            Op::EndIf { .. } | Op::EndLoop { .. } | Op::EndSwitch { .. } => drop(parted.pop()),
            Op::Assign { dst, src } => {
                if varies(src) || parted.contains(&true) {
                    varying.add(dst);
                }
                continue;
            }
            Op::RegStore { base, .. } => {
                varying.extend(code.variable(base));
                continue;
            }
            Op::Load { access, .. } => {
                differs |= access.atomic || !code.program.never_written(access.mem);
                // There are none of less than a word.
                if !differs && access.kind.bytes() >= 4 {
                    uniform.add(at);
                }
            }
            Op::Atomic { access, value, .. } => {
                if !varies(access.dynamic) {
                    one_address.insert(at, !varies(value));
                }
                differs = true;
            }
            Op::Texture { .. } | Op::RegLoad { .. } => differs = true,
            Op::Bin { op, .. } if !differs && op.flop() == 0 => _ = uniform.add(at),
            Op::Un { op, .. } if !differs && op.flop() == 0 => _ = uniform.add(at),
            Op::Tern { op, .. } if !differs && op.flop() == 0 => _ = uniform.add(at),
            _ => {}
        }
        for reg in written {
            if differs {
                varying.add(reg);
            } else {
                varying.remove(reg);
            }
        }
    }
    Divergence { uniform, one_address }
}
