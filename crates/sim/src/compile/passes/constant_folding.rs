//! Arithmetic on literals and on counters of unrolled loops: a literal is left of it (constant folding). Elements of private arrays whose
//! index is known are registers.

use crate::compile::code::Code;
use crate::ir::{NONE, Op, Reg, Tern};
use naga::FastHashMap;

/// Folds what is known, and finds the private arrays that registers cannot hold.
pub fn run(code: &mut Code<'_>) {
    let mut known: FastHashMap<Reg, bool> = FastHashMap::default();
    for at in 0..code.ops().len() {
        let op = code.ops()[at];
        let (operands, result) = {
            let facts = &code.facts;
            let of = |reg: Reg| {
                reg == NONE
                    || facts.literal(reg).is_some()
                    || code.counters.contains(&reg)
                    || facts.known.operands.contains(&(at, reg))
                    || known.get(&reg).copied().unwrap_or(false)
            };
            let result = is_known(op, of) || facts.known.gone.contains(&at);
            let operands: Vec<Reg> = op.reads().into_iter().filter(|&reg| of(reg)).collect();
            if let Op::RegLoad { offset, site, .. } | Op::RegStore { offset, site, .. } = op {
                let local = !of(offset);
                code.sites[site as usize].local = local;
            }
            (operands, result)
        };
        code.known_operands.extend(operands.into_iter().map(|reg| (at, reg)));
        if result && matches!(op, Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. }) {
            code.fold(at);
        }
        for reg in op.writes().filter(|reg| !code.counters.contains(reg)) {
            known.insert(reg, result);
        }
    }
}

/// Whether the result is known where the operands of which `of` says so are.
fn is_known(op: Op, of: impl Fn(Reg) -> bool) -> bool {
    match op {
        Op::Bin { a, b, .. } => of(a) && of(b),
        Op::Un { op, a, .. } if op.converts() => of(a),
        Op::Tern { op: Tern::MulAddI, a, b, c, .. } => of(a) && of(b) && of(c),
        Op::Index { base, index, .. } => of(base) && of(index),
        _ => false,
    }
}
