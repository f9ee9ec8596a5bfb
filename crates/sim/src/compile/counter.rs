//! Counters of loops: what they begin with, how they grow and what ends the loop.

use super::facts::Facts;
use crate::ir::{Bin, CONSTANT, Op, Reg};
use std::ops::Range;

/// Of a loop whose counter is a sum: that, what it is compared with, and how often it runs where that is known.
pub(super) fn sums(
    ops: &[Op],
    body: Range<usize>,
    test: usize,
    cond: Reg,
    facts: &Facts,
) -> Option<(Reg, Reg, Option<u32>)> {
    let (variable, bound, more) = counter(&ops[body.start..test], cond)?;
    let begin = ops[..body.start].iter().rev().find_map(|op| assigned(op, variable))?;
    let step = step(&ops[test..body.end], variable, facts)?;
    let iterations = facts.literal(begin).zip(facts.literal(bound));
    let iterations =
        iterations.map(|(begin, bound)| bound.wrapping_sub(begin).saturating_add(more).div_ceil(step.max(1)));
    Some((variable, bound, iterations))
}

/// Of a loop that a compiler has gone through, whatever its step: the variable that decides whether it goes on, and what that is
/// compared with.
pub(super) fn compared(ops: &[Op], body: Range<usize>, test: usize, cond: Reg) -> Option<(Reg, Reg)> {
    let changes = |reg| ops[body.clone()].iter().any(|op| assigned(op, reg).is_some());
    let (a, b) = ops[body.start..test].iter().rev().find_map(|op| match *op {
        Op::Bin { op, dst, a, b } if dst == cond && op.compares() => Some((a, b)),
        _ => None,
    })?;
    match (changes(a), changes(b)) {
        (true, false) => Some((a, b)),
        (false, true) => Some((b, a)),
        _ => None,
    }
}

/// The segment in which a variable changes.
pub(super) fn segment_of(ops: &[Op], body: Range<usize>, variable: Reg) -> Option<usize> {
    let changes = ops[body.clone()].iter().rposition(|op| assigned(op, variable).is_some())?;
    ops[body.start..body.start + changes].iter().rev().find_map(|op| match *op {
        Op::Segment(segment) => Some(segment as usize),
        _ => None,
    })
}

pub(super) fn is_straight(op: Op) -> bool {
    matches!(
        op,
        Op::Un { .. }
            | Op::Bin { .. }
            | Op::Tern { .. }
            | Op::Mov { .. }
            | Op::Assign { .. }
            | Op::Index { .. }
            | Op::RegLoad { .. }
            | Op::RegStore { .. }
            | Op::Length { .. }
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::Common { .. }
            | Op::LoadTile { .. }
            | Op::StoreTile { .. }
            | Op::MultiplyTiles { .. }
    )
}

pub(super) fn assigned(op: &Op, variable: Reg) -> Option<Reg> {
    match *op {
        Op::Assign { dst, src } | Op::Mov { dst, src } if dst == variable => Some(src),
        _ => None,
    }
}

/// The variable that the exit test compares, with what, and 1 where it goes on at that.
pub(super) fn counter(ops: &[Op], cond: Reg) -> Option<(Reg, Reg, u32)> {
    ops.iter().rev().find_map(|op| match *op {
        Op::Bin { op, dst, a, b } if dst == cond && a & CONSTANT == 0 => match op {
            Bin::LtU | Bin::LtI => Some((a, b, 0)),
            Bin::LeU | Bin::LeI => Some((a, b, 1)),
            _ => None,
        },
        _ => None,
    })
}

/// The literal by which a variable grows, where that is its only change. Other steps of a counter make the number of iterations a division,
/// for which compilers do not unroll several together (LLVM, LoopUnrollRuntime.cpp: an expensive trip count).
pub(super) fn step(ops: &[Op], variable: Reg, facts: &Facts) -> Option<u32> {
    let mut changes = ops.iter().filter_map(|op| assigned(op, variable));
    let (Some(sum), None) = (changes.next(), changes.next()) else {
        return None;
    };
    ops.iter().find_map(|op| match *op {
        Op::Bin { op: Bin::AddI, dst, a, b } if dst == sum && a == variable => facts.literal(b),
        _ => None,
    })
}
