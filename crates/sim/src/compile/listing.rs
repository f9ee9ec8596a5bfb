//! A compiled kernel as a person reads it: each source line with what is left of it, and what each pass did.

use super::code::{Change, Effect, Instruction, Unit};
use super::cost::Cost;
use super::passes::PASSES;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the modelled compiler leaves of a kernel. It is a model, not the code of any vendor's compiler.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// Registers of an invocation.
    pub registers: u32,
    /// Source lines of which an instruction is left, in order.
    pub lines: Vec<ListedLine>,
    /// The passes that did anything, in order.
    pub passes: Vec<ListedPass>,
    /// Slots of issue of the whole launch, by which the estimate counts; `None` where the kernel was not run.
    pub issued: Option<u64>,
    /// Slots of `issued` that are less than those of the instructions together: requests of unrolled loops that are made at once.
    pub joined: Option<u64>,
}

/// What is left of a source line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListedLine {
    /// From 1; 0 where there is none.
    pub line: u32,
    /// In their order.
    pub instructions: Vec<ListedInstruction>,
}

/// Instructions of a line that are the same, and what a run of one takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListedInstruction {
    /// What it is called.
    pub text: String,
    /// How many of them stand there, those of unrolled loops once.
    pub count: u32,
    /// Copies of each that unrolling leaves; 1 outside of unrolled loops.
    pub copies: u32,
    /// Whether the scalar unit runs it.
    pub scalar: bool,
    /// The line of the loop or branch before which it runs, if it was moved.
    pub before: Option<u32>,
    /// Slots of issue.
    pub issue_slots: u32,
    /// Of these, arithmetic in the lanes.
    pub arithmetic: u32,
    /// Instructions of the special function unit.
    pub special: u32,
    /// Registers that it reads.
    pub registers_read: u32,
    /// FLOP of a lane.
    pub flop: u32,
    /// Slots of issue of the whole launch; `None` where the kernel was not run.
    pub issued: Option<u64>,
}

/// What one pass did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListedPass {
    /// Its name in compilers' textbooks.
    pub name: String,
    /// Where it says that compilers do so.
    pub source: String,
    /// By line.
    pub effects: Vec<PassEffect>,
}

/// What a pass did to the instructions of one line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PassEffect {
    /// From 1; 0 where there is none.
    pub line: u32,
    /// Instructions that it did so to.
    pub instructions: u32,
    /// What, in words that follow the number of instructions.
    pub what: String,
}

/// One issued instruction with its name, the line before which it runs and how often its straight line ran.
pub struct Named<'a> {
    pub instruction: &'a Instruction,
    pub cost: &'a Cost,
    pub text: &'a str,
    pub before: Option<u32>,
    pub runs: Option<u64>,
}

impl Listing {
    /// Of these instructions; `lines` are those of the program's instructions, and `issued` what the estimate counts.
    pub fn new<'a>(
        registers: u32,
        instructions: impl Iterator<Item = Named<'a>>,
        (changes, lines): (&[Change], &[u32]),
        issued: Option<u64>,
    ) -> Self {
        let mut by_line: BTreeMap<u32, Vec<ListedInstruction>> = BTreeMap::new();
        for named in instructions {
            let listed = by_line.entry(named.instruction.line).or_default();
            let new = instruction(&named);
            match listed.iter_mut().find(|old| old.is_like(&new)) {
                Some(old) => old.add(&new),
                None => listed.push(new),
            }
        }
        let lines_listed = by_line.into_iter().map(|(line, instructions)| ListedLine { line, instructions });
        let mut listing =
            Self { registers, lines: lines_listed.collect(), passes: passes(changes, lines), issued, joined: None };
        let all: u64 = listing.in_lanes().filter_map(|instruction| instruction.issued).sum();
        listing.joined = issued.map(|issued| all.saturating_sub(issued));
        listing
    }

    /// The instructions that the lanes issue.
    fn in_lanes(&self) -> impl Iterator<Item = &ListedInstruction> {
        self.lines.iter().flat_map(|line| &line.instructions).filter(|instruction| !instruction.scalar)
    }
}

impl ListedInstruction {
    /// Whether a run of each takes the same.
    fn is_like(&self, other: &Self) -> bool {
        *self == Self { count: self.count, issued: self.issued, ..other.clone() }
    }

    fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.issued = self.issued.zip(other.issued).map(|(a, b)| a + b);
    }
}

fn instruction(named: &Named<'_>) -> ListedInstruction {
    let (instruction, cost) = (named.instruction, named.cost);
    let scalar = instruction.unit == Unit::Scalar;
    let issue_slots = if scalar { cost.scalars } else { cost.issued };
    ListedInstruction {
        text: named.text.to_owned(),
        count: 1,
        copies: instruction.kept,
        scalar,
        before: named.before,
        issue_slots,
        arithmetic: cost.arithmetic,
        special: cost.special,
        registers_read: cost.registers_read,
        flop: cost.flop + cost.f16_flop,
        issued: named.runs.map(|runs| instruction.kept_of(runs) * u64::from(issue_slots)),
    }
}

fn passes(changes: &[Change], lines: &[u32]) -> Vec<ListedPass> {
    let of = |(at, pass): (usize, &super::Pass)| {
        let mut effects: BTreeMap<(u32, String), u32> = BTreeMap::new();
        for change in changes.iter().filter(|change| change.pass == at) {
            *effects.entry((lines[change.at], words(change.effect, lines))).or_default() += 1;
        }
        let effects: Vec<PassEffect> =
            effects.into_iter().map(|((line, what), instructions)| PassEffect { line, instructions, what }).collect();
        (!effects.is_empty()).then(|| ListedPass {
            name: pass.name.to_owned(),
            source: pass.source.to_owned(),
            effects,
        })
    };
    PASSES.iter().enumerate().filter_map(of).collect()
}

/// What became of an instruction, after "3 instructions of line 14".
fn words(effect: Effect, lines: &[u32]) -> String {
    match effect {
        Effect::Removed => "removed".to_owned(),
        Effect::Thinned { kept, copies } => format!("unrolled {copies} times, of which {kept} remain"),
        Effect::Merged(Some(whole)) => format!("merged into an instruction of line {}", lines[whole]),
        Effect::Merged(None) => "merged into the instruction that needs the result".to_owned(),
        Effect::Literal => "replaced by a literal".to_owned(),
        Effect::Reciprocal => "replaced by a product with a reciprocal that is there".to_owned(),
        Effect::Reduced => "replaced by a shift or a mask".to_owned(),
        Effect::Expanded { instructions } => format!("expanded to {instructions} instructions"),
        Effect::Moved { before } => format!("moved before line {}", lines[before]),
        Effect::Scalar => "given to the scalar unit".to_owned(),
        Effect::Unrolled { copies } => format!("unrolled {copies} times"),
        Effect::Prefetched => "issued one iteration ahead".to_owned(),
    }
}
