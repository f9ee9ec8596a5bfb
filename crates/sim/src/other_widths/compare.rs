//! Finds kernels that assume a subgroup width, by running them with other widths.
//!
//! A fault that only some widths have shows an assumption, and so does an output that some widths agree on and others do
//! not. A run that its budget cut off shows neither. Where every width gives another output, the kernel may be meant to compute one value per subgroup: if it uses its
//! subgroup's size or index and names no width, this is only a note.

use super::ballot::short_ballots;
use crate::compile::Compiled;
use crate::count::Counters;
use crate::exec::{Launch, LaunchError, Options, Outcome, Sampling};
use crate::finding::{Finding, FindingKind, Severity};
use crate::ir::{Buffer, Program, Unsupported};
use crate::machine::Target;
use crate::simulate::run;
use std::collections::BTreeMap;

/// The widths that are tried: those of real GPUs.
const WIDTHS: [u32; 5] = [8, 16, 32, 64, 128];

/// The most subgroup instructions of one run, at the launch's own width.
const MOST_INSTRUCTIONS: u64 = 1 << 20;

/// Workgroups are sampled beyond so many. A value that no lane has is followed, at a hundred times the cost, wherever it goes.
const SAMPLED_INSTRUCTIONS: u64 = 1 << 18;

/// The most workgroups of one run.
const MOST_WORKGROUPS: u64 = 1024;

/// The most bytes of all bindings, which each run copies.
const MOST_BYTES: usize = 64 << 20;

/// The tolerance between floats that were added up in different orders, relative to their size...
const TOLERANCE: f32 = 1e-3;

/// ...and relative to the largest in the binding, or 1, for sums that cancel.
const CANCELLED: f32 = 1e-5;

/// The most faults of other widths that are reported.
const REPORTED: usize = 3;

/// The result of running with other subgroup widths.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Widths {
    /// Assumptions on the width, of kind `subgroup-width`.
    pub findings: Vec<Finding>,
    /// Why other widths were not tried, where they were not.
    pub skipped: Option<String>,
}

/// Runs a kernel that uses subgroup operations with other subgroup widths than `target`'s, and compares faults and
/// outputs. `launch` has the bindings as they were before `outcome`, what the launch did at its own width, and is left as
/// it is; `lower` lowers the kernel for a width, as [`Compiled::new`] does.
///
/// Large launches are sampled, so that it costs little. Floats may differ by a thousandth, for sums in another order.
///
/// # Errors
/// [`LaunchError`] where a run is refused.
pub fn width_assumptions(
    lower: impl Fn(&Target) -> Result<Compiled, Unsupported>,
    launch: &Launch<'_>,
    target: &Target,
    options: &Options,
    outcome: &Outcome,
) -> Result<Widths, LaunchError> {
    let Ok(program) = lower(target) else {
        return Ok(Widths::default());
    };
    let wrong = |finding: &Finding| finding.severity == Severity::Error;
    if !program.uses_subgroups() {
        return Ok(Widths::default());
    }
    if outcome.findings.iter().any(wrong) {
        return Ok(Widths { findings: short_ballots(&program.program), skipped: None });
    }
    let options = match probe(&outcome.counters, launch, options) {
        Ok(options) => options,
        Err(why) => {
            return Ok(Widths {
                skipped: Some(format!("assumptions about the subgroup width were not checked: {why}")),
                ..Widths::default()
            });
        }
    };
    let budget = options.step_budget;
    let Some(own) = Probe::new(&program, launch, target, &options)? else {
        return Ok(Widths { skipped: Some(cut_off(&[], budget)), ..Widths::default() });
    };
    let (mut others, mut without) = (Vec::new(), Vec::new());
    for width in WIDTHS.into_iter().filter(|width| *width != target.subgroup_width) {
        let other = Target { subgroup_width: width, ..target.clone() };
        let Ok(program) = lower(&other) else {
            continue;
        };
        match Probe::new(&program, launch, &other, &options)? {
            Some(probe) => others.push((width, probe)),
            None => without.push(width),
        }
    }
    let mut findings = faults(&program, &own, &others);
    if !findings.iter().any(wrong) {
        let differs = difference(&program, target.subgroup_width, &own, &others);
        if let Some((difference, widths)) = differs {
            findings.extend(short_ballots_of(target.subgroup_width, &own, &others, (difference.severity, &widths)));
            findings.push(difference);
        }
    }
    if options.named_machine {
        // It is right on the machine that was asked about.
        let errors = findings.iter_mut().filter(|finding| finding.is_error());
        errors.for_each(|finding| finding.severity = Severity::Warning);
    }
    Ok(Widths { findings, skipped: (!without.is_empty()).then(|| cut_off(&without, budget)) })
}

