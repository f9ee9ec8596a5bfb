//! What compilers know once they unroll loops that run a constant number of times: they find the number by going through the
//! iterations, whatever the counter's step (LLVM ScalarEvolution.cpp, computeExitCountExhaustively; Mesa nir_loop_analyze.c,
//! get_iteration_empirical), and then follow constants through them.

mod literal;
#[cfg(test)]
mod tests;

use crate::compile::code::Code;
use crate::compile::critical_path::issue_slots;
use crate::compile::facts::{Facts, KnownOperands, UnrolledValues};
use crate::compile::indexed_map::IndexedMap;
use crate::compile::loops::INSTRUCTIONS_OF_AN_ITERATION;
use crate::ir::{Bin, CONSTANT, MAX_UNROLLED, NONE, Op, Reg, ends, leaves_by_tests};
use literal::{of_one, of_three, of_two};
use naga::{FastHashMap, FastHashSet};
use std::ops::Range;

/// The registers whose value is known.
type Values = IndexedMap<Reg, u32>;

/// Instructions that are gone through, beside so many times the kernel's own.
const STEPS: usize = 1 << 15;

/// Nothing is known: there was too much to go through.
struct TooLong;

/// Where a way through instructions ends.
enum Way {
    Through,
    /// By this test.
    Left(usize),
    /// Whether it leaves the loop is not known.
    Unknown,
}

/// How the loop around is gone through.
enum Mode {
    /// Iteration by iteration.
    EachIteration,
    /// All iterations at once, with what is known wherever the loop is left.
    Once(Option<Values>),
    /// It is left in more ways than by its own tests.
    Jumps,
}

struct Walk<'a, F> {
    ops: &'a [Op],
    facts: &'a Facts,
    /// The registers of the variable around one.
    array: F,
    /// By instruction, where the construct ends that it begins.
    ends: Vec<Option<usize>>,
    values: Values,
    modes: Vec<Mode>,
    /// Loops around that are unrolled.
    laid_out: u32,
    /// Loops around that are gone through only to see how often they run.
    trials: u32,
    /// Loops that are not unrolled.
    stays: FastHashSet<usize>,
    /// Instructions so far, but for what is known.
    size: u64,
    /// Instructions that may yet be gone through.
    left: usize,
    iterations: FastHashMap<usize, Option<u32>>,
    /// By instruction, whether nothing was left of it each time so far.
    gone: IndexedMap<usize, bool>,
    /// Operands that were known each time so far.
    operands: KnownOperands,
    divisors: FastHashMap<usize, Option<u32>>,
}

/// Removes what is known in each iteration of an unrolled loop, and finds how often such loops run.
pub fn run(code: &mut Code<'_>) {
    let found = known(code.ops(), &code.facts, |base| code.variable(base));
    let gone: Vec<usize> = found.removed.keys().collect();
    code.facts.learn(found, CONSTANT | code.program.constants.len() as Reg);
    gone.into_iter().for_each(|at| code.remove(at));
}

/// Goes through a kernel. `array` names the registers of the variable around one.
pub fn known(ops: &[Op], facts: &Facts, array: impl Fn(Reg) -> Range<Reg>) -> UnrolledValues {
    if !ops.iter().any(|op| matches!(op, Op::Loop { .. })) {
        return UnrolledValues::default();
    }
    let mut walk = Walk {
        ops,
        facts,
        array,
        ends: ends(ops),
        values: Values::default(),
        modes: Vec::new(),
        laid_out: 0,
        trials: 0,
        stays: FastHashSet::default(),
        size: 0,
        left: STEPS + 64 * ops.len(),
        iterations: FastHashMap::default(),
        gone: IndexedMap::default(),
        operands: KnownOperands::default(),
        divisors: FastHashMap::default(),
    };
    match walk.through(0..ops.len()) {
        Ok(_) => UnrolledValues {
            trip_counts: walk.iterations.into_iter().filter_map(|(at, iterations)| Some((at, iterations?))).collect(),
            removed: walk.gone.iter().filter(|(_, always)| **always).map(|(at, _)| at).collect(),
            operands: walk.operands,
            divisors: walk.divisors.into_iter().filter_map(|(at, by)| Some((at, by?))).collect(),
        },
        Err(TooLong) => UnrolledValues::default(),
    }
}

/// Of two literals, the one by which a division costs more: by a power of two it is a shift.
fn dearer(a: u32, b: u32) -> u32 {
    match [a, b].map(u32::is_power_of_two) {
        [true, true] => a.max(b),
        [true, false] => b,
        [false, _] => a,
    }
}

/// What both know.
fn both(mut a: Values, b: &Values) -> Values {
    a.retain(|reg, value| b.get(reg) == Some(value));
    a
}

