//! How constructs lie in bytecode.

use crate::code::{NONE, Op};
use std::collections::HashMap;

/// Where the constructs end that begin at these instructions; of a choice with an `else`, that.
pub fn ends(ops: &[Op]) -> HashMap<usize, usize> {
    let (mut open, mut ends) = (Vec::new(), HashMap::new());
    for (at, op) in ops.iter().enumerate() {
        match op {
            Op::If { .. } | Op::Predicate { .. } | Op::Loop { .. } | Op::Switch { .. } | Op::Call { .. } => {
                open.push(at)
            }
            Op::Else { .. } => {
                ends.extend(open.pop().map(|start| (start, at)));
                open.push(at);
            }
            Op::EndIf { .. } | Op::EndLoop { .. } | Op::EndSwitch { .. } | Op::EndCall => {
                ends.extend(open.pop().map(|start| (start, at)));
            }
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
            Op::If { .. } | Op::Predicate { .. } | Op::Loop { .. } | Op::Switch { .. } | Op::Call { .. } => {
                within.push(op)
            }
            Op::EndIf { .. } | Op::EndLoop { .. } | Op::EndSwitch { .. } | Op::EndCall => drop(within.pop()),
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