/// That runs with these widths tell nothing, or none does, since they were cut off.
fn cut_off(widths: &[u32], budget: u64) -> String {
    let widths: Vec<String> = widths.iter().map(u32::to_string).collect();
    let of = match widths.is_empty() {
        true => String::new(),
        false => format!(" for subgroups of {} lanes", widths.join(" and ")),
    };
    format!(
        "assumptions about the subgroup width were not checked{of}: a workgroup takes more than {budget} steps there; `--steps` \
         allows more"
    )
}

/// How to run the launch with other widths, or why not.
fn probe(counters: &Counters, launch: &Launch<'_>, options: &Options) -> Result<Options, String> {
    let each = counters.subgroup_instructions / counters.workgroups.max(1);
    let bytes: usize = launch.bindings.values().map(Vec::len).sum();
    if each > MOST_INSTRUCTIONS {
        return Err(format!(
            "a workgroup executes {each} instructions, and each of {} more runs at most {MOST_INSTRUCTIONS}",
            WIDTHS.len()
        ));
    }
    if bytes > MOST_BYTES {
        return Err(format!(
            "the buffers have {bytes} bytes together, and each of {} more runs copies at most {MOST_BYTES}",
            WIDTHS.len()
        ));
    }
    Ok(Options {
        sampling: Sampling::Sampled { max_workgroups: (SAMPLED_INSTRUCTIONS / each.max(1)).clamp(1, MOST_WORKGROUPS) },
        step_budget: options.width_step_budget,
        ..options.clone()
    })
}

/// What a run left behind.
struct Probe {
    bindings: BTreeMap<(u32, u32), Vec<u8>>,
    findings: Vec<Finding>,
    /// Ballots of which words are not read; reported where something else is wrong.
    short_ballots: Vec<Finding>,
}

impl Probe {
    /// `None` where the run was cut off.
    fn new(
        program: &Compiled,
        launch: &Launch<'_>,
        target: &Target,
        options: &Options,
    ) -> Result<Option<Self>, LaunchError> {
        let mut bindings = launch.bindings.clone();
        let copy = Launch { workgroups: launch.workgroups, bindings: &mut bindings, immediates: launch.immediates };
        let outcome = run(program, copy, target, options)?;
        Ok((!outcome.cut_off).then_some(Self {
            bindings,
            findings: outcome.findings,
            short_ballots: short_ballots(&program.program),
        }))
    }

    fn orders_matter(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.kind == FindingKind::OrderDependentAtomic)
    }
}

/// The faults of the first width that has any which the launch's own width does not have.
///
/// Where a subgroup is wider than the workgroup, its missing lanes follow from the device's choice of a width, and are not
/// reported.
fn faults(program: &Compiled, own: &Probe, others: &[(u32, Probe)]) -> Vec<Finding> {
    let new = |width: u32, finding: &Finding| {
        let known = |known: &Finding| known.kind == finding.kind && known.line == finding.line;
        let too_wide = finding.kind == FindingKind::InactiveLane && width > program.invocations();
        finding.severity != Severity::Note && !too_wide && !own.findings.iter().any(known)
    };
    let reported = |(width, probe): &(u32, Probe)| {
        let reported = probe.findings.iter().filter(|finding| new(*width, finding)).take(REPORTED);
        let mut reported: Vec<Finding> = reported.cloned().collect();
        if !reported.is_empty() {
            reported.splice(0..0, probe.short_ballots.iter().cloned());
        }
        let reported = reported.into_iter().map(|finding| Finding {
            kind: FindingKind::SubgroupWidth,
            message: format!("on a GPU with subgroups of {width} lanes: {}", finding.message),
            ..finding
        });
        reported.collect::<Vec<_>>()
    };
    let mut all = others.iter().map(reported);
    all.find(|reported| !reported.is_empty()).unwrap_or_default()
}

/// What the ballots leave out of the first width with which the output differs and which has such, the launch's own first. Where
/// outputs may differ, nobody has seen that it does harm.
fn short_ballots_of(
    width: u32,
    own: &Probe,
    others: &[(u32, Probe)],
    (severity, differ): (Severity, &[u32]),
) -> Vec<Finding> {
    let others = others.iter().filter(|(width, _)| differ.contains(width)).map(|(width, probe)| (*width, probe));
    let mut all = [(width, own)].into_iter().chain(others);
    let Some((on, probe)) = all.find(|(_, probe)| !probe.short_ballots.is_empty()) else {
        return Vec::new();
    };
    let reported = probe.short_ballots.iter().cloned().map(|finding| Finding {
        severity: if severity == Severity::Error { Severity::Error } else { Severity::Warning },
        message: if on == width {
            finding.message
        } else {
            format!("on a GPU with subgroups of {on} lanes: {}", finding.message)
        },
        ..finding
    });
    reported.collect()
}

