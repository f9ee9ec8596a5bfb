//! Divisions by literals that are powers of two: shifts and masks (LLVM InstCombineMulDivRem.cpp; Mesa nir_opt_algebraic.py). Signed ones
//! round towards zero and take more than a shift, and other literals become products ([`super::expansion`]).

use crate::compile::code::Code;
use crate::ir::{Bin, Op};

/// Makes shifts and masks of divisions and remainders without a sign.
pub fn run(code: &mut Code<'_>) {
    for at in 0..code.ops().len() {
        let Op::Bin { op, dst, a, b } = code.facts.by_literal(at, code.ops()[at]) else { continue };
        let reduced = match op {
            Bin::DivU => Bin::ShrU,
            Bin::RemU => Bin::And,
            _ => continue,
        };
        if code.is_computed(at) && code.facts.literal(b).is_some_and(u32::is_power_of_two) {
            code.reduce(at, Op::Bin { op: reduced, dst, a, b });
        }
    }
}
