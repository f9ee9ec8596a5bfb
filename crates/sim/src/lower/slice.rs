//! What a kernel asks of global memory, without what it computes (a program slice: Weiser, "Program Slicing", 1981). Most kernels'
//! addresses, and the ways to them, do not depend on what memory holds.

use super::builder::Builder;
use super::known::{closes, opens};
use super::reaching::reaching;
use crate::code::{Access, Mem, NONE, Op};

impl Builder<'_> {
    /// The instructions that requests of global memory need; `None` where these, or any branch, depend on what memory holds.
    pub fn slice_of_requests(&self) -> Option<Vec<usize>> {
        if self.ops.iter().any(|op| self.changes_what_is_asked(op)) {
            return None;
        }
        // What is stored decides nothing.
        let unstored = |op: &Op| match *op {
            Op::Store { access, .. } => Op::Store { access, src: [NONE; 4] },
            op => op,
        };
        let ops: Vec<Op> = self.ops.iter().map(unstored).collect();
        let asks = |op: &Op| match op {
            Op::Load { access, .. } | Op::Store { access, .. } => self.is_global(access),
            Op::Barrier { .. } => true,
            _ => false,
        };
        let holds = |op: &Op| match op {
            Op::Load { access, .. } => !self.never_changes(access.mem),
            Op::Atomic { .. } => true,
            _ => false,
        };
        let makers = reaching(&ops, |base| self.variable(base))?;
        needed(&ops, &makers, |op| asks(op) || branches(op), holds)?;
        needed(&ops, &makers, asks, holds)
    }

    fn is_global(&self, access: &Access) -> bool {
        matches!(access.mem, Mem::Buffer(_)) && !self.never_changes(access.mem)
    }

    /// Whether others may see it at once, or it asks for more than loads and stores do.
    fn changes_what_is_asked(&self, op: &Op) -> bool {
        match op {
            Op::Load { access, .. } | Op::Store { access, .. } => access.atomic && self.is_global(access),
            Op::Atomic { access, .. } => self.is_global(access),
            Op::RegLoad { site, .. } | Op::RegStore { site, .. } => self.sites[*site as usize].local,
            Op::Texture { .. } => true,
            _ => false,
        }
    }
}

/// Whether lanes part at it.
fn branches(op: &Op) -> bool {
    matches!(op, Op::If { .. } | Op::Predicate { .. } | Op::ExitTest { .. } | Op::Back { .. } | Op::Switch { .. })
}

/// The instructions that those which ask need; `None` where one of them gives what memory holds.
fn needed(
    ops: &[Op],
    makers: &[Vec<usize>],
    asks: impl Fn(&Op) -> bool,
    holds: impl Fn(&Op) -> bool,
) -> Option<Vec<usize>> {
    let mut constructs = Constructs::of(ops);
    let mut needed = vec![false; ops.len()];
    let mut open: Vec<usize> = (0..ops.len()).filter(|&at| asks(&ops[at])).collect();
    open.append(&mut constructs.kernel());
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut needed[at], true) {
            continue;
        }
        open.extend(constructs.enter(at));
        for &maker in &makers[at] {
            if holds(&ops[maker]) {
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