/// The output that depends on the width, if there is one, and the other widths with which it differs. Nothing is known where the order of atomics decides.
fn difference(program: &Compiled, width: u32, own: &Probe, others: &[(u32, Probe)]) -> Option<(Finding, Vec<u32>)> {
    if own.orders_matter() || others.iter().any(|(_, probe)| probe.orders_matter()) {
        return None;
    }
    let writable = || program.buffers().iter().filter(|buffer| buffer.writable);
    let first = |other: &Probe| writable().find_map(|buffer| Some((buffer, first_difference(buffer, own, other)?)));
    let found = others.iter().map(|(other, probe)| (*other, first(probe))).collect::<Vec<_>>();
    let (other, (buffer, byte)) = found.iter().find_map(|(other, at)| Some((*other, (*at)?)))?;
    // All subgroups wider than the workgroup are equivalent.
    let seen = |width: u32| width.min(program.invocations());
    let agree = found.iter().any(|(other, at)| at.is_none() && seen(*other) != seen(width));
    let (line, named) = width_line(program, width);
    let severity = match agree || named || !asks_width(program) {
        true => Severity::Error,
        false => Severity::Note,
    };
    let parted = own.findings.iter().any(|finding| finding.kind == FindingKind::DivergentSubgroup);
    let advice = match severity {
        Severity::Error if parted => {
            "not all lanes take part in a subgroup operation, and how many are left out follows from the width"
        }
        Severity::Error if named => "ask for subgroup_size instead of assuming it",
        Severity::Error => {
            "a width is assumed (ask for subgroup_size), or what the subgroups found is not brought together as their lanes' values are"
        }
        _ => "that is correct where it holds one value per subgroup and its reader knows so",
    };
    let message = format!(
        "`{}` depends on the subgroup width: with {other} lanes instead of {width} it differs from byte {byte} on; {advice}",
        buffer.name
    );
    let differ = found.iter().filter(|(_, at)| at.is_some()).map(|(other, _)| *other).collect();
    Some((Finding::new(FindingKind::SubgroupWidth, severity, message).at(line), differ))
}

/// The first byte of the first word in which a binding differs.
fn first_difference(buffer: &Buffer, own: &Probe, other: &Probe) -> Option<usize> {
    let key = (buffer.group, buffer.binding);
    let (a, b) = (own.bindings.get(&key)?, other.bindings.get(&key)?);
    let largest = a.chunks_exact(4).map(float).filter(|x| plain(*x));
    let largest = largest.map(f32::abs).fold(1.0, f32::max);
    let mut words = a.chunks(4).zip(b.chunks(4));
    words.position(|(a, b)| !alike(a, b, largest)).map(|word| word * 4)
}

fn float(bytes: &[u8]) -> f32 {
    bytes.try_into().map_or(f32::NAN, f32::from_le_bytes)
}

/// Zero, or of a size that floats have and integers, read as floats, seldom have.
fn plain(x: f32) -> bool {
    x == 0.0 || (1e-20..1e20).contains(&x.abs())
}

/// Whether two words are the same, or floats that are about the same.
fn alike(a: &[u8], b: &[u8], largest: f32) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (float(a), float(b));
    let allowed = (TOLERANCE * a.abs().max(b.abs())).max(CANCELLED * largest);
    plain(a) && plain(b) && (a - b).abs() <= allowed
}

/// Whether the kernel asks for the size of its subgroup, or for its place among them.
fn asks_width(program: &Program) -> bool {
    let mut inputs = program.inputs.iter();
    program.names_subgroup
        || inputs.any(|(builtin, _)| {
            use naga::BuiltIn as B;
            matches!(builtin, B::SubgroupSize | B::SubgroupId | B::NumSubgroups | B::SubgroupInvocationId)
        })
}

/// The line that most likely assumes a width, and whether it names one: the first line that divides by 32, 64 or
/// `width`, masks with it or compares with it; otherwise the first subgroup operation; 0 where there is neither.
fn width_line(program: &Program, width: u32) -> (u32, bool) {
    let named = |width: u32| {
        let mut literals = program.width_literals.iter();
        literals.find(|(_, literal)| *literal == width)
    };
    match [32, 64, width].into_iter().find_map(named) {
        Some(&(line, _)) => (line, true),
        None => (program.first_subgroup_line, false),
    }
}
