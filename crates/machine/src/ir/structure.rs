//! Where constructs of control flow begin and end.

use super::instruction::{NONE, Op};
use std::ops::Range;

/// The most iterations of a loop that compilers are taken to unroll whole.
pub const MAX_UNROLLED: u32 = 32;

/// Whether it begins a construct, of which some lanes may pass by a part.
pub fn opens(op: &Op) -> bool {
    matches!(op, Op::Loop { .. } | Op::If { .. } | Op::Predicate { .. } | Op::Switch { .. } | Op::Call { .. })
}

/// Whether it ends one.
pub fn closes(op: &Op) -> bool {
    matches!(op, Op::EndLoop { .. } | Op::EndIf { .. } | Op::EndSwitch { .. } | Op::EndCall)
}

/// By instruction, where the construct ends that begins there; of a choice with an `else`, that.
pub fn ends(ops: &[Op]) -> Vec<Option<usize>> {
    let (mut open, mut ends) = (Vec::new(), vec![None; ops.len()]);
    for (at, op) in ops.iter().enumerate() {
        match op {
            op if opens(op) => open.push(at),
            Op::Else { .. } => {
                open.pop().into_iter().for_each(|start: usize| ends[start] = Some(at));
                open.push(at);
            }
            op if closes(op) => open.pop().into_iter().for_each(|start| ends[start] = Some(at)),
            _ => {}
        }
    }
    ends
}

/// Whether lanes leave a loop, and come to its end, by nothing but tests that all of them make.
pub fn leaves_by_tests(body: &[Op]) -> bool {
    let (mut within, mut tests) = (Vec::new(), false);
    for op in body {
        let is_in = |kind: fn(&Op) -> bool| within.iter().copied().any(kind);
        match *op {
            _ if opens(op) => within.push(op),
            _ if closes(op) => drop(within.pop()),
            Op::ExitTest { .. } if within.is_empty() => tests = true,
            Op::Back { cond, .. } if within.is_empty() => tests |= cond != NONE,
            Op::ExitTest { .. } | Op::Break { .. }
                if !is_in(|op| matches!(op, Op::Loop { .. } | Op::Switch { .. })) =>
            {
                return false;
            }
            Op::Continue { .. } if !is_in(|op| matches!(op, Op::Loop { .. })) => return false,
            Op::Return { .. } if !is_in(|op| matches!(op, Op::Call { .. })) => return false,
            _ => {}
        }
    }
    tests
}

/// Each loop's instructions, and how many loops are around it, the inner ones first.
pub fn loops(ops: &[Op]) -> Vec<(usize, Range<usize>)> {
    let (mut open, mut loops) = (Vec::new(), Vec::new());
    for (at, op) in ops.iter().enumerate() {
        match op {
            Op::Loop { .. } => open.push(at),
            Op::EndLoop { .. } => {
                let start = open.pop().unwrap_or(at);
                loops.push((open.len(), start..at));
            }
            _ => {}
        }
    }
    loops
}
