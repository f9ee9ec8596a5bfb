//! A kernel of one's own on the simulator.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::contents::{Bindings, Held};
use super::hottest_lines::hottest;
use super::on_device::{keep, save};
use super::prepare::BoundKernel;
use crate::device::{Device, Simulated, SimulatedKernel, within_limits};
use crate::harness::protocol::{EstimateReport, Fill, KernelReport, OutOfBoundsPolicy, PolicyReport, Roofs, RunError};
use crate::sim::estimate::Limit;
use crate::sim::execution_trace::TraceOf;
use crate::sim::machine::Machine;
use crate::sim::{self, FindingKind, Options, OutOfBounds, Sampling, Simulation};

/// Bytes of all buffers together: the simulator keeps records beside each word that is touched.
const MOST_BYTES: u64 = 1 << 30;

/// The same where only some workgroups are run: of the buffers, the pages that these touch are held.
const MOST_BYTES_SAMPLED: u64 = 4 << 30;

/// Workgroups of a launch: at best a microsecond each.
const MOST_WORKGROUPS: u64 = 1 << 24;

/// Runs `prepared` on `simulator`'s machine, and writes the files that were asked for, also where faults were found.
pub(super) fn simulate(prepared: &BoundKernel<'_>, simulator: &Simulated) -> Result<(KernelReport, Held), RunError> {
    let (report, held) = simulate_for_buffers(prepared, simulator)?;
    let (saved, kept) = (save(prepared, &held.whole)?, keep(prepared, &held.whole)?);
    Ok((KernelReport { saved, kept, ..report }, held))
}

/// Runs `prepared` on `simulator`'s machine; what was counted, and what the buffers hold then.
pub(super) fn simulate_for_buffers(
    prepared: &BoundKernel<'_>,
    simulator: &Simulated,
) -> Result<(KernelReport, Held), RunError> {
    let (facts, machine) = (simulator.facts(), simulator.machine());
    prepared.fits(facts)?;
    bounded(prepared)?;
    let kernel = &prepared.kernel;
    within_limits(kernel, facts).map_err(RunError::unserved)?;
    let program = SimulatedKernel::new(kernel, machine)
        .map_err(|error| RunError::unserved(format!("{}: {error}", kernel.path)))?;
    let (mut held, mut options) = (before_run(prepared)?, options(prepared));
    options.paged.clone_from(&held.pages);
    options.named_machine = simulator.is_named();
    let before = digest(prepared, &held.whole);
    let (workgroups, immediates) = (prepared.workgroups, &prepared.user.immediates);
    let launch = sim::Launch { workgroups, bindings: &mut held.whole, immediates };
    let refused = |error| RunError::unserved(format!("{}: {error}", kernel.path));
    let trace = prepared.user.trace.map(|workgroup| TraceOf { workgroup, ..TraceOf::default() });
    let trace = trace.map(|of| program.trace(machine, &launch, &options, of)).transpose().map_err(refused)?;
    let (mut run, widths_skipped) = program.run(machine, launch, &options).map_err(refused)?;
    held.writers = std::mem::take(&mut run.outcome.writers);
    held.dependences = std::mem::take(&mut run.outcome.dependences);
    let mut report = KernelReport {
        trace,
        roofs: Some(Roofs::of_machine(machine, None, None)),
        ..KernelReport::of(prepared, facts)
    };
    report.policy = Some(PolicyReport {
        values: match kernel.needs.cooperative_matrix {
            true => format!("{}; {}", sim::VALUE_POLICY, sim::MATRIX_POLICY),
            false => sim::VALUE_POLICY.to_owned(),
        },
        out_of_bounds: options.out_of_bounds.describe().to_owned(),
    });
    report.notes.extend(widths_skipped);
    if prepared.is_paged() && kernel.needs.subgroup {
        report.notes.push(WIDTHS_SKIPPED.to_owned());
    }
    if before == digest(prepared, &held.whole) && !has_changed_pages(prepared, &held)? {
        report.notes.push(nothing_changed(prepared));
    }
    report.notes.extend(in_part(prepared, &held)?);
    Ok((filled(report, run, machine), held))
}

/// Why other subgroup widths are not tried.
const WIDTHS_SKIPPED: &str = "assumptions about the subgroup width were not checked: of such large buffers, the simulator holds only \
                              what the sampled workgroups touch";

/// What the buffers hold before the run. Large ones are made where they are touched.
fn before_run(prepared: &BoundKernel<'_>) -> Result<Held, RunError> {
    let (mut held, is_paged) = (Held::default(), prepared.is_paged());
    for bound in &prepared.bound {
        let (place, contents) = ((bound.place.group, bound.place.binding), prepared.contents(bound)?);
        match is_paged && !prepared.resources.textures.contains_key(&place) {
            true => drop(held.pages.insert(place, Arc::new(contents.paged(bound.bytes)))),
            false => drop(held.whole.insert(place, contents.whole(bound.bytes as usize))),
        }
    }
    Ok(held)
}

