//! What findings need to know of the kernel itself.

use crate::compile::Compiled;
use crate::count::Tally;
use crate::ir::{Bin, NONE, Op, Program, Reg, Un};
use crate::machine::Machine;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// What a kernel has, as it was compiled.
#[derive(Debug, Default)]
pub struct KernelFacts {
    /// What takes the time of the special function unit, as WGSL has it, the longest first.
    pub special: Vec<&'static str>,
    /// Private arrays that stay in registers only where loops are unrolled, each with the first line of such an index.
    pub indexed_arrays: Vec<(u32, String)>,
    /// Accesses whose address is computed from what memory holds, by line and variable.
    pub gathers: BTreeSet<(u32, String)>,
}

/// A share of the unit's time worth naming.
const SHARE: u64 = 10;

impl KernelFacts {
    /// Of a launch that ran each straight line as often as was counted.
    pub(crate) fn of(compiled: &Compiled, tally: &Tally, machine: &Machine) -> Self {
        let mut spent: Vec<(u64, &str)> = Vec::new();
        // Where nothing is said, other lanes convert.
        let converts = machine.unit.conversion_per_clock.is_some();
        for (instruction, cost) in &compiled.instructions {
            let each = cost.special + if converts { cost.conversions } else { 0 };
            let Some((special, segment)) = special(instruction.op).zip(instruction.segment) else { continue };
            let runs = u64::from(each) * instruction.kept_of(tally.segments[segment].runs);
            match spent.iter_mut().find(|(_, known)| *known == special) {
                Some((all, _)) => *all += runs,
                None => spent.push((runs, special)),
            }
        }
        let all: u64 = spent.iter().map(|(runs, _)| runs).sum();
        spent.retain(|(runs, _)| *runs > 0 && SHARE * runs >= all);
        spent.sort_by_key(|(runs, _)| Reverse(*runs));
        Self {
            special: spent.into_iter().map(|(_, special)| special).collect(),
            indexed_arrays: indexed(compiled),
            gathers: gathers(&compiled.program),
        }
    }
}

/// The accesses whose address is computed from a value that was loaded. What a variable holds, such as a loop's counter that begins at
/// such a value, is not followed: it steps from one element to the next.
fn gathers(program: &Program) -> BTreeSet<(u32, String)> {
    let mut loaded: BTreeSet<Reg> = BTreeSet::new();
    let mut found = BTreeSet::new();
    for op in &program.ops {
        let access = op.loads().or_else(|| op.stores());
        if let Some(access) = access.filter(|access| access.dynamic != NONE && loaded.contains(&access.dynamic)) {
            let site = &program.sites[access.site as usize];
            found.insert((site.line, site.name.clone()));
        }
        let from_memory = op.loads().is_some_and(|access| !program.never_changes(access.mem));
        let follows =
            from_memory || (!matches!(op, Op::Assign { .. }) && op.reads().iter().any(|reg| loaded.contains(reg)));
        for reg in op.writes() {
            let _ = if follows { loaded.insert(reg) } else { loaded.remove(&reg) };
        }
    }
    found
}

/// The private arrays with an index that only an unrolled loop makes known.
fn indexed(compiled: &Compiled) -> Vec<(u32, String)> {
    let program = &compiled.program;
    let sites = program.ops.iter().filter_map(|op| match op {
        Op::RegLoad { offset, site, .. } | Op::RegStore { offset, site, .. } => {
            (*offset != NONE).then_some(*site as usize)
        }
        _ => None,
    });
    let unrolled = sites.filter(|site| !compiled.tables.sites[*site].local);
    let mut first: BTreeMap<&str, u32> = BTreeMap::new();
    for site in unrolled.map(|site| &program.sites[site]) {
        let line = first.entry(&site.name).or_insert(site.line);
        *line = site.line.min(*line);
    }
    first.into_iter().map(|(name, line)| (line, name.to_owned())).collect()
}

/// What an instruction is called in WGSL, where the special function unit may execute it.
fn special(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Un { op, .. } => unary(op)?,
        Op::Bin { op: Bin::DivF, .. } => "divisions of floats",
        Op::Bin { op: Bin::RemF, .. } => "remainders of floats",
        Op::Bin { op: Bin::Pow, .. } => "pow",
        Op::Bin { op: Bin::Atan2, .. } => "atan2",
        _ => return None,
    })
}

fn unary(op: Un) -> Option<&'static str> {
    Some(match op {
        Un::Sqrt => "sqrt",
        Un::InverseSqrt => "inverseSqrt",
        Un::Sin => "sin",
        Un::Cos => "cos",
        Un::Tan => "tan",
        Un::Asin => "asin",
        Un::Acos => "acos",
        Un::Atan => "atan",
        Un::Sinh => "sinh",
        Un::Cosh => "cosh",
        Un::Tanh => "tanh",
        Un::Asinh => "asinh",
        Un::Acosh => "acosh",
        Un::Atanh => "atanh",
        Un::Exp => "exp",
        Un::Exp2 => "exp2",
        Un::Log => "log",
        Un::Log2 => "log2",
        _ => return converted(op),
    })
}

/// What converts, rounds, or counts bits.
fn converted(op: Un) -> Option<&'static str> {
    Some(match op {
        Un::Clz => "countLeadingZeros",
        Un::Ctz => "countTrailingZeros",
        Un::Popcount => "countOneBits",
        Un::FirstLeadingI | Un::FirstLeadingU => "firstLeadingBit",
        Un::FirstTrailing => "firstTrailingBit",
        Un::Reverse => "reverseBits",
        Un::Floor => "floor",
        Un::Ceil => "ceil",
        Un::Round => "round",
        Un::Trunc => "trunc",
        Un::Fract => "fract",
        Un::F32ToI32 | Un::F32ToU32 => "conversions of floats to integers",
        Un::I32ToF32 | Un::U32ToF32 => "conversions of integers to floats",
        Un::PackSnorm8 | Un::PackUnorm8 => "packing floats into bytes",
        Un::UnpackSnorm8 | Un::UnpackUnorm8 | Un::UnpackSnorm16 | Un::UnpackUnorm16 => "unpacking floats",
        _ => return None,
    })
}
