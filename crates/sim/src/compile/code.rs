//! A kernel while the modelled compiler works on it.

use super::facts::{Facts, KnownOperands};
use super::indexed_map::{IndexedMap, IndexedSet};
use super::register_reads::Parts;
use super::waits;
use crate::ir::{NONE, Op, PartlyUnrolled, Program, Reg, SiteSchedule};
use crate::machine::Target;
use std::ops::Range;

/// An instruction of the compiled kernel, and where it came from.
#[derive(Debug, Clone)]
pub struct Instruction {
    /// What it does, over virtual registers.
    pub op: Op,
    /// The instruction of the program that it came from.
    pub origin: usize,
    /// The source line, from 1; 0 where there is none.
    pub line: u32,
    /// The straight line that runs it ([`crate::ir::Segment`]); none before the first.
    pub segment: Option<usize>,
    /// As how many instructions WGSL counts it, a product and its sum being one.
    pub counted: u32,
    /// Whether it is issued.
    pub state: State,
    /// Instructions that it is made of.
    pub expanded: u32,
    /// Where it runs.
    pub unit: Unit,
    /// What is left of what it computes.
    pub form: Form,
    /// Copies of it in loops that are unrolled.
    pub copies: u32,
    /// Of its copies, those that are left.
    pub kept: u32,
    /// The instruction of the loop or the branch before which it runs, if it was moved.
    pub moved: Option<usize>,
}

impl Instruction {
    /// Of so many runs of its straight line, those in which a copy of it is left.
    pub fn kept_of(&self, runs: u64) -> u64 {
        runs * u64::from(self.kept) / u64::from(self.copies)
    }
}

/// Whether an instruction is issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It is.
    Kept,
    /// Nothing is left of it.
    Removed,
    /// Another one does its work along with its own: that one, where it is an instruction.
    PartOf(Option<usize>),
}

/// Where an instruction runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// In the lanes.
    Lanes,
    /// The scalar unit beside them.
    Scalar,
}

/// What is left of what an instruction computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// All of it.
    Whole,
    /// A move of its result, which is known.
    Literal,
    /// A product with the reciprocal of its divisor, which is there.
    ByReciprocal,
}

/// What a pass did to an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The pass, by its place in [`super::PASSES`].
    pub pass: usize,
    /// The instruction of the program.
    pub at: usize,
    /// What became of it.
    pub effect: Effect,
}

/// What became of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing is left of it.
    Removed,
    /// Of its copies in an unrolled loop some are left.
    Thinned {
        /// So many.
        kept: u32,
        /// Of so many.
        copies: u32,
    },
    /// Part of another instruction, where that is known.
    Merged(Option<usize>),
    /// A literal is left of it.
    Literal,
    /// It divides by a reciprocal that is there.
    Reciprocal,
    /// A cheaper instruction does the same.
    Reduced,
    /// Several instructions do its work.
    Expanded {
        /// So many.
        instructions: u32,
    },
    /// It runs before the loop or the branch that begins here.
    Moved {
        /// An instruction of the program.
        before: usize,
    },
    /// The scalar unit runs it.
    Scalar,
    /// It is laid out several times.
    Unrolled {
        /// So often.
        copies: u32,
    },
    /// It loads for the next iteration.
    Prefetched,
}

/// What passes work on.
pub struct Code<'p> {
    pub program: &'p Program,
    /// What is known of the kernel and of the machine.
    pub facts: Facts,
    /// One for each instruction of the program, in its order.
    pub instructions: Vec<Instruction>,
    /// The instructions as the scheduler sees them: multiply-adds made, parts of others gone.
    pub scheduled: Vec<Op>,
    pub sites: Vec<SiteSchedule>,
    pub partly_unrolled: Vec<PartlyUnrolled>,
    /// Of an instruction, the ones that are part of it: these read registers for it.
    pub parts: Parts,
    /// Sums that are one instruction with a product, that product, and the register by which the sum has it.
    pub contractions: IndexedMap<usize, (usize, Reg)>,
    /// Operands that are known to a compiler.
    pub known_operands: KnownOperands,
    /// Variables that count the iterations of loops that are unrolled.
    pub counters: IndexedSet<Reg>,
    /// Registers of an invocation.
    pub registers: u32,
    pub changes: Vec<Change>,
    pass: usize,
}

impl<'p> Code<'p> {
    /// The kernel as it was lowered.
    pub fn new(program: &'p Program, target: &Target) -> Self {
        let facts = Facts::of(program, target);
        let mut segment = None;
        let instructions = program.code.ops.iter().enumerate().map(|(at, &op)| {
            if let Op::Segment(next) = op {
                segment = Some(next as usize);
            }
            Instruction {
                op,
                origin: at,
                line: program.lines[at],
                segment,
                counted: u32::from(program.code.counts[at]).min(1),
                state: State::Kept,
                expanded: 1,
                unit: Unit::Lanes,
                form: Form::Whole,
                copies: 1,
                kept: 1,
                moved: None,
            }
        });
        Self {
            program,
            facts,
            instructions: instructions.collect(),
            scheduled: program.code.ops.clone(),
            sites: waits::sites(program),
            partly_unrolled: Vec::new(),
            parts: Parts::default(),
            contractions: IndexedMap::default(),
            known_operands: KnownOperands::default(),
            counters: program.code.counters.iter().copied().collect(),
            registers: 0,
            changes: Vec::new(),
            pass: 0,
        }
    }

