//! What a kernel asks of global memory, without what it computes (a program slice: Weiser, "Program Slicing", 1981). Most kernels'
//! addresses, and the ways to them, do not depend on what memory holds.

mod bound;
mod exclusion;
mod reaching;

pub use bound::{is_bound, is_polled};
pub use exclusion::Exclusion;
pub use reaching::reaching;

use crate::ir::{Access, Mem, NONE, Op, Program, closes, opens};

/// What an instruction is to a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Asks for global memory, or parts what is asked before it from what is asked behind it.
    Asks,
    /// Gives what memory holds, and asks for none that is global.
    Holds,
    /// Lanes part at it.
    Branches,
    /// Nothing but what it gives is needed of it.
    Computes,
    /// Leaves, parts and joins lanes that a branch, a loop or a call has.
    Structures,
    /// Others may see at once what it does, or it asks for more than loads and stores do.
    Acts,
}

/// The instructions that requests of global memory need; `None` where these, or any branch, depend on what memory holds. `local` are
/// the sites of private arrays that registers cannot hold.
pub fn slice_of_requests(program: &Program, local: impl Fn(u32) -> bool) -> Option<Vec<usize>> {
    let code = &program.code;
    let roles: Vec<Role> = code.ops.iter().map(|op| role(program, op, &local)).collect();
    if roles.contains(&Role::Acts) {
        return None;
    }
    // What is stored decides nothing.
    let unstored = |op: &Op| match *op {
        Op::Store { access, .. } => Op::Store { access, src: [NONE; 4] },
        Op::StoreTile { tile, .. } => Op::StoreTile { tile, src: NONE },
        op => op,
    };
    let ops: Vec<Op> = code.ops.iter().map(unstored).collect();
    let makers = reaching(&ops, |base| code.variable(base))?;
    needed(&ops, &roles, &makers, &[Role::Asks, Role::Branches])?;
    needed(&ops, &roles, &makers, &[Role::Asks])
}

fn is_shared(access: Option<&Access>) -> bool {
    access.is_some_and(|access| access.mem == Mem::Workgroup)
}

fn role(program: &Program, op: &Op, local: impl Fn(u32) -> bool) -> Role {
    match op {
        Op::Load { access, .. } if program.never_changes(access.mem) => Role::Computes,
        Op::Load { .. } | Op::LoadTile { .. } if is_shared(op.loads()) => Role::Holds,
        Op::Store { .. } | Op::StoreTile { .. } if is_shared(op.stores()) => Role::Computes,
        Op::LoadTile { .. } | Op::StoreTile { .. } | Op::RequestTile { .. } => Role::Asks,
        Op::Load { access, .. } | Op::Store { access, .. } if access.atomic => Role::Acts,
        Op::Load { .. } | Op::Store { .. } | Op::Request { .. } | Op::Barrier { .. } => Role::Asks,
        Op::Atomic { access, .. } if access.mem == Mem::Workgroup => Role::Holds,
        Op::Atomic { .. } | Op::Texture { .. } => Role::Acts,
        Op::RegLoad { site, .. } | Op::RegStore { site, .. } if local(*site) => Role::Acts,
        Op::If { .. } | Op::Predicate { .. } | Op::ExitTest { .. } | Op::Back { .. } | Op::Switch { .. } => {
            Role::Branches
        }
        Op::Else { .. }
        | Op::EndIf { .. }
        | Op::Loop { .. }
        | Op::Continuing { .. }
        | Op::EndLoop { .. }
        | Op::Break { .. }
        | Op::Continue { .. }
        | Op::Return { .. }
        | Op::Exit { .. }
        | Op::Case { .. }
        | Op::EndSwitch { .. }
        | Op::Call { .. }
        | Op::EndCall
        | Op::End => Role::Structures,
        Op::Segment(_)
        | Op::Un { .. }
        | Op::Bin { .. }
        | Op::Tern { .. }
        | Op::Mov { .. }
        | Op::Assign { .. }
        | Op::Index { .. }
        | Op::Length { .. }
        | Op::RegLoad { .. }
        | Op::RegStore { .. }
        | Op::SameForAll { .. }
        | Op::Ballot { .. }
        | Op::Vote { .. }
        | Op::SubgroupReduce { .. }
        | Op::SubgroupShuffle { .. }
        | Op::Common { .. }
        | Op::MultiplyTiles { .. } => Role::Computes,
    }
}

/// The instructions that those of some roles need; `None` where one of them gives what memory holds.
fn needed(ops: &[Op], roles: &[Role], makers: &[Vec<usize>], wanted: &[Role]) -> Option<Vec<usize>> {
    let mut constructs = Constructs::of(ops);
    let mut needed = vec![false; ops.len()];
    let mut open: Vec<usize> = (0..ops.len()).filter(|&at| wanted.contains(&roles[at])).collect();
    open.append(&mut constructs.kernel());
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut needed[at], true) {
            continue;
        }
        open.extend(constructs.enter(at));
        for &maker in &makers[at] {
            if matches!(roles[maker], Role::Asks | Role::Holds) {
                return None;
            }
            open.push(maker);
        }
    }
    Some((0..ops.len()).filter(|&at| needed[at]).collect())
}

/// Branches, loops and calls, the kernel being the first.
struct Constructs {
    /// By instruction.
    around: Vec<usize>,
    all: Vec<Construct>,
}

struct Construct {
    around: usize,
    /// What begins, parts and ends it, and what leaves it from inside; none once it was entered.
    control: Vec<usize>,
}

impl Constructs {
    fn of(ops: &[Op]) -> Self {
        let mut all = vec![Construct { around: 0, control: Vec::new() }];
        let (mut open, mut around) = (vec![0], Vec::with_capacity(ops.len()));
        for (at, op) in ops.iter().enumerate() {
            let mut inmost = open[open.len() - 1];
            if opens(op) {
                all.push(Construct { around: inmost, control: Vec::new() });
                inmost = all.len() - 1;
                open.push(inmost);
            }
            around.push(inmost);
            let whose = match *op {
                Op::ExitTest { depth, .. }
                | Op::Break { depth, .. }
                | Op::Continue { depth, .. }
                | Op::Return { depth, .. } => Some(open[depth as usize + 1]),
                Op::Exit { .. } | Op::End => Some(0),
                Op::Else { .. } | Op::Continuing { .. } | Op::Back { .. } | Op::Case { .. } => Some(inmost),
                op => (opens(&op) || closes(&op)).then_some(inmost),
            };
            if let Some(whose) = whose {
                all[whose].control.push(at);
            }
            if closes(op) {
                open.pop();
            }
        }
        Self { around, all }
    }

    /// What is needed in any case: the ends of lanes.
    fn kernel(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.all[0].control)
    }

    /// What an instruction needs for lanes to come to it.
    fn enter(&mut self, at: usize) -> Vec<usize> {
        let (mut inmost, mut control) = (self.around[at], Vec::new());
        while inmost != 0 && !self.all[inmost].control.is_empty() {
            control.append(&mut self.all[inmost].control);
            inmost = self.all[inmost].around;
        }
        control
    }
}
