//! Atomics of a subgroup at one address, of which compilers make one: one lane does it with what the operands of all come to (Mesa,
//! nir_opt_uniform_atomics.c; LLVM, AMDGPUAtomicOptimizer.cpp; NVIDIA, CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics).

use super::code::Code;
use super::divergence::divergence;
use crate::ir::{Combining, Op};

/// By site, what becomes of the atomics whose operands can be combined.
pub fn combining(code: &Code<'_>) -> Vec<(usize, Combining)> {
    let atomics = code.ops().iter().enumerate().filter_map(|(at, op)| match op {
        Op::Atomic { access, .. } => Some((at, access.site as usize)),
        _ => None,
    });
    let combined: Vec<_> = atomics.filter(|(_, site)| code.program.sites[*site].combines).collect();
    if combined.is_empty() {
        return Vec::new();
    }
    let (known, target) = (divergence(code).one_address, code.target());
    let of = |at: usize| match known.get(&at) {
        Some(true) => (target.combines_alike, "atomics.combines_alike"),
        Some(false) => (target.combines_values, "atomics.combines_values"),
        None => (target.combines_found, "atomics.combines_found"),
    };
    let of = |at: usize| match of(at) {
        (Some(true), _) => Combining::Combined,
        (Some(false), _) => Combining::Apart,
        (None, figure) => Combining::Unknown(figure),
    };
    combined.into_iter().map(|(at, site)| (site, of(at))).collect()
}
