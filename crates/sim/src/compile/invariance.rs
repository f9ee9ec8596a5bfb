//! What no iteration of a loop changes.

use super::indexed_map::IndexedSet;
use crate::ir::{Op, Reg, closes, ends, opens};
use std::ops::Range;

/// Instructions of a loop whose operands are the same in each iteration, but for those that differ all the same. `variables` are the
/// registers that an instruction may change for a later iteration.
pub fn unchanged(
    ops: &[Op],
    body: Range<usize>,
    variables: impl Fn(&Op) -> Range<Reg>,
    differs: impl Fn(&Op) -> bool,
) -> IndexedSet<usize> {
    let changed = |within: Range<usize>| ops[within].iter().flat_map(&variables);
    let mut varying: IndexedSet<Reg> = changed(body.clone()).collect();
    let inside = ends(&ops[body.clone()]);
    let (mut unchanged, mut open) = (IndexedSet::default(), 0usize);
    for (at, op) in body.clone().zip(&ops[body.clone()]).skip(1) {
        match op {
            Op::Loop { .. } => {
                let end = inside[at - body.start].map_or(body.end, |end| body.start + end);
                varying.extend(changed(at..end));
                open += 1;
            }
            op if opens(op) => open += 1,
            op if closes(op) => open = open.saturating_sub(1),
            // Where every lane comes by, a variable then holds what it was given.
            Op::Assign { dst, src } if open == 0 && !varying.contains(*src) => drop(varying.remove(*dst)),
            op if keeps(op) => varying.extend(variables(op)),
            _ => {
                let written = op.writes();
                if differs(op) || op.reads().into_iter().any(|reg| varying.contains(reg)) {
                    varying.extend(written);
                } else {
                    for reg in written {
                        varying.remove(reg);
                    }
                    unchanged.add(at);
                }
            }
        }
    }
    unchanged
}

/// Whether it writes what the next iteration may read.
pub fn keeps(op: &Op) -> bool {
    matches!(op, Op::Assign { .. } | Op::RegStore { .. })
}
