//! Ballots of wide subgroups of which only some words are read.
//!
//! A ballot has a bit for each lane, 32 to a word. Where subgroups have more lanes, `.x` is not all of it, and `1u << lane` is not the
//! lane's bit: WGSL shifts by the remainder of the amount by 32 ("Bit Expressions").

use crate::finding::{Finding, FindingKind, Severity};
use crate::ir::{Bin, CONSTANT, Op, Program, Reg};
use crate::slice::reaching;
use naga::BuiltIn;

/// Bits of a word.
const WORD: u32 = 32;

/// Steps that an amount is followed back.
const DEPTH: u32 = 8;

/// What a kernel leaves out of its ballots, compiled for subgroups of more than 32 lanes: where it reads `.x` alone, and where it
/// shifts what meets a ballot by a lane's number. Whether this is wrong, only what follows from it tells.
pub(super) fn short_ballots(program: &Program) -> Vec<Finding> {
    let width = program.width.min(program.invocations());
    if width <= WORD {
        return Vec::new();
    }
    let code = &program.code;
    if !code.ops.iter().any(|op| matches!(op, Op::Ballot { .. })) {
        return Vec::new();
    }
    let Some(makers) = reaching(&code.ops, |base| code.variable(base)) else {
        return Vec::new();
    };
    let flow = Flow { program, makers };
    let ballots = (0..code.ops.len()).filter_map(|at| match code.ops[at] {
        Op::Ballot { dst, .. } => Some((at, dst)),
        _ => None,
    });
    let mut found: Vec<Finding> = Vec::new();
    for (at, dst) in ballots {
        let line = program.lines[at];
        let shift = flow.shift_by_lane(at);
        let wraps = shift.map(|shift| {
            format!(
                "the shift on line {} is by 32 or more in lanes from 32 on, of which WGSL takes the remainder by 32, so that lane 32 \
                 has the bit of lane 0",
                program.lines[shift]
            )
        });
        let cut = flow.reads_first_word_alone(dst).then(|| {
            format!(
                "a ballot has 32 lanes to a word, and of that on line {line} only `.x` is read: lanes 32 to {} are left out, whose bits \
                 are in `.y` and beyond",
                width - 1
            )
        });
        let message = match (cut, wraps) {
            (Some(cut), Some(wraps)) => format!("{cut}; and {wraps}"),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => continue,
        };
        let finding = Finding::new(FindingKind::SubgroupWidth, Severity::Error, message).at(line);
        if !found.contains(&finding) {
            found.push(finding);
        }
    }
    found
}

/// What goes where in a kernel.
struct Flow<'a> {
    program: &'a Program,
    /// By instruction, those that may have made one of its operands.
    makers: Vec<Vec<usize>>,
}

impl Flow<'_> {
    fn ops(&self) -> &[Op] {
        &self.program.code.ops
    }

    /// Whether the first word of a ballot is read, and no other.
    fn reads_first_word_alone(&self, dst: Reg) -> bool {
        let reads = |word: Reg| {
            let mut copies = vec![dst + word];
            let mut at = 0;
            while let Some(&reg) = copies.get(at) {
                for op in self.ops().iter().filter(|op| op.reads().contains(&reg)) {
                    match *op {
                        Op::Mov { dst, .. } | Op::Assign { dst, .. } if copies.contains(&dst) => {}
                        Op::Mov { dst, .. } | Op::Assign { dst, .. } => copies.push(dst),
                        _ => return true,
                    }
                }
                // A word that an index chooses may be any.
                let indexed = |op: &Op| matches!(*op, Op::RegLoad { base, .. } if self.program.code.variable(base).contains(&reg));
                if self.ops().iter().any(indexed) {
                    return true;
                }
                at += 1;
            }
            false
        };
        reads(0) && !(1..4).any(reads)
    }

    /// A shift by a lane's number that makes a word which meets the ballot.
    fn shift_by_lane(&self, ballot: usize) -> Option<usize> {
        let votes = self.made_of(ballot);
        let meets = |shift: usize| {
            let made = self.made_of(shift);
            let joins = |at: &usize| matches!(self.ops()[*at], Op::Bin { op: Bin::And | Bin::Or | Bin::Xor, .. });
            votes.contains(&shift) || made.iter().any(|at| joins(at) && votes.contains(at))
        };
        let mut shifts = (0..self.ops().len()).filter(|at| match self.ops()[*at] {
            Op::Bin { op: Bin::Shl | Bin::ShrU, b, .. } => self.counts_lanes(*at, b, DEPTH),
            _ => false,
        });
        shifts.find(|shift| meets(*shift))
    }

    /// The instructions that need what one makes, directly or not; it is the first.
    fn made_of(&self, first: usize) -> Vec<usize> {
        let mut made = vec![false; self.makers.len()];
        made[first] = true;
        loop {
            let more: Vec<usize> =
                (0..made.len()).filter(|&at| !made[at] && self.makers[at].iter().any(|maker| made[*maker])).collect();
            if more.is_empty() {
                return (0..made.len()).filter(|at| made[*at]).collect();
            }
            more.into_iter().for_each(|at| made[at] = true);
        }
    }

    /// Whether an instruction's operand is a lane's number, of which nothing takes the remainder.
    fn counts_lanes(&self, at: usize, reg: Reg, depth: u32) -> bool {
        let lanes = [BuiltIn::SubgroupInvocationId, BuiltIn::LocalInvocationIndex, BuiltIn::LocalInvocationId];
        if self.program.code.inputs.iter().any(|(builtin, first)| *first == reg && lanes.contains(builtin)) {
            return true;
        }
        if depth == 0 || reg & CONSTANT != 0 {
            return false;
        }
        let mut makers = self.makers[at].iter().filter(|maker| self.ops()[**maker].writes().contains(&reg));
        makers.any(|&maker| match self.ops()[maker] {
            Op::Mov { src, .. } | Op::Assign { src, .. } => self.counts_lanes(maker, src, depth - 1),
            // The remainder by a literal number of lanes is below it.
            Op::Bin { op: Bin::And | Bin::RemU | Bin::MinU, a, b, .. } => {
                let bounded = [a, b].iter().any(|reg| self.program.literal(*reg).is_some_and(|bound| bound <= WORD));
                !bounded && self.counts_lanes(maker, a, depth - 1)
            }
            Op::Bin { op: Bin::AddI | Bin::SubI, a, b, .. } => {
                self.counts_lanes(maker, a, depth - 1) || self.counts_lanes(maker, b, depth - 1)
            }
            _ => false,
        })
    }
}
