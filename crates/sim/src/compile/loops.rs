//! Finds the nests of loops that a compiler unrolls, in bytecode: those that run a constant number of times.

use super::counter::{assigned, compared, is_straight, segment_of, step, sums};
use super::critical_path::issue_slots;
use super::dependence::{Dependences, depends};
use super::facts::Facts;
use super::indexed_map::IndexedSet;
use super::invariance::{keeps, unchanged};
use crate::ir::Bin;
use crate::ir::{Access, CONSTANT, Mem, NONE, Op, Reg};
use naga::FastHashSet;
use std::collections::BTreeSet;
use std::ops::Range;

/// A loop, and the loops in it.
pub struct LoopNest {
    /// Where the outermost loop's last instruction is.
    pub end: usize,
    /// The outermost first.
    pub loops: Vec<CountedLoop>,
}

/// A loop that counts: in equal steps, or in any where its iterations are known.
pub struct CountedLoop {
    /// From its first instruction to its last.
    pub start: usize,
    pub end: usize,
    variable: Reg,
    /// What the counter is compared with.
    bound: Reg,
    /// The exit test.
    pub test: usize,
    /// What it tests.
    cond: Reg,
    /// The segment with the increment, which each iteration runs once.
    pub latch: usize,
    /// The longest chain that an iteration hands to the next and that no loop inside does.
    pub recurrence: u32,
    /// How often it runs, where it begins and ends at literals and compilers lay it out.
    pub trip_count: Option<u32>,
    /// Instructions that make the same in every iteration.
    identical: IndexedSet<usize>,
}

impl CountedLoop {
    /// Instructions of an iteration, but for the counting and what is known once the counter is.
    pub fn size(&self, ops: &[Op], facts: &Facts) -> u32 {
        let remaining = ops[self.start..self.end].iter().filter(|op| remains(**op, |reg| reg == self.variable));
        remaining.map(|op| issue_slots(*op, facts) as u32).sum()
    }

    /// Whether the counter serves nothing but to count: it is compared, and grows.
    pub fn counter_only_counts(&self, ops: &[Op]) -> bool {
        let uses = ops[self.start..self.end].iter().filter(|op| op.reads().contains(&self.variable));
        uses.count() <= 2
    }

    /// Whether the number of iterations is known before the first one: no iteration changes what the counter is compared with.
    pub fn has_invariant_bound(&self, ops: &[Op], invariant: &FastHashSet<usize>) -> bool {
        (self.start..self.end).all(|at| invariant.contains(&at) || !ops[at].writes().contains(&self.bound))
    }

    /// The comparison that the exit test reads.
    pub fn comparison(&self, ops: &[Op]) -> Option<usize> {
        let made = (self.start..self.test).rev().find(|&at| ops[at].writes().contains(&self.cond));
        made.filter(|&at| matches!(ops[at], Op::Bin { op, .. } if op.compares()))
    }

    /// The sum that counts.
    pub fn increment(&self, ops: &[Op]) -> Option<usize> {
        let sum = ops[self.start..self.end].iter().find_map(|op| assigned(op, self.variable))?;
        (self.start..self.end).find(|&at| matches!(ops[at], Op::Bin { op: Bin::AddI, dst, .. } if dst == sum))
    }

    /// Whether an instruction is one of its.
    pub fn contains_instruction(&self, at: usize) -> bool {
        (self.start..self.end).contains(&at)
    }
}

/// Whether an instruction of a loop is left where its iterations are unrolled: no test, nor of literals and counters alone.
fn remains(op: Op, counts: impl Fn(Reg) -> bool) -> bool {
    let is_known = |reg: &Reg| *reg & CONSTANT != 0 || counts(*reg);
    !matches!(op, Op::ExitTest { .. }) && !op.reads().iter().all(is_known)
}

impl LoopNest {
    pub fn counters(&self) -> impl Iterator<Item = Reg> {
        self.loops.iter().map(|counted| counted.variable)
    }

    /// Other variables that grow by a literal in each iteration of a loop, and by nothing else: unrolled, each is a known distance from
    /// what it begins with (induction variables: LLVM, IndVarSimplify.cpp).
    pub fn induction_variables(&self, ops: &[Op], facts: &Facts) -> Vec<Reg> {
        let grown = |counted: &CountedLoop| {
            let body = &ops[counted.start..counted.end];
            let assigned = body.iter().filter_map(|op| if let Op::Assign { dst, .. } = *op { Some(dst) } else { None });
            assigned.filter(|&variable| step(body, variable, facts).is_some()).collect::<Vec<_>>()
        };
        let mut growing: Vec<Reg> = self.loops.iter().flat_map(grown).collect();
        growing.retain(|variable| self.counters().all(|counter| counter != *variable));
        growing
    }

    /// Whether the number of iterations is known, so that a compiler unrolls it. Else it is one loop alone.
    pub fn has_constant_trip_counts(&self) -> bool {
        self.loops.iter().all(|counted| counted.trip_count.is_some())
    }