impl<F: Fn(Reg) -> Range<Reg>> Walk<'_, F> {
    fn through(&mut self, range: Range<usize>) -> Result<Way, TooLong> {
        let mut at = range.start;
        while at < range.end {
            self.spend(1)?;
            let end = self.ends[at];
            match (self.ops[at], end) {
                (Op::If { .. } | Op::Predicate { .. }, Some(end)) => at = self.choice(at, end)?,
                (Op::Loop { .. }, Some(end)) => at = self.run(at, end)?,
                (Op::Switch { .. }, Some(end)) | (Op::Call { .. }, Some(end)) if self.jumps(at, end) => {
                    self.apart(at, end)?;
                    at = end;
                }
                (Op::ExitTest { cond, stay, .. }, _) => match self.exit(at, cond, stay) {
                    Way::Through => {}
                    way => return Ok(way),
                },
                (Op::Back { cond, .. }, _) if cond != NONE => match self.exit(at, cond, false) {
                    Way::Through => {}
                    way => return Ok(way),
                },
                // Lanes may come here from elsewhere in the loop.
                (Op::Continuing { .. }, _) if matches!(self.modes.last(), Some(Mode::Jumps)) => self.values.clear(),
                (op, _) => self.step(at, op),
            }
            at += 1;
        }
        Ok(Way::Through)
    }

    fn spend(&mut self, steps: usize) -> Result<(), TooLong> {
        self.left = self.left.checked_sub(steps).ok_or(TooLong)?;
        Ok(())
    }

    /// Whether what follows a construct may be reached from the middle of it.
    fn jumps(&self, start: usize, end: usize) -> bool {
        let returns = |op: &Op| matches!(op, Op::Return { .. });
        matches!(self.ops[start], Op::Switch { .. }) || self.ops[start..end].iter().any(returns)
    }

    /// Goes through a construct, where nothing that it changes is known after it, nor in one of its cases from another.
    fn apart(&mut self, start: usize, end: usize) -> Result<(), TooLong> {
        self.forget(start..end);
        self.modes.push(Mode::Jumps);
        let before = self.values.clone();
        let (mut part, mut at) = (start + 1, start + 1);
        while at <= end {
            if at == end || matches!(self.ops[at], Op::Case { .. }) {
                self.through(part..at)?;
                self.values.clone_from(&before);
                part = at;
            }
            at = self.ends.get(at).copied().flatten().unwrap_or(at) + 1;
        }
        self.modes.pop();
        Ok(())
    }

    /// Goes both ways; returns where they meet.
    fn choice(&mut self, start: usize, middle: usize) -> Result<usize, TooLong> {
        self.spend(self.values.len())?;
        let before = self.values.clone();
        self.size += 1;
        self.through(start + 1..middle)?;
        let first = std::mem::replace(&mut self.values, before);
        let end = match self.ops[middle] {
            Op::Else { .. } => {
                let end = self.ends[middle].unwrap_or(middle);
                self.through(middle + 1..end)?;
                end
            }
            _ => middle,
        };
        self.values = both(std::mem::take(&mut self.values), &first);
        Ok(end)
    }

    /// Goes through a loop; returns where it ends.
    fn run(&mut self, start: usize, end: usize) -> Result<usize, TooLong> {
        if !leaves_by_tests(&self.ops[start + 1..end]) {
            self.visit_loop(start, None);
            self.apart(start, end)?;
            return Ok(end);
        }
        let iterations = if self.stays.contains(&start) { None } else { self.attempt(start, end)? };
        self.visit_loop(start, iterations);
        if iterations.is_none() {
            self.stays.insert(start);
            self.all_at_once(start, end)?;
        } else if self.trials == 0 {
            self.laid_out += 1;
            self.iteration_by_iteration(start, end)?;
            self.laid_out -= 1;
        }
        Ok(end)
    }

    /// How often a loop runs that is unrolled. Only within another attempt does what is known at its end stay so: nothing else is
    /// asked there.
    fn attempt(&mut self, start: usize, end: usize) -> Result<Option<u32>, TooLong> {
        let (values, size) = (self.values.clone(), self.size);
        self.trials += 1;
        let iterations = self.iteration_by_iteration(start, end)?;
        self.trials -= 1;
        if self.trials == 0 || iterations.is_none() {
            (self.values, self.size) = (values, size);
        }
        Ok(iterations)
    }

    /// The number of iterations, where a compiler unrolls so many of them.
    fn iteration_by_iteration(&mut self, start: usize, end: usize) -> Result<Option<u32>, TooLong> {
        let most = MAX_UNROLLED.min(self.facts.target.max_unroll[0]);
        let size = self.size + u64::from(most) * INSTRUCTIONS_OF_AN_ITERATION;
        self.modes.push(Mode::EachIteration);
        let mut way = Way::Through;
        let mut iterations = 0;
        while matches!(way, Way::Through) && iterations <= most && self.size <= size {
            way = self.through(start + 1..end)?;
            iterations += u32::from(matches!(way, Way::Through));
        }
        self.modes.pop();
        let Way::Left(test) = way else { return Ok(None) };
        // A test at the beginning ends the loop before another iteration.
        let begins =
            self.ops[start + 1..test].iter().all(|op| matches!(op, Op::Segment(_) | Op::Un { .. } | Op::Bin { .. }));
        iterations += u32::from(!begins);
        Ok(Some(iterations).filter(|&iterations| iterations <= most && self.size <= size))
    }

    /// What is known in all iterations alike.
    fn all_at_once(&mut self, start: usize, end: usize) -> Result<(), TooLong> {
        let size = self.size;
        loop {
            self.size = size;
            self.spend(self.values.len())?;
            let before = self.values.clone();
            self.modes.push(Mode::Once(None));
            self.through(start + 1..end)?;
            let left = self.modes.pop();
            let after = both(before.clone(), &self.values);
            if after.len() == before.len() {
                if let Some(Mode::Once(Some(left))) = left {
                    self.values = left;
                }
                return Ok(());
            }
            self.values = after;
        }
    }

    /// What of a loop differs between the ways to it is not known.
    fn visit_loop(&mut self, start: usize, iterations: Option<u32>) {
        if self.trials == 0 {
            let seen = self.iterations.entry(start).or_insert(iterations);
            *seen = seen.filter(|_| *seen == iterations);
        }
    }

    /// An exit test, after which lanes that do not leave go on.
    fn exit(&mut self, at: usize, cond: Reg, stay: bool) -> Way {
        let known = self.value(cond);
        self.visit(at, known.is_some());
        self.size += u64::from(known.is_none());
        match (self.modes.last_mut(), known) {
            (Some(Mode::EachIteration), None) => Way::Unknown,
            (Some(Mode::EachIteration), Some(value)) if (value != 0) != stay => Way::Left(at),
            (Some(Mode::Once(left)), _) => {
                *left = Some(match left.take() {
                    Some(left) => both(left, &self.values),
                    None => self.values.clone(),
                });
                Way::Through
            }
            _ => Way::Through,
        }
    }

    fn value(&self, reg: Reg) -> Option<u32> {
        self.facts.literal(reg).or_else(|| self.values.get(reg).copied())
    }

    /// Notes whether nothing is left of an instruction, this time as each time before.
    fn visit(&mut self, at: usize, known: bool) {
        if self.trials == 0 {
            let gone = self.gone.get(at) != Some(&false) && known && self.laid_out > 0;
            self.gone.insert(at, gone);
        }
    }

    fn step(&mut self, at: usize, op: Op) {
        let written = op.writes();
        if self.trials == 0 {
            let mut known = self.operands.remove(at).unwrap_or_else(|| op.reads());
            known.retain(|reg| *reg & CONSTANT == 0 && self.laid_out > 0 && self.values.contains(*reg));
            self.operands.insert(at, known);
            self.note_divisor(at, op);
        }
        let value = self.evaluate(op);
        let computes = matches!(op, Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. });
        if computes {
            self.visit(at, value.is_some());
        }
        if value.is_none() {
            self.size += issue_slots(op, self.facts) as u64;
        }
        match op {
            Op::RegStore { base, .. } => self.forget_all((self.array)(base)),
            _ => self.forget_all(written.clone()),
        }
        if let Some(value) = value {
            self.values.insert(written.start, value);
        }
    }

    fn note_divisor(&mut self, at: usize, op: Op) {
        let Op::Bin { op: Bin::DivI | Bin::DivU | Bin::RemI | Bin::RemU, b, .. } = op else {
            return;
        };
        let by = self.values.get(b).copied().filter(|_| self.laid_out > 0);
        let seen = self.divisors.entry(at).or_insert(by);
        *seen = seen.zip(by).map(|(a, b)| dearer(a, b));
    }

    fn evaluate(&self, op: Op) -> Option<u32> {
        match op {
            Op::Mov { src, .. } | Op::Assign { src, .. } => self.value(src),
            Op::Un { op, a, .. } => of_one(op, self.value(a)?),
            Op::Bin { op, a, b, .. } => of_two(op, self.value(a)?, self.value(b)?),
            Op::Tern { op, a, b, c, .. } => Some(of_three(op, [self.value(a)?, self.value(b)?, self.value(c)?])),
            _ => None,
        }
    }

    fn forget_all(&mut self, regs: Range<Reg>) {
        for reg in regs {
            self.values.remove(reg);
        }
    }

    /// Forgets what instructions change.
    fn forget(&mut self, range: Range<usize>) {
        for at in range {
            match self.ops[at] {
                Op::RegStore { base, .. } => self.forget_all((self.array)(base)),
                op => self.forget_all(op.writes()),
            }
        }
    }
}
