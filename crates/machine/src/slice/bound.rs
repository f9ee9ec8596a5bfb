//! Loads of a bound that only saves work, or of what a compare-exchange then expects.

use super::reaching::reaching;
use crate::ir::{Mem, Op, Program, Rmw, loops};
use std::collections::BTreeSet;

/// Whether one site loads a bound and another improves it: a minimum, a maximum or flags, on which nothing but control flow
/// depends. Any value that it had meanwhile will do. So it is with what a compare-exchange of the same variable expects: it fails where
/// others came between.
pub fn is_bound(program: &Program, load: u32, change: u32) -> bool {
    let improves = |rmw, _| matches!(rmw, Rmw::Min | Rmw::Max | Rmw::And | Rmw::Or | Rmw::CompareExchange);
    changes(program, change, improves) && only_decides(program, load)
}

/// Whether a loop loads again and again what another site only raises or only lowers, in memory that other workgroups change too: it
/// waits for news, and each value that it gets is one to go on with.
pub fn is_polled(program: &Program, load: u32, change: u32) -> bool {
    let moves_one_way = |rmw, mem| mem != Mem::Workgroup && matches!(rmw, Rmw::Min | Rmw::Max | Rmw::And | Rmw::Or);
    let ops = &program.code.ops;
    let loads = |op: &Op| matches!(op, Op::Load { access, .. } if access.site == load);
    changes(program, change, moves_one_way) && loops(ops).iter().any(|(_, body)| ops[body.clone()].iter().any(loads))
}

/// Whether a site changes its variable by an operation that is `such`.
fn changes(program: &Program, site: u32, such: impl Fn(Rmw, Mem) -> bool) -> bool {
    let is = |op: &Op| matches!(op, Op::Atomic { access, rmw, .. } if access.site == site && such(*rmw, access.mem));
    program.code.ops.iter().any(is)
}

/// Whether nothing but control flow, and a compare-exchange of the same variable, depends on what a site yields.
fn only_decides(program: &Program, site: u32) -> bool {
    let code = &program.code;
    let Some(makers) = reaching(&code.ops, |base| code.variable(base)) else {
        return false;
    };
    let yields = |op: &Op| match op {
        Op::Load { access, .. } => access.site == site,
        Op::Atomic { access, .. } => access.site == site && program.sites[site as usize].reads_only,
        _ => false,
    };
    if !code.ops.iter().any(yields) {
        return false;
    }
    let name = |site: u32| program.sites[site as usize].name.as_str();
    let mut depends: Vec<bool> = code.ops.iter().map(yields).collect();
    let mut stored = BTreeSet::new();
    loop {
        let before = (stored.len(), depends.iter().filter(|depends| **depends).count());
        for (at, op) in code.ops.iter().enumerate() {
            depends[at] |= makers[at].iter().any(|maker| depends[*maker]);
            match op {
                // The findings of the workgroup go on from there.
                Op::Store { access, .. } if access.mem == Mem::Workgroup && depends[at] => {
                    stored.insert(name(access.site));
                }
                Op::Load { access, .. } if access.mem == Mem::Workgroup => {
                    depends[at] |= stored.contains(&name(access.site));
                }
                Op::Atomic { access, rmw: Rmw::CompareExchange, .. } if name(access.site) == name(site) => {}
                Op::Store { .. } | Op::Atomic { .. } | Op::Index { .. } | Op::Texture { .. }
                    if depends[at] && !yields(op) =>
                {
                    return false;
                }
                _ => {}
            }
        }
        if before == (stored.len(), depends.iter().filter(|depends| **depends).count()) {
            return true;
        }
    }
}
