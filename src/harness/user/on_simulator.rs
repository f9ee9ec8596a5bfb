//! A kernel of one's own on the simulator.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::hottest_lines::hottest;
use super::on_device::{keep, save};
use super::prepare::BoundKernel;
use crate::device::{Device, Simulated, SimulatedKernel, within_limits};
use crate::harness::protocol::{EstimateReport, Fill, KernelReport, OutOfBoundsPolicy, PolicyReport, Refused, Roofs};
use crate::sim::estimate::Limit;
use crate::sim::execution_trace::TraceOf;
use crate::sim::machine::Machine;
use crate::sim::{self, FindingKind, Options, OutOfBounds, Sampling, Simulation};

/// Bytes of all buffers together: the simulator keeps records beside each word.
const MOST_BYTES: u64 = 1 << 30;

/// Workgroups of a launch: at best a microsecond each.
const MOST_WORKGROUPS: u64 = 1 << 24;

/// Buffers after a run, by group and binding.
pub(super) type Bindings = BTreeMap<(u32, u32), Vec<u8>>;

/// Runs `prepared` on `simulator`'s machine, and writes the files that were asked for, also where faults were found.
pub(super) fn simulate(prepared: &BoundKernel<'_>, simulator: &Simulated) -> Result<(KernelReport, Bindings), Refused> {
    let (report, bindings) = simulate_for_buffers(prepared, simulator)?;
    let (saved, kept) = (save(prepared, &bindings)?, keep(prepared, &bindings)?);
    Ok((KernelReport { saved, kept, ..report }, bindings))
}

/// Runs `prepared` on `simulator`'s machine; what was counted, and what the buffers hold then.
pub(super) fn simulate_for_buffers(
    prepared: &BoundKernel<'_>,
    simulator: &Simulated,
) -> Result<(KernelReport, Bindings), Refused> {
    let (facts, machine) = (simulator.facts(), simulator.machine());
    prepared.fits(facts)?;
    bounded(prepared)?;
    let kernel = &prepared.kernel;
    within_limits(kernel, facts).map_err(Refused::unserved)?;
    let program = SimulatedKernel::new(kernel, machine)
        .map_err(|error| Refused::unserved(format!("{}: {error}", kernel.path)))?;
    let mut bindings = Bindings::new();
    for bound in &prepared.bound {
        let bytes = prepared.initial(bound, bound.bytes)?;
        bindings.insert((bound.place.group, bound.place.binding), bytes);
    }
    let before = digest(prepared, &bindings);
    let launch =
        sim::Launch { workgroups: prepared.workgroups, bindings: &mut bindings, immediates: &prepared.user.immediates };
    let options = Options { named_machine: simulator.is_named(), ..options(prepared) };
    let refused = |error| Refused::unserved(format!("{}: {error}", kernel.path));
    let trace = prepared.user.trace.map(|workgroup| TraceOf { workgroup, ..TraceOf::default() });
    let trace = trace.map(|of| program.trace(machine, &launch, &options, of)).transpose().map_err(refused)?;
    let (run, widths_skipped) = program.run(machine, launch, &options).map_err(refused)?;
    let mut report = KernelReport {
        trace,
        roofs: Some(Roofs::of_machine(machine, None, None)),
        ..KernelReport::of(prepared, facts)
    };
    report.policy = Some(PolicyReport {
        values: sim::VALUE_POLICY.to_owned(),
        out_of_bounds: options.out_of_bounds.describe().to_owned(),
    });
    report.notes.extend(widths_skipped);
    if before == digest(prepared, &bindings) {
        report.notes.push(nothing_changed(prepared));
    }
    report.notes.extend(in_part(prepared, &bindings)?);
    Ok((filled(report, run, machine), bindings))
}

/// What the buffers and textures that the kernel may write hold, in short.
fn digest(prepared: &BoundKernel<'_>, bindings: &Bindings) -> u64 {
    let mut hasher = DefaultHasher::new();
    for bound in prepared.bound.iter().filter(|bound| prepared.writes(bound)) {
        bindings.get(&(bound.place.group, bound.place.binding)).hash(&mut hasher);
    }
    hasher.finish()
}

/// Says that a run left everything as it was, and what may be why.
fn nothing_changed(prepared: &BoundKernel<'_>) -> String {
    let zeros = prepared.bound.iter().filter(|bound| {
        matches!(bound.fill, Fill::Zero(_)) && bound.patches.is_empty() && bound.used && !prepared.writes(bound)
    });
    let names: Vec<String> = zeros.map(|bound| format!("`{}`", bound.name)).collect();
    let perhaps = match names.is_empty() {
        true => String::new(),
        false => {
            let hold = if names.len() == 1 { "holds" } else { "hold" };
            let names = names.join(" and ");
            format!(": {names} {hold} only zeros, of which loops may make no turn; see --set and --buffer")
        }
    };
    format!("the run changed no byte of any buffer that the kernel may write{perhaps}")
}

