//! Branches that keep lanes from an operation because of their numbers.

use super::reaching::reaching;
use crate::ir::{Bin, CONSTANT, Op, Program, ShuffleFrom, closes, opens};

/// Why lanes never come to an operation: only built-in inputs and constants decide on the branches around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exclusion {
    /// The line of the innermost branch.
    pub line: u32,
    /// Whether an equality is part of what decides there: one lane is chosen.
    pub by_one_number: bool,
    /// Whether the operation combines what each lane had before the branch.
    pub leaves_values: bool,
}

impl Exclusion {
    /// What keeps lanes from the operation at a place of the program; `None` where what memory holds decides, or where a loop ends.
    pub fn of(program: &Program, at: usize) -> Option<Self> {
        let ops = &program.code.ops;
        let mut around = around(ops, at);
        around.retain(|branch| !matches!(ops[*branch], Op::Call { .. }));
        let innermost = *around.last()?;
        let makers = reaching(ops, |base| program.code.variable(base))?;
        let mut by_one_number = false;
        for &branch in &around {
            match ops[branch] {
                Op::If { .. } | Op::Predicate { .. } | Op::Switch { .. } => {}
                // Who goes round does not decide what is done there.
                Op::Loop { .. } if branch != innermost => continue,
                _ => return None,
            }
            let deciding = closure(&makers, branch);
            if deciding.iter().any(|&maker| is_of_data(program, &ops[maker])) {
                return None;
            }
            let equals = |maker: &usize| matches!(ops[*maker], Op::Bin { op: Bin::EqI, .. });
            by_one_number |= branch == innermost && deciding.iter().any(equals);
        }
        let given = match ops[at] {
            Op::Ballot { predicate: a, .. }
            | Op::Vote { a, .. }
            | Op::SubgroupReduce { a, .. }
            | Op::SubgroupShuffle { from: ShuffleFrom::First, a, .. } => a,
            // Of other shuffles, each lane that takes a value from one that is not there is reported.
            _ => return None,
        };
        let before =
            makers[at].iter().filter(|maker| ops[**maker].writes().contains(&given)).all(|maker| *maker < innermost);
        let leaves_values = given & CONSTANT == 0 && before;
        Some(Self { line: program.lines[innermost], by_one_number, leaves_values })
    }
}

/// Whether what an instruction gives is neither an input nor computed of them.
fn is_of_data(program: &Program, op: &Op) -> bool {
    match op {
        Op::Load { access, .. } => !program.never_changes(access.mem),
        Op::Atomic { .. }
        | Op::Texture { .. }
        | Op::Ballot { .. }
        | Op::Vote { .. }
        | Op::SubgroupReduce { .. }
        | Op::SubgroupShuffle { .. } => true,
        _ => false,
    }
}

/// The branches, loops and calls that an instruction lies in, the outermost first.
fn around(ops: &[Op], at: usize) -> Vec<usize> {
    let mut open = Vec::new();
    for (place, op) in ops[..at].iter().enumerate() {
        if opens(op) {
            open.push(place);
        } else if closes(op) {
            open.pop();
        }
    }
    open
}

/// The instructions that one needs, directly or not.
fn closure(makers: &[Vec<usize>], of: usize) -> Vec<usize> {
    let mut found: Vec<usize> = makers[of].clone();
    let mut at = 0;
    while let Some(&next) = found.get(at) {
        for maker in &makers[next] {
            if !found.contains(maker) {
                found.push(*maker);
            }
        }
        at += 1;
    }
    found
}