    /// Instructions of all iterations, but for the counting and what is known once the counters are.
    pub fn size(&self, ops: &[Op], facts: &Facts) -> u64 {
        let counts = |reg| self.counters().any(|counter| counter == reg);
        let iterations = |at| {
            let around = self.loops.iter().filter(|counted| counted.contains_instruction(at));
            around.map(|counted| u64::from(counted.trip_count.unwrap_or(u32::MAX))).fold(1, u64::saturating_mul)
        };
        let remaining = (self.loops[0].start..self.end).filter(|at| remains(ops[*at], counts));
        remaining
            .map(|at| iterations(at).saturating_mul(issue_slots(ops[at], facts) as u64))
            .fold(0, u64::saturating_add)
    }

    /// How often the instruction at `at` runs in the nest.
    pub fn iterations_at(&self, at: usize) -> u32 {
        let around = self.loops.iter().filter(|counted| counted.contains_instruction(at));
        around.filter_map(|counted| counted.trip_count).fold(1, u32::saturating_mul)
    }

    /// In how many iterations of the nest the load at `at` gives the same, so that a compiler makes it once.
    pub fn identical_iterations(&self, at: usize) -> u32 {
        let around = self.loops.iter().filter(|counted| counted.identical.contains(at));
        around.filter_map(|counted| counted.trip_count).fold(1, u32::saturating_mul).max(1)
    }

