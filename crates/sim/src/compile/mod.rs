//! A modelled GPU compiler: a program and a target in, the instructions that a driver's compiler would leave of it out.
//!
//! It is a model, not any vendor's code: it does what compilers are known to do, each pass with its source ([`PASSES`]), and knows
//! nothing of runs. What a launch then takes is [`crate::estimate`]'s to say.

mod atomics;
mod code;
mod control_equivalence;
mod cost;
mod counter;
mod critical_path;
mod dependence;
mod divergence;
mod expansion;
mod facts;
mod indexed_map;
mod induction;
mod invariance;
mod listing;
mod loops;
mod mnemonic;
mod passes;
mod register_reads;
mod scheduling;
mod uses;
mod waits;

pub use code::{Change, Effect, Form, Instruction, State, Unit};
pub use cost::Cost;
pub use expansion::DIVISION;
pub use listing::{ListedInstruction, ListedLine, ListedPass, Listing, PassEffect};
pub use passes::{PASSES, Pass};

use crate::ir::{CompiledTables, Division, PartlyUnrolled, Program, Unsupported};
use crate::kernel::Kernel;
use crate::lower::lower;
use crate::machine::Target;
use crate::slice::slice_of_requests;
use code::Code;
use listing::Named;
use mnemonic::mnemonic;

/// A kernel, lowered and compiled for a target.
#[derive(Debug, Clone)]
pub struct Compiled {
    pub(crate) program: Program,
    pub(crate) tables: CompiledTables,
    /// The instructions that are issued, with what each run of one takes.
    pub(crate) instructions: Vec<(Instruction, Cost)>,
    /// What each of them is called.
    names: Vec<String>,
    pub(crate) partly_unrolled: Vec<PartlyUnrolled>,
    changes: Vec<Change>,
    pub(crate) registers: u32,
}

impl Compiled {
    /// Lowers and compiles the entry point of a kernel.
    ///
    /// # Errors
    /// [`Unsupported`], with its line, for what the simulator does not run.
    pub fn new(kernel: &Kernel, target: &Target) -> Result<Self, Unsupported> {
        let program = lower(&kernel.module, &kernel.info, &kernel.source, &kernel.entry, target)?;
        Ok(compile(program, target))
    }

    /// What is left of each source line, and what each pass did.
    pub fn listing(&self) -> Listing {
        self.list(None, |_| None)
    }

    /// The same with what each instruction issued in a launch in which its straight lines ran so often. `issued` is what the estimate
    /// counts of all of them.
    pub(crate) fn listing_of_launch(&self, issued: u64, runs: impl Fn(usize) -> u64) -> Listing {
        self.list(Some(issued), |segment| Some(runs(segment)))
    }

    fn list(&self, issued: Option<u64>, runs: impl Fn(usize) -> Option<u64>) -> Listing {
        let lines = &self.program.lines;
        let named = self.instructions.iter().zip(&self.names).map(|((instruction, cost), text)| Named {
            instruction,
            cost,
            text,
            before: instruction.moved.map(|before| lines[before]),
            runs: runs(instruction.segment.unwrap_or_default()),
        });
        Listing::new(self.registers, named, (&self.changes, lines), issued)
    }

    /// Registers of an invocation, estimated from the values that are in use at one time; every driver's compiler decides
    /// for itself.
    pub fn registers(&self) -> u32 {
        self.registers
    }
}

impl std::ops::Deref for Compiled {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.program
    }
}

/// What some passes leave of a program.
#[cfg(test)]
pub(crate) struct PassRun {
    pub changes: Vec<Change>,
    /// Slots of issue of all instructions.
    pub issued: u32,
}

/// Runs the passes of these names that the target's compilers have, and no others.
#[cfg(test)]
pub(crate) fn run_passes(program: &Program, target: &Target, names: &[&str]) -> PassRun {
    let mut code = Code::new(program, target);
    transform(&mut code, |pass| names.contains(&pass.name));
    let issued = (0..code.instructions.len()).map(|at| cost::cost(&code, at).issued).sum();
    PassRun { changes: code.changes, issued }
}

/// Runs the passes that are `wanted` and that the target's compilers have, in order.
fn transform(code: &mut Code<'_>, wanted: impl Fn(&Pass) -> bool) {
    for (at, pass) in PASSES.iter().enumerate() {
        if wanted(pass) && (pass.when)(code.target()) {
            code.enter(at);
            (pass.run)(code);
        }
    }
}

/// Runs all passes that the target's compilers have.
pub fn compile(program: Program, target: &Target) -> Compiled {
    let mut code = Code::new(&program, target);
    transform(&mut code, |_| true);
    let segments = scheduling::schedule(&mut code);
    let costs: Vec<Cost> = (0..code.instructions.len()).map(|at| cost::cost(&code, at)).collect();
    let tables = CompiledTables {
        sites: sites(&code),
        segments,
        divisions: divisions(&code, &costs),
        slice: slice_of_requests(&program, |site| code.sites[site as usize].local),
    };
    let issued = |at: &usize| costs[*at] != Cost::default();
    let names = (0..costs.len()).filter(issued).map(|at| mnemonic(&code, at)).collect();
    let Code { instructions, partly_unrolled, changes, registers, .. } = code;
    let instructions = instructions.into_iter().zip(costs).filter(|(_, cost)| *cost != Cost::default()).collect();
    Compiled { tables, instructions, names, partly_unrolled, changes, registers, program }
}

/// The sites, with the loads that are left of them.
fn sites(code: &Code<'_>) -> Vec<crate::ir::SiteSchedule> {
    let mut sites = code.sites.clone();
    for (site, combining) in atomics::combining(code) {
        sites[site].combining = combining;
    }
    for instruction in &code.instructions {
        if let Some(access) = instruction.op.loads() {
            let site = &mut sites[access.site as usize];
            let is_made = instruction.state == State::Kept && instruction.unit == Unit::Lanes && site.kept > 0;
            site.scalar |= instruction.unit == Unit::Scalar;
            site.copies = instruction.copies;
            site.kept = if is_made { instruction.kept } else { 0 };
        }
    }
    sites
}

fn divisions(code: &Code<'_>, costs: &[Cost]) -> Vec<Division> {
    let all = code.instructions.iter().zip(costs);
    let divisions = all.filter_map(|(instruction, cost)| {
        let (segment, line) = (instruction.segment?, instruction.line);
        (cost.division > 0).then_some(Division { segment, line, instructions: cost.division })
    });
    divisions.collect()
}