    /// The instructions as they were lowered: who reads and writes which register does not change by what passes leave out.
    pub fn ops(&self) -> &'p [Op] {
        &self.program.code.ops
    }

    /// The registers of the variable around one.
    pub fn variable(&self, base: Reg) -> Range<Reg> {
        self.program.code.variable(base)
    }

    /// What follows is done by this pass.
    pub fn enter(&mut self, pass: usize) {
        self.pass = pass;
    }

    pub fn target(&self) -> &Target {
        &self.facts.target
    }

    /// Whether an instruction is issued, and its result not known.
    pub fn is_computed(&self, at: usize) -> bool {
        let instruction = &self.instructions[at];
        instruction.state == State::Kept && instruction.form != Form::Literal
    }

    /// Notes what the present pass does to an instruction; what costs nothing anyway is not worth a note.
    pub fn note(&mut self, at: usize, effect: Effect) {
        let worth = self.instructions[at].counted > 0 || self.program.code.upper_words.contains(&at);
        if worth {
            self.changes.push(Change { pass: self.pass, at, effect });
        }
    }

    /// Nothing is left of an instruction.
    pub fn remove(&mut self, at: usize) {
        if self.instructions[at].state == State::Removed {
            return;
        }
        self.note(at, Effect::Removed);
        self.instructions[at].state = State::Removed;
        if let Some(access) = self.instructions[at].op.loads() {
            self.sites[access.site as usize].waits = false;
        }
    }

    /// An instruction becomes part of another one.
    pub fn merge(&mut self, at: usize, whole: Option<usize>) {
        if self.instructions[at].state == State::Kept {
            self.note(at, Effect::Merged(whole));
            self.instructions[at].state = State::PartOf(whole);
        }
    }

    /// An instruction moves before the construct that begins at `before`.
    pub fn move_before(&mut self, at: usize, before: usize) {
        self.note(at, Effect::Moved { before });
        let segment = self.instructions[before].segment;
        let instruction = &mut self.instructions[at];
        (instruction.segment, instruction.moved) = (segment, Some(before));
        (instruction.copies, instruction.kept) = (1, 1);
    }

    /// Instructions that cost nothing, since their value is known or part of an address.
    pub fn known_or_address(&self) -> IndexedSet<usize> {
        let mut all = self.facts.addresses.clone();
        all.extend(self.facts.known.removed.keys());
        all
    }

    /// Instructions become part of others, the first of each pair of the second. What is part of one that is not there stays.
    pub fn merge_all(&mut self, parts: &IndexedMap<usize, usize>) {
        for (at, &whole) in parts.iter() {
            match self.scheduled[at] {
                Op::Bin { dst, a, b, .. } => {
                    self.scheduled[at] =
                        Op::Index { dst, base: a, index: b, len: 0, stride: 1, site: NONE, folds: false };
                }
                Op::Un { dst, a, .. } | Op::Tern { dst, a, .. } => self.scheduled[at] = Op::Mov { dst, src: a },
                _ => {}
            }
            let [part_gone, whole_gone] = [at, whole].map(|at| self.instructions[at].state == State::Removed);
            if !whole_gone {
                self.merge(at, Some(whole));
                if !part_gone {
                    self.parts.add(at, whole);
                }
            }
        }
    }

    /// A division becomes a product with the reciprocal that is there.
    pub fn by_reciprocal(&mut self, at: usize) {
        if self.is_computed(at) {
            self.note(at, Effect::Reciprocal);
            self.instructions[at].form = Form::ByReciprocal;
        }
    }

    /// An instruction is laid out so often, and so many of its copies are left.
    pub fn unroll(&mut self, at: usize, copies: u32, kept: u32) {
        let instruction = &mut self.instructions[at];
        (instruction.copies, instruction.kept) = (copies.max(1), kept);
        if instruction.state == State::Kept && copies > 1 {
            let effect = if kept == copies { Effect::Unrolled { copies } } else { Effect::Thinned { kept, copies } };
            self.note(at, effect);
        }
    }

    /// The result of an instruction is known: a move of it is left.
    pub fn fold(&mut self, at: usize) {
        if self.is_computed(at) {
            self.note(at, Effect::Literal);
            self.instructions[at].form = Form::Literal;
        }
    }

    /// Whether a load is waited for.
    pub fn waits(&self, site: u32) -> bool {
        self.sites[site as usize].waits
    }

    /// The product that is part of a multiply-add.
    pub fn product_of(&self, sum: usize) -> Option<usize> {
        self.contraction(sum).map(|(product, _)| product)
    }

    /// Whether an instruction is a product that is part of a multiply-add.
    pub fn is_part_of_sum(&self, at: usize) -> bool {
        matches!(self.instructions[at].state, State::PartOf(Some(sum)) if self.product_of(sum) == Some(at))
    }

    /// The product that is part of a multiply-add, and the register by which the sum has it.
    pub fn contraction(&self, sum: usize) -> Option<(usize, Reg)> {
        let taken_in = |&(product, _): &(usize, Reg)| self.instructions[product].state == State::PartOf(Some(sum));
        self.contractions.get(sum).copied().filter(taken_in)
    }

    /// How many registers an instruction reads, with what a product reads that is part of it.
    pub fn registers_read(&self, at: usize) -> u32 {
        if self.instructions[at].state != State::Kept {
            return 0;
        }
        let (product, handed) = self.contraction(at).unzip();
        let read = |at| {
            let free = |reg| handed == Some(reg) || self.known_operands.has(at, reg);
            self.parts.registers(self.ops(), at, free)
        };
        read(at) + product.map_or(0, read)
    }

    /// A cheaper instruction takes the place of one.
    pub fn reduce(&mut self, at: usize, op: Op) {
        self.note(at, Effect::Reduced);
        self.instructions[at].op = op;
    }

    /// So many instructions take the place of one.
    pub fn expand(&mut self, at: usize, instructions: u32) {
        self.instructions[at].expanded = instructions;
        if instructions > 1 && self.is_computed(at) && self.instructions[at].unit == Unit::Lanes {
            self.note(at, Effect::Expanded { instructions });
        }
    }
}
