//! Instructions that no GPU has: divisions of integers, arithmetic on 64 bits and functions become several (Mesa nir_lower_idiv.c,
//! nir_lower_int64.c, vtn_glsl450.c; LLVM AMDGPUCodeGenPrepare.cpp).

use crate::compile::code::Code;
use crate::compile::expansion::expansion;
use crate::ir::Op;

/// Expands them.
pub fn run(code: &mut Code<'_>) {
    for at in 0..code.ops().len() {
        let op = code.facts.by_literal(at, code.instructions[at].op);
        if matches!(op, Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. } | Op::SubgroupReduce { .. }) {
            code.expand(at, expansion(op, &code.facts));
        }
    }
}
