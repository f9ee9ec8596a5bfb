//! Runs a program on both interpreters.

use super::plain::{self, Bindings, Endless};
use super::programs::Program;
use lockstep_sim::kernel::{Kernel, Overrides};
use lockstep_sim::{Finding, FindingKind, Launch, Options, Target};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How the simulator runs a program.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    width: u32,
    threads: usize,
    seed: u64,
}

impl Setting {
    /// All widths, one and two threads, and all orders take their turns.
    pub fn of(seed: u64) -> Self {
        Self { width: 4 << (seed % 6), threads: if seed % 16 == 5 { 2 } else { 1 }, seed: seed / 6 }
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum Difference {
    /// It is not valid WGSL, or does not end.
    Program(String),
    /// The simulator refuses it, or one of both panics.
    Refused(String),
    /// Findings in a correct program.
    Findings(Vec<String>, String),
    Bytes {
        binding: u32,
        byte: usize,
        plain: u32,
        simulated: u32,
    },
}

impl Difference {
    /// Whether two programs have the same fault.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Findings(a, _), Self::Findings(b, _)) => a == b,
            (Self::Refused(a), Self::Refused(b)) => a.split('(').next() == b.split('(').next(),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// The validated module of a program.
pub fn kernel(program: &Program) -> Result<Kernel, Difference> {
    Kernel::parse("random program", &program.source, None, &Overrides::default())
        .map_err(|error| Difference::Program(error.to_string()))
}

fn bindings(program: &Program) -> Bindings {
    (0..).map(|binding| (0, binding)).zip(program.bindings()).collect()
}

/// What the plain interpreter leaves in the bindings.
pub fn plainly(program: &Program, kernel: &Kernel, width: u32) -> Result<Bindings, Difference> {
    let mut left = bindings(program);
    plain::run(&kernel.module, &kernel.entry, program.workgroups, width, &mut left)
        .map_err(|Endless| Difference::Program("it does not end".to_owned()))?;
    Ok(left)
}

/// Runs a program on both and compares what they leave.
pub fn check(program: &Program, setting: Setting) -> Result<(), Difference> {
    let kernel = kernel(program)?;
    let caught =
        |result: std::thread::Result<_>| result.unwrap_or_else(|_| Err(Difference::Refused("it panicked".to_owned())));
    let plain = caught(catch_unwind(AssertUnwindSafe(|| plainly(program, &kernel, setting.width))))?;
    let simulated = caught(catch_unwind(AssertUnwindSafe(|| simulated(program, &kernel, setting))))?;
    for (&(_, binding), plain) in &plain {
        let simulated = &simulated[&(0, binding)];
        if let Some(byte) = (0..plain.len()).find(|at| plain[*at] != simulated[*at]) {
            let word = |bytes: &[u8]| {
                let at = byte / 4 * 4;
                u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
            };
            let (plain, simulated) = (word(plain), word(simulated));
            return Err(Difference::Bytes { binding, byte, plain, simulated });
        }
    }
    Ok(())
}

fn simulated(program: &Program, kernel: &Kernel, setting: Setting) -> Result<Bindings, Difference> {
    let target = Target { subgroup_width: setting.width, ..Target::default() };
    let refused = |error: String| Difference::Refused(error);
    let lowered = lockstep_sim::Compiled::new(kernel, &target).map_err(|error| refused(error.to_string()))?;
    let mut bindings = bindings(program);
    let launch = Launch { workgroups: [program.workgroups, 1, 1], bindings: &mut bindings, immediates: &[] };
    let options = Options { threads: setting.threads, seed: setting.seed, uninitialized: false, ..Options::default() };
    let outcome = lockstep_sim::run(&lowered, launch, &target, &options).map_err(|error| refused(error.to_string()))?;
    // What a lane takes from one that there is not, programs discard, and some lanes alone may be meant to take part: nothing worse than a
    // warning may say so.
    let allowed = [FindingKind::InactiveLane, FindingKind::DivergentSubgroup];
    let found = |finding: &&Finding| finding.is_error() || !allowed.contains(&finding.kind);
    if let Some(first) = outcome.findings.iter().find(found) {
        let kinds = outcome.findings.iter().filter(found).map(|finding| format!("{:?}", finding.kind)).collect();
        return Err(Difference::Findings(kinds, format!("{first:?}")));
    }
    Ok(bindings)
}