/// Whether the run changed a buffer of which only some pages are held.
fn has_changed_pages(prepared: &BoundKernel<'_>, held: &Held) -> Result<bool, RunError> {
    for bound in prepared.bound.iter().filter(|bound| prepared.writes(bound)) {
        let after = held.pieces(bound.place);
        if after.is_empty() || !held.pages.contains_key(&(bound.place.group, bound.place.binding)) {
            continue;
        }
        // Made, or read from its file, only where something is held.
        let before = prepared.contents(bound)?;
        if after.iter().any(|(first, after)| before.bytes(*first..*first + after.len()) != **after) {
            return Ok(true);
        }
    }
    Ok(false)
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
fn in_part(prepared: &BoundKernel<'_>, held: &Held) -> Result<Option<String>, RunError> {
    if prepared.user.workgroups.is_some() || prepared.problem.is_some() {
        return Ok(None);
    }
    let mut parts = Vec::new();
    for bound in prepared.bound.iter().filter(|bound| bound.used && prepared.writes(bound)) {
        let before = prepared.initial(bound, bound.bytes)?;
        let after = held.whole.get(&(bound.place.group, bound.place.binding)).map_or(&[][..], Vec::as_slice);
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

fn bounded(prepared: &BoundKernel<'_>) -> Result<(), RunError> {
    let workgroups: u64 = prepared.workgroups.iter().map(|&count| u64::from(count)).product();
    if workgroups > MOST_WORKGROUPS {
        return Err(RunError::unserved(format!(
            "--dispatch asks for {workgroups} workgroups; the simulator runs at most {MOST_WORKGROUPS} of a launch"
        )));
    }
    let bytes = prepared.bytes();
    let (most, instead) = match prepared.is_sampled() {
        true => (MOST_BYTES_SAMPLED, String::new()),
        false if prepared.user.hands_on || workgroups < 2 => (MOST_BYTES, String::new()),
        false => {
            let sample =
                format!("; to run only some of its {workgroups} workgroups, on up to {MOST_BYTES_SAMPLED} bytes");
            (MOST_BYTES, sample + ", add --sample N, such as --sample 8")
        }
    };
    if bytes > most {
        return Err(RunError::unserved(format!(
            "the buffers have {bytes} bytes together; the simulator holds at most {most} of a launch{instead}"
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
        written_by: prepared.written_by.clone(),
        listing: prepared.user.compiled,
        step_budget: prepared.user.steps.unwrap_or(Options::default().step_budget),
        width_step_budget: prepared.user.steps.unwrap_or(Options::default().width_step_budget),
        resources: prepared.resources.clone(),
        ..Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Selector;
    use crate::harness::protocol::{BindingPoint, Job, Request, UserKernel};
    use crate::host::Native;

    const ADD: &str = "
        @group(0) @binding(0) var<storage, read> a: array<vec4f>;
        @group(0) @binding(1) var<storage, read_write> b: array<vec4f>;
        @compute @workgroup_size(256) fn main(@builtin(global_invocation_id) at: vec3u) {
            let i = at.x + at.y * 65536u;
            b[i] += a[i];
        }";

    /// A sum of two buffers of 2 GiB, of which about so many workgroups are run.
    fn add(sample: Option<u64>) -> Result<(KernelReport, Held), RunError> {
        let fills = ["rand:f32:536870912", "zero:2147483648"].map(|fill| fill.parse::<Fill>().expect("a filling"));
        let places = (0..).map(|binding| BindingPoint { group: 0, binding });
        let kernel = UserKernel {
            file: "add.wgsl".into(),
            text: Some(ADD.to_owned()),
            workgroups: Some([256, 2048, 1]),
            buffers: places.zip(fills).collect(),
            sample,
            ..UserKernel::default()
        };
        let request = Request::new(Job::Kernel(Box::new(kernel.clone())));
        let request = Request { device: Selector::Simulated(String::new()), ..request };
        let prepared = BoundKernel::new(&request, &kernel, &Native)?;
        simulate(&prepared, &Simulated::new(Machine::builtin(Machine::DEFAULT).expect("built in").clone()))
    }

    #[test]
    fn of_four_gibibytes_a_sample_holds_what_it_touches() {
        let (report, held) = add(Some(8)).expect("it is run");
        let counters = report.counters.expect("it is counted");
        assert!(counters.sampled_workgroups < 64 && counters.workgroups == 1 << 19, "{counters:?}");
        assert_eq!(counters.global_bytes, 3 << 31);
        let words = |pages: &Arc<sim::Paged>| pages.touched().iter().map(|(_, words)| words.len()).sum::<usize>();
        let resident: usize = held.pages.values().map(words).sum();
        assert!((1..1 << 24).contains(&resident), "{resident} words of 2^30 are held");
    }

    #[test]
    fn what_is_too_large_to_be_run_whole_is_answered_with_how_to_run_some_of_it() {
        let refused = add(None).expect_err("4 GiB").to_string();
        assert!(refused.contains("add --sample N"), "{refused}");
    }
}
