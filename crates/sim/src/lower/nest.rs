//! Finds the nests of loops that a compiler unrolls, in bytecode: those that run a constant number of times.

use super::chain::{addresses_depend, cost, depends, reads, recurrence, writes};
use crate::code::{CONSTANT, NONE, Op, Reg};
use crate::operation::{Bin, Tern};
use std::collections::{BTreeSet, HashSet};

/// The value of a register that holds a literal.
pub type Fixed<'a> = dyn Fn(Reg) -> Option<u32> + 'a;

/// A loop, and the loops in it.
pub struct Unrolled {
    /// Where the outermost loop's last instruction is.
    pub end: usize,
    /// The outermost first.
    pub loops: Vec<CountedLoop>,
}

/// A loop that counts, in equal steps.
pub struct CountedLoop {
    /// From its first instruction to its last.
    pub start: usize,
    end: usize,
    variable: Reg,
    /// What the counter is compared with.
    bound: Reg,
    /// By what it grows: one value, or the product of two.
    step: [Reg; 2],
    /// The segment with the exit test.
    pub tests: usize,
    /// The segment with the increment, which each iteration runs once.
    pub counts: usize,
    /// The longest chain that an iteration hands to the next and that no loop inside does.
    pub recurrence: u32,
    /// How often it runs, where it begins and ends at literals.
    pub passes: Option<u32>,
}

impl CountedLoop {
    /// Instructions of a pass, but for the counting and what is known once the counter is.
    pub fn size(&self, ops: &[Op], fixed: &Fixed<'_>) -> u32 {
        let is_known = |reg: &Reg| *reg == self.variable || *reg & CONSTANT != 0;
        let remains = |op: &&Op| !matches!(op, Op::ExitTest { .. }) && !reads(**op, &writes(**op)).iter().all(is_known);
        ops[self.start..self.end].iter().filter(remains).map(|op| cost(*op, fixed) as u32).sum()
    }

    /// Whether the counter serves nothing but to count: it is compared, and grows.
    pub fn only_counts(&self, ops: &[Op]) -> bool {
        let uses = ops[self.start..self.end].iter().filter(|op| reads(**op, &writes(**op)).contains(&self.variable));
        uses.count() <= 2
    }

    /// Whether the number of passes is known before the first one: no pass changes what the counter is compared with, nor by what it
    /// grows.
    pub fn keeps_bound(&self, ops: &[Op], invariant: &HashSet<usize>) -> bool {
        let keeps = |written: std::ops::Range<Reg>| {
            ![self.bound, self.step[0], self.step[1]].iter().any(|reg| written.contains(reg))
        };
        (self.start..self.end).all(|at| invariant.contains(&at) || keeps(writes(ops[at])))
    }

    /// Whether an instruction is one of its.
    pub fn holds(&self, at: usize) -> bool {
        (self.start..self.end).contains(&at)
    }
}

impl Unrolled {
    pub fn counters(&self) -> impl Iterator<Item = Reg> {
        self.loops.iter().map(|counted| counted.variable)
    }

    /// Whether the number of passes is known, so that a compiler unrolls it. Else it is one loop alone.
    pub fn constant(&self) -> bool {
        self.loops.iter().all(|counted| counted.passes.is_some())
    }

    /// One iteration of all loops, without their counting.
    pub fn pass(&self, ops: &[Op]) -> Vec<Op> {
        let counting = |op: &Op| match op {
            Op::ExitTest { .. } => true,
            Op::Assign { dst, .. } => self.loops.iter().any(|counted| counted.variable == *dst),
            _ => false,
        };
        let body = &ops[self.loops[0].start..self.end];
        body.iter().filter(|op| !counting(op)).copied().collect()
    }
}

/// The loop at `start` and those in it, where all run a constant number of times, or there is but one, and have nothing
/// but straight lines in them, and where no iteration waits for what an earlier one loaded by an address.
pub fn unrolled(ops: &[Op], start: usize, fixed: &Fixed<'_>, special_steps: u32) -> Option<Unrolled> {
    let mut loops = Vec::new();
    let end = counted(ops, start, fixed, &mut loops)?;
    if loops.len() > 1 && loops.iter().any(|counted| counted.passes.is_none()) {
        return None;
    }
    loops.sort_by_key(|counted| counted.start);
    let mut charged = BTreeSet::new();
    for at in (0..loops.len()).rev() {
        let carried = carried(ops, &loops[at], &loops, fixed, special_steps)?;
        for (variable, length) in carried {
            if charged.insert(variable) {
                loops[at].recurrence = loops[at].recurrence.max(length);
            }
        }
    }
    Some(Unrolled { end, loops })
}