    /// One iteration of all loops, without their counting.
    pub fn iteration(&self, ops: &[Op]) -> Vec<Op> {
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
pub fn unrolled(ops: &[Op], start: usize, facts: &Facts) -> Option<LoopNest> {
    let mut loops = Vec::new();
    let end = counted(ops, start, facts, &mut loops, false)?;
    loops.sort_by_key(|counted| counted.start);
    if !laid_out(ops, &loops, facts) {
        loops[0].trip_count = None;
    }
    if loops.len() > 1 && loops.iter().any(|counted| counted.trip_count.is_none()) {
        return None;
    }
    let mut charged = BTreeSet::new();
    for at in (0..loops.len()).rev() {
        let carried = carried(ops, &loops[at], &loops, facts)?;
        for (variable, length) in carried {
            if charged.insert(variable) {
                loops[at].recurrence = loops[at].recurrence.max(length);
            }
        }
    }
    Some(LoopNest { end, loops })
}

/// Instructions of a loop that is unrolled whole: LLVM's unroll threshold at -O3.
pub const LAID_OUT: u32 = 300;

/// Instructions of each of the most iterations that a compiler with such a limit unrolls (Mesa, nir_opt_loop_unroll.c).
pub const INSTRUCTIONS_OF_AN_ITERATION: u64 = 26;

/// Whether a compiler unrolls all iterations of a nest, from the inside out: not more than it does of any loop, nor more instructions. Of
/// the loops inside, which are unrolled by then, what their iterations have in common is there once, and what is known is gone.
fn laid_out(ops: &[Op], nest: &[CountedLoop], facts: &Facts) -> bool {
    nest.iter().rev().all(|counted| {
        let Some(iterations) = counted.trip_count else { return false };
        let body = counted.start..counted.end;
        let most = u64::from(facts.target.max_unroll[usize::from(ops[body.clone()].iter().any(loads_by_address))]);
        let inside: Vec<_> = nest
            .iter()
            .filter(|other| other.start > counted.start && counted.contains_instruction(other.start))
            .collect();
        let known = known(ops, body.clone(), &inside);
        let times = |at| {
            let around = inside.iter().filter(|inner| inner.contains_instruction(at) && !inner.identical.contains(at));
            around.map(|inner| u64::from(inner.trip_count.unwrap_or(1))).product::<u64>()
        };
        let size: u64 =
            body.filter(|at| !known.contains(*at)).map(|at| issue_slots(ops[at], facts) as u64 * times(at)).sum();
        u64::from(iterations) <= most && size * u64::from(iterations) <= most * INSTRUCTIONS_OF_AN_ITERATION
    })
}

/// Instructions of which nothing is left once these loops' counters are known.
fn known(ops: &[Op], body: Range<usize>, loops: &[&CountedLoop]) -> IndexedSet<usize> {
    let mut values: IndexedSet<Reg> = loops.iter().map(|inner| inner.variable).collect();
    let mut known = IndexedSet::default();
    for (at, &op) in body.clone().zip(&ops[body]) {
        let written = op.writes();
        let follows = op.reads().into_iter().all(|reg| values.contains(reg) || reg & CONSTANT != 0);
        let tests = matches!(op, Op::ExitTest { .. }) && loops.iter().any(|inner| inner.contains_instruction(at));
        if tests || follows && matches!(op, Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. } | Op::Index { .. }) {
            known.add(at);
            values.extend(written);
        } else if !matches!(op, Op::Assign { .. }) {
            for reg in written {
                values.remove(reg);
            }
        }
    }
    known
}

/// Instructions of a loop whose operands no iteration changes: the counters of the loops inside run alike in all.
fn identical(ops: &[Op], body: Range<usize>, loops: &[CountedLoop]) -> IndexedSet<usize> {
    let inner = |reg| loops.iter().any(|inner| body.contains(&inner.start) && inner.variable == reg);
    let changes = |op: &Op| if keeps(op) && !op.writes().any(inner) { op.writes() } else { 0..0 };
    let stores = ops[body.clone()].iter().any(|op| op.stores().is_some());
    unchanged(ops, body.clone(), changes, |op| stores && op.loads().is_some())
}

/// Whether it loads from storage memory by an address that is not a literal.
fn loads_by_address(op: &Op) -> bool {
    matches!(op, Op::Load { access: Access { mem: Mem::Buffer(_), dynamic, .. }, .. } if *dynamic != NONE)
}

/// The loop at `start` that counts and has branches in it, but no loop and no other way out: compilers unroll several iterations of it
/// as of one without.
pub fn branching(ops: &[Op], start: usize, facts: &Facts) -> Option<CountedLoop> {
    let mut loops = Vec::new();
    let end = counted(ops, start, facts, &mut loops, true)?;
    let [only] = <[CountedLoop; 1]>::try_from(loops).ok()?;
    let mut open = 0;
    let by_some = ops[start..end].iter().any(|op| {
        match op {
            Op::If { .. } => open += 1,
            Op::EndIf { .. } => open -= 1,
            _ => {}
        }
        open > 0 && assigned(op, only.variable).is_some()
    });
    (!by_some).then_some(only)
}

/// Reads one loop, in which there may be `branches`; returns where it ends.
fn counted(ops: &[Op], start: usize, facts: &Facts, loops: &mut Vec<CountedLoop>, branches: bool) -> Option<usize> {
    let (mut at, mut segment) = (start + 1, None);
    let (mut test, mut counts, mut continuing) = (None, None, false);
    let iterations = facts.known.trip_counts.get(&start).copied();
    loop {
        match *ops.get(at)? {
            Op::Segment(next) => {
                segment = Some(next as usize);
                if continuing {
                    counts = segment;
                }
            }
            Op::Loop { .. } => at = counted(ops, at, facts, loops, branches)?,
            Op::If { .. } | Op::Else { .. } | Op::EndIf { .. } if branches => {}
            Op::ExitTest { cond, stay, .. } if test.is_none() && (stay || iterations.is_some()) => {
                segment?;
                test = Some((cond, at));
            }
            Op::Back { cond, .. } if cond != NONE && test.is_none() && iterations.is_some() => {
                segment?;
                test = Some((cond, at));
            }
            Op::Continuing { .. } => continuing = true,
            Op::Back { cond: NONE, .. } => {}
            Op::EndLoop { .. } => break,
            op if is_straight(op) => {}
            _ => return None,
        }
        at += 1;
    }
    let (cond, test) = test?;
    let (variable, bound, iterations) = match iterations {
        Some(iterations) => {
            compared(ops, start..at, test, cond).map(|(variable, bound)| (variable, bound, Some(iterations)))?
        }
        None => sums(ops, start..at, test, cond, facts)?,
    };
    // Where nothing comes after each iteration, the counter's change is in the body.
    let counts = counts.or_else(|| segment_of(ops, start..at, variable))?;
    let identical = identical(ops, start..at, loops);
    loops.push(CountedLoop {
        start,
        end: at,
        variable,
        bound,
        test,
        cond,
        latch: counts,
        recurrence: 0,
        trip_count: iterations,
        identical,
    });
    Some(at)
}

/// Variables that an iteration hands to the next, with the length of the chain. `None` where loads wait for loads. What only grows by
/// a literal is known in each iteration.
fn carried(ops: &[Op], within: &CountedLoop, loops: &[CountedLoop], facts: &Facts) -> Option<Vec<(Reg, u32)>> {
    let body = &ops[within.start..within.end];
    let counters: Vec<_> = loops.iter().map(|counted| counted.variable).collect();
    let is_known =
        |at, dst, src| counters.contains(&dst) || step(body, dst, facts).is_some() || facts.known.operands.has(at, src);
    let dependences = Dependences::of_iteration(body, facts);
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, op) in body.iter().enumerate() {
        let variable = match *op {
            Op::Assign { dst, src } if !is_known(within.start + at, dst, src) => dst,
            // Another element in each iteration is nothing handed on.
            Op::RegStore { base, offset, .. } if !depends(&body[..at], within.variable, offset, facts) => base,
            _ => continue,
        };
        if !seen.insert(variable) {
            continue;
        }
        let length = dependences.recurrence(variable);
        if length == 0 {
            continue;
        }
        if dependences.waits_for_its_loads(variable) {
            return None;
        }
        found.push((variable, length));
    }
    Some(found)
}
