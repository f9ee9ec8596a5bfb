//! Arithmetic in f16 on neighbouring components of a vector, which one instruction does together (PTX ISA: `f16x2`; RDNA3 instruction set
//! architecture: `V_PK_ADD_F16`). The special function unit takes one at a time.

use crate::compile::code::Code;
use crate::ir::{Bin, Op, Tern};

/// Makes all but the first of such components part of the first.
pub fn run(code: &mut Code<'_>) {
    for at in 0..code.ops().len() {
        if is_packed(code, at) {
            code.merge(at, None);
        }
    }
}

/// Whether it is done along with an earlier component.
pub fn is_packed(code: &Code<'_>, at: usize) -> bool {
    let packs = match code.ops()[at] {
        Op::Bin { op, .. } => matches!(op, Bin::AddF | Bin::SubF | Bin::MulF | Bin::MinF | Bin::MaxF),
        Op::Tern { op, .. } => op == Tern::Fma,
        _ => false,
    };
    let component = code.program.code.halves.get(&at);
    packs && component.is_some_and(|component| !component.is_multiple_of(code.target().packed_f16))
}