/// A note where the default of one workgroup left part of a buffer unwritten.
fn in_part(prepared: &BoundKernel<'_>, bindings: &Bindings) -> Result<Option<String>, Refused> {
    if prepared.user.workgroups.is_some() || prepared.problem.is_some() {
        return Ok(None);
    }
    let mut parts = Vec::new();
    for bound in prepared.bound.iter().filter(|bound| bound.used && prepared.writes(bound)) {
        let before = prepared.initial(bound, bound.bytes)?;
        let after = bindings.get(&(bound.place.group, bound.place.binding)).map_or(&[][..], Vec::as_slice);
        let pairs = before.chunks(WORD).zip(after.chunks(WORD));
        let (changed, words) = (pairs.clone().filter(|(a, b)| a != b).count(), pairs.count());
        if changed > 0 && changed < words {
            parts.push(format!("{changed} of {words} words of `{}`", bound.name));
        }
    }
    let parts = (!parts.is_empty()).then(|| parts.join(", "));
    Ok(parts.map(|parts| format!("no --dispatch was given, so one workgroup ran: it changed {parts}")))
}

/// Bytes of what is counted as changed or not.
const WORD: usize = 4;

/// Adds what was counted. What follows from the counters is left out where the kernel was stopped.
fn filled(mut report: KernelReport, run: Simulation, machine: &Machine) -> KernelReport {
    report.findings = run.outcome.findings;
    if report.findings.iter().any(|finding| finding.kind == FindingKind::StepLimit) {
        report.hottest = hottest(&run.outcome.lines, None);
        report.notes.push("the counters are those of the part that ran".to_owned());
    } else {
        let arithmetic = run.demand.waits_for_arithmetic(machine);
        let spent = run.estimate.limiter.map(|limit| match limit {
            Limit::Latency if arithmetic => Limit::Issue,
            limit => limit,
        });
        report.hottest = hottest(&run.outcome.lines, spent);
        report.findings.extend(run.advice);
        report.estimate = Some(EstimateReport::from(&run.estimate));
        report.cause = run.cause;
    }
    let (ran, of) = (run.outcome.counters.sampled_workgroups, run.outcome.counters.workgroups);
    report.counters = Some(run.outcome.counters);
    if report.is_sampled() {
        report.notes.push(format!(
            "{ran} of {of} workgroups were run, and the counters scaled: faults in the others are not found, and if one of them is \
             longer than these, the launch takes longer than estimated"
        ));
    }
    report.lines = run.outcome.lines;
    report.compiled = run.listing;
    report.source.first_requests = run.outcome.access_samples;
    report
}

fn bounded(prepared: &BoundKernel<'_>) -> Result<(), Refused> {
    let workgroups: u64 = prepared.workgroups.iter().map(|&count| u64::from(count)).product();
    if workgroups > MOST_WORKGROUPS {
        return Err(Refused::unserved(format!(
            "--dispatch asks for {workgroups} workgroups; the simulator runs at most {MOST_WORKGROUPS} of a launch"
        )));
    }
    let bytes: u64 = prepared.bound.iter().map(|bound| bound.bytes).sum();
    if bytes > MOST_BYTES {
        return Err(Refused::unserved(format!(
            "the buffers have {bytes} bytes together; the simulator holds at most {MOST_BYTES}"
        )));
    }
    Ok(())
}

fn options(prepared: &BoundKernel<'_>) -> Options {
    let unwritten = prepared.bound.iter().filter(|bound| matches!(bound.fill, Fill::Unwritten(_)));
    Options {
        threads: prepared.threads.map_or(0, usize::from),
        seed: prepared.user.order.unwrap_or(prepared.seed),
        outputs: unwritten.map(|bound| (bound.place.group, bound.place.binding)).collect(),
        out_of_bounds: match prepared.user.out_of_bounds {
            OutOfBoundsPolicy::Clamp => OutOfBounds::Clamp,
            OutOfBoundsPolicy::Zero => OutOfBounds::ZeroOrSkip,
        },
        sampling: match prepared.user.sample {
            Some(max_workgroups) => Sampling::Sampled { max_workgroups },
            None if prepared.user.is_for_its_time() => Sampling::SOON,
            // What is saved or handed on must be whole.
            None => Sampling::Full,
        },
        access_samples: true,
        listing: prepared.user.compiled,
        step_budget: prepared.user.steps.unwrap_or(Options::default().step_budget),
        width_step_budget: prepared.user.steps.unwrap_or(Options::default().width_step_budget),
        resources: prepared.resources.clone(),
        ..Options::default()
    }
}
