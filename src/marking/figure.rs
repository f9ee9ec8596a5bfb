//! The figures that goals ask for, and the signs that hints answer.

use crate::harness::{Status, VariantReport};
use crate::lab::{Figure, Sign};
use crate::sim::machine::Machine;
use crate::sim::{Counters, FindingKind};

/// The figure of a variant that the simulator counted; `None` where the machine does not model it.
pub fn figure(which: Figure, variant: &VariantReport) -> Option<f64> {
    let counters = variant.counters.as_ref()?;
    let problem = &variant.problem;
    // Nothing over nothing is the best there is: a kernel without a branch diverges nowhere.
    let ratio = |a: u64, b: u64, none: f64| if b == 0 { none } else { a as f64 / b as f64 };
    let width = u64::from(counters.subgroup_width);
    Some(match which {
        Figure::SectorsOverIdeal => ratio(counters.global_sectors, counters.global_sectors_ideal, 1.0),
        Figure::SectorsOverFewest => (counters.global_sectors * sector_bytes(counters)?) as f64 / problem.byte.0,
        Figure::WavefrontsOverIdeal => {
            let (wavefronts, fewest) = wavefronts(counters)?;
            ratio(wavefronts, fewest, 1.0)
        }
        Figure::WavefrontsPerMultiplyAdd => wavefronts(counters)?.0 as f64 / (problem.flop.0 / 2.0 / width as f64),
        Figure::LaneEfficiency => counters.lane_efficiency,
        Figure::DivergentBranches => ratio(counters.divergent_branches, counters.branches, 0.0),
        Figure::DramOverFewest => counters.dram_bytes? as f64 / problem.byte.0,
        Figure::RequestedOverFewest => counters.global_bytes as f64 / problem.byte.0,
        Figure::BytesPerRequest => ratio(counters.global_bytes, counters.global_requests, 0.0),
        Figure::FlopOverNeeded => counters.flop as f64 / problem.flop.0,
        Figure::LanesPerFlop => (counters.subgroup_instructions * width) as f64 / problem.flop.0,
        Figure::LanesPerByte => (counters.subgroup_instructions * width) as f64 / problem.byte.0,
        Figure::WavefrontsPerLine => wavefronts(counters)?.0 as f64 / (problem.byte.0 / 128.0),
        Figure::OutputsPerWorkgroup => problem.outputs as f64 / counters.workgroups.max(1) as f64,
        Figure::PrivateBytes => f64::from(variant.private_bytes?),
    })
}

/// Passes over the banks, and the fewest possible. The simulator does not count the banks of atomic operations: each is
/// taken to need as many passes as there are lanes, so that a tile of atomics hides no conflict. `None` where the
/// machine's banks are not known.
fn wavefronts(counters: &Counters) -> Option<(u64, u64)> {
    let atomics = counters.atomic_requests;
    Some((
        counters.shared_wavefronts? + atomics * u64::from(counters.subgroup_width),
        counters.shared_wavefronts_ideal? + atomics,
    ))
}

fn sector_bytes(counters: &Counters) -> Option<u64> {
    let machine = Machine::named(&counters.machine).ok()?;
    Some(u64::from(machine.sector_bytes()))
}

/// An attempt's text and its result: what signs are looked for in.
pub struct Shown<'a> {
    /// The attempt, without comments and white space.
    pub code: String,
    /// The starting kernel, likewise.
    pub start: String,
    /// Its result on the simulator.
    pub attempt: &'a VariantReport,
}

impl Shown<'_> {
    /// Whether the attempt shows `sign`. Figures are those of a right kernel only: what a wrong one counts, at
    /// whichever size it went wrong, says nothing about its idea.
    pub fn shows(&self, sign: Sign) -> bool {
        let attempt = self.attempt;
        let reason = attempt.reason.as_deref().unwrap_or_default().to_lowercase();
        let says = |text: &str| reason.contains(&text.to_lowercase());
        let failed = attempt.status == Status::Failed;
        let right = attempt.status == Status::Ok;
        let found = |which| figure(which, attempt).filter(|_| right);
        match sign {
            Sign::Asked => false,
            Sign::Unchanged => self.code == self.start,
            Sign::Refused(text) => failed && attempt.check.is_none() && !endless(attempt) && says(text),
            Sign::Endless => endless(attempt),
            Sign::Wrong => attempt.status == Status::Wrong,
            Sign::Fault(kind) => attempt.findings.iter().any(|finding| finding.kind == kind),
            Sign::Says(text) => says(text),
            Sign::Has(text) => self.code.contains(&squeezed(text)),
            Sign::Lacks(text) => !self.code.contains(&squeezed(text)),
            Sign::Above(which, bound) => found(which).is_some_and(|found| found > bound),
            Sign::Below(which, bound) => found(which).is_some_and(|found| found < bound),
            Sign::All(signs) => signs.iter().all(|sign| self.shows(*sign)),
        }
    }
}

/// Whether it was ended, by the simulator's budget of steps or by the clock.
fn endless(attempt: &VariantReport) -> bool {
    let ended = |reason: &str| reason.contains("did not end within");
    let by_steps = attempt.findings.iter().any(|f| f.kind == FindingKind::StepLimit);
    let failed = attempt.status == Status::Failed;
    failed && attempt.compiled && (by_steps || attempt.reason.as_deref().is_some_and(ended))
}

/// The text of a shader without comments and white space.
pub fn bare(text: &str) -> String {
    squeezed(&without_comments(text))
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// WGSL's comments: `//` to the end of the line, and `/* */`, which nest.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    let mut depth = 0u32;
    while let Some(next) = rest.chars().next() {
        if rest.starts_with("/*") {
            depth += 1;
            rest = &rest[2..];
        } else if depth > 0 && rest.starts_with("*/") {
            depth -= 1;
            rest = &rest[2..];
        } else if depth == 0 && rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else {
            if depth == 0 {
                code.push(next);
            }
            rest = &rest[next.len_utf8()..];
        }
    }
    code
}
