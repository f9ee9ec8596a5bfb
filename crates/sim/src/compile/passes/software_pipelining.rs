//! Loads that are made an iteration ahead: what they load is first needed in the next iteration of their loop, so that the rest of an
//! iteration goes on meanwhile (software pipelining).

use crate::compile::code::{Code, Effect};
use crate::compile::critical_path::issue_slots;
use crate::compile::dependence::depends;
use crate::compile::facts::Facts;
use crate::ir::{Op, Reg, loops};
use naga::FastHashSet;
use std::ops::Range;

/// Notes the sites of such loads.
pub fn run(code: &mut Code<'_>) {
    for site in prefetched(&code.scheduled, &code.facts) {
        code.sites[site as usize].prefetches = true;
    }
    for at in 0..code.ops().len() {
        if let Op::Load { access, .. } = code.ops()[at]
            && code.sites[access.site as usize].prefetches
        {
            code.note(at, Effect::Prefetched);
        }
    }
}

/// The sites of such loads.
fn prefetched(ops: &[Op], facts: &Facts) -> FastHashSet<u32> {
    let (mut found, mut seen) = (FastHashSet::default(), FastHashSet::default());
    // The innermost loop around each load comes first.
    for (_, body) in loops(ops) {
        for at in body.clone() {
            if let Op::Load { access, .. } = ops[at]
                && seen.insert(at)
                && is_prefetched(ops, &body, at, facts)
            {
                found.insert(access.site);
            }
        }
    }
    found
}

fn is_prefetched(ops: &[Op], body: &Range<usize>, at: usize, facts: &Facts) -> bool {
    let Op::Load { access, .. } = ops[at] else { return false };
    let Some(variables) = kept(&ops[at + 1..body.end], ops[at].writes().collect()) else {
        return false;
    };
    let before = body.start + 1..at;
    // The next load's address is not what this one loads.
    if variables.iter().any(|&variable| depends(&ops[before.clone()], variable, access.dynamic, facts)) {
        return false;
    }
    // A copy of the earlier load may be made as late as this one replaces it.
    let needs = |next: &usize| ops[*next].reads().iter().any(|reg| variables.contains(reg));
    let needed = (before.start..body.end).find(needs);
    let Some(needed) = needed else { return false };
    let meanwhile = [at + 1..body.end, before.start..needed];
    let has_loop = meanwhile.iter().any(|part| ops[part.clone()].iter().any(|op| matches!(op, Op::Loop { .. })));
    let of = |part: Range<usize>| ops[part].iter().map(|op| issue_slots(*op, facts)).sum::<i64>();
    // Where little goes on meanwhile, it is waited for as any other.
    has_loop || 2 * meanwhile.into_iter().map(of).sum::<i64>() >= of(body.clone())
}

/// The variables that have what `loaded` held at the end of an iteration, if nothing in the rest of it needs it.
fn kept(rest: &[Op], mut loaded: FastHashSet<Reg>) -> Option<FastHashSet<Reg>> {
    let mut variables = FastHashSet::default();
    for &op in rest {
        let written = op.writes();
        let needs = op.reads().iter().any(|reg| loaded.contains(reg) || variables.contains(reg));
        match op {
            Op::Assign { dst, .. } if needs => drop(variables.insert(dst)),
            _ if needs => return None,
            _ => loaded.retain(|reg| !written.contains(reg)),
        }
    }
    (!variables.is_empty()).then_some(variables)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Bin;
    use crate::ir::{Access, Mem};
    use crate::machine::Target;
    use crate::type_layout::Kind;

    const START: Op = Op::Loop { line: 1 };
    const END: Op = Op::EndLoop { skip: 0 };

    fn load(dst: Reg, dynamic: Reg) -> Op {
        let access =
            Access { mem: Mem::Buffer(0), kind: Kind::F32, size: 1, atomic: false, offset: 0, dynamic, site: 7 };
        Op::Load { access, dst }
    }

    fn sum(dst: Reg, a: Reg, b: Reg) -> Op {
        Op::Bin { op: Bin::AddF, dst, a, b }
    }

    fn is_found(ops: &[Op]) -> bool {
        prefetched(ops, &Facts::new([], Target::default())).contains(&7)
    }

    #[test]
    fn a_load_for_the_next_pass_goes_on_beside_this_one() {
        let following = |src| Op::Assign { dst: 1, src };
        let now = Op::Mov { dst: 10, src: 1 };
        let work = [sum(12, 10, 2), sum(14, 12, 3)];
        let ops = [&[START, now, load(20, 5), following(20)][..], &work, &[END]].concat();
        assert!(is_found(&ops));
        let copied_late = [&[START, load(20, 5), now, following(20)][..], &work, &[END]].concat();
        assert!(is_found(&copied_late));
        // Loaded at the end of an iteration, and needed at once in the next.
        let late = [&[START, now][..], &work, &[load(20, 5), following(20), END]].concat();
        assert!(!is_found(&late));
        // Needed in its own iteration, and for the next address.
        assert!(!is_found(&[START, now, load(20, 5), following(20), sum(12, 20, 2), END]));
        assert!(!is_found(&[START, load(20, 1), following(20), sum(12, 2, 3), END]));
    }
}