/// Reads one loop; returns where it ends.
fn counted(ops: &[Op], start: usize, fixed: &Fixed<'_>, loops: &mut Vec<CountedLoop>) -> Option<usize> {
    let (mut at, mut segment) = (start + 1, None);
    let (mut test, mut counts, mut continuing) = (None, None, false);
    loop {
        match *ops.get(at)? {
            Op::Segment(next) => {
                segment = Some(next as usize);
                if continuing {
                    counts = segment;
                }
            }
            Op::Loop { .. } => at = counted(ops, at, fixed, loops)?,
            Op::ExitTest { cond, stay, .. } if test.is_none() && stay => {
                test = Some((cond, at, segment?));
            }
            Op::Continuing { .. } => continuing = true,
            Op::Back { cond: NONE, .. } => {}
            Op::EndLoop { .. } => break,
            op if is_straight(op) => {}
            _ => return None,
        }
        at += 1;
    }
    let (cond, test, tests) = test?;
    let (variable, bound, more) = counter(&ops[start..test], cond)?;
    let begin = ops[..start].iter().rev().find_map(|op| assigned(op, variable))?;
    let step = step(&ops[test..at], variable)?;
    let literal = fixed(step[0]).filter(|_| step[0] == step[1]);
    let passes = fixed(begin).zip(fixed(bound)).zip(literal);
    let passes =
        passes.map(|((begin, bound), step)| bound.wrapping_sub(begin).saturating_add(more).div_ceil(step.max(1)));
    loops.push(CountedLoop { start, end: at, variable, bound, step, tests, counts: counts?, recurrence: 0, passes });
    Some(at)
}

fn is_straight(op: Op) -> bool {
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
    )
}

fn assigned(op: &Op, variable: Reg) -> Option<Reg> {
    match *op {
        Op::Assign { dst, src } | Op::Mov { dst, src } if dst == variable => Some(src),
        _ => None,
    }
}

/// The variable that the exit test compares, with what, and 1 where it goes on at that.
fn counter(ops: &[Op], cond: Reg) -> Option<(Reg, Reg, u32)> {
    ops.iter().rev().find_map(|op| match *op {
        Op::Bin { op, dst, a, b } if dst == cond && a & CONSTANT == 0 => match op {
            Bin::LtU | Bin::LtI => Some((a, b, 0)),
            Bin::LeU | Bin::LeI => Some((a, b, 1)),
            _ => None,
        },
        _ => None,
    })
}

/// By what a variable grows, where that is its only change.
fn step(ops: &[Op], variable: Reg) -> Option<[Reg; 2]> {
    let mut changes = ops.iter().filter_map(|op| assigned(op, variable));
    let (Some(sum), None) = (changes.next(), changes.next()) else {
        return None;
    };
    ops.iter().find_map(|op| match *op {
        Op::Bin { op: Bin::AddI, dst, a, b } if dst == sum && a == variable => Some([b, b]),
        Op::Tern { op: Tern::MulAddI, dst, a, b, c } if dst == sum && c == variable => Some([a, b]),
        _ => None,
    })
}

/// Variables that an iteration hands to the next, with the length of the chain. `None` where an address is one of them:
/// then loads wait for loads.
fn carried(
    ops: &[Op],
    within: &CountedLoop,
    loops: &[CountedLoop],
    fixed: &Fixed<'_>,
    special_steps: u32,
) -> Option<Vec<(Reg, u32)>> {
    let body = &ops[within.start..within.end];
    let counters: Vec<_> = loops.iter().map(|counted| counted.variable).collect();
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, op) in body.iter().enumerate() {
        let variable = match *op {
            Op::Assign { dst, .. } if !counters.contains(&dst) => dst,
            // Another element in each iteration is nothing handed on.
            Op::RegStore { base, offset, .. } if !depends(&body[..at], within.variable, offset) => base,
            _ => continue,
        };
        if !seen.insert(variable) {
            continue;
        }
        let length = recurrence(body, variable, fixed, special_steps);
        if length == 0 {
            continue;
        }
        if addresses_depend(body, variable) {
            return None;
        }
        found.push((variable, length));
    }
    Some(found)
}
