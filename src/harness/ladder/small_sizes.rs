//! What every variant goes through before the main size: it is compiled and, once its audit on the simulator has ended, verified at small
//! sizes and in other shapes.

use super::context::RunContext;
use super::prepare::variant_under_test::{self, Parts, VariantUnderTest};
use super::prepare::{baseline_kernels, configured, size};
use super::progress::Progress;
use super::verify::audit::{self, Audit};
use super::verify::audits::{Audits, Queue};
use super::verify::side_by_side::SideBySide;
use crate::device::AnyDevice;
use crate::harness::protocol::{Job, ProblemName, RunError, Stage, TimingSession};
use crate::host::Host;
use crate::lab::{Exercise, Failure, Part, Problem, configured_in_words};

/// Compiles `parts`, and verifies them at the small sizes below the main one.
///
/// # Errors
/// [`RunError`] where the device was lost.
pub async fn verify_small(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    parts: &mut Parts,
    audits: &mut Audits,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let sizes = size::small_sizes(context.lab, context.request, context.size);
    compile(context, device, parts, progress).await;
    for (part, subjects) in parts {
        for &small in &sizes {
            let stage = Stage::Verify(ProblemName::Size(small));
            let problem = ((part.problem)(small), None);
            verify_part(context, device, problem, subjects, &stage, audits, progress).await?;
        }
        for problem in part.also {
            let problem = problem();
            let stage = Stage::Verify(ProblemName::Label(problem.label.clone()));
            let problem = (problem, context.row());
            verify_part(context, device, problem, subjects, &stage, audits, progress).await?;
        }
        // Those too that no size above verified.
        for subject in subjects.iter_mut() {
            audits.finish(subject, progress).await?;
        }
        verify_configured(context, device, part, subjects, audits, progress).await?;
        verify_in_rows(context, device, part, subjects, audits, progress).await?;
    }
    audits.end(progress).await
}

/// What this process audits of `parts`: beside a device the first process audits, and the last one where its counters are asked for: it
/// makes the report.
///
/// # Errors
/// [`RunError`] where there is no machine to simulate.
pub fn to_audit(
    context: &RunContext<'_>,
    parts: &Parts,
    host: &'static dyn Host,
) -> Result<Option<Box<Queue>>, RunError> {
    let why = context.request.why;
    let last = || context.sessions.is_last(&TimingSession::default());
    if context.simulated() || !(context.verifies() || why && last()) {
        return Ok(None);
    }
    let sizes = size::small_sizes(context.lab, context.request, context.size);
    let audit = Audit {
        machine: audit::machine(&context.facts).map_err(RunError::unserved)?,
        seed: context.request.seed,
        sizes: audit::sizes(&sizes, context.size),
        row: context.row(),
        counted_size: why.then_some(context.lab.counted_size),
        kept_by: matches!(context.request.job, Job::Ladder { .. }).then_some(host),
    };
    let variants = parts.iter().flat_map(|(part, subjects)| {
        // Baseline kernels were audited when saved; now they are only counted, where that was asked for.
        let audited = if why { subjects.len() } else { baseline_kernels::today(subjects) };
        let live = subjects[..audited].iter().filter(|subject| subject.live());
        live.map(|subject| (*part, subject.again(subject.check.clone())))
    });
    let here = context.threads() == 1;
    Ok(Some(Box::new(Queue { audit, variants: variants.collect(), here })))
}

/// The exercise that this process verifies an attempt at.
fn attempted(context: &RunContext<'_>) -> Option<&'static Exercise> {
    let attempt = context.request.job.as_attempt().filter(|_| context.verifies())?;
    context.lab.exercise(&attempt.exercise)
}

/// Verifies an attempt that is right so far in a launch of several rows, into which a launch of more workgroups than one dimension
/// allows is folded: at the largest of the small sizes with several workgroups, else at the exercise's own, where it must be right in
/// one row first.
async fn verify_in_rows(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    part: &Part,
    subjects: &mut [VariantUnderTest],
    audits: &mut Audits,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let Some(exercise) = attempted(context) else { return Ok(()) };
    let mut sizes = size::small_sizes(context.lab, context.request, context.size);
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let verified = sizes.len();
    sizes.push(exercise.size);
    for subject in subjects.iter_mut().filter(|subject| subject.variant.name == exercise.variant.name) {
        let (Some(pass), Some(kernel)) = (subject.variant.passes.first(), subject.kernels.first()) else { continue };
        let row_at = |size: &u32| pass.grid.short_row(&(part.problem)(*size), kernel);
        let Some((at, row)) = sizes.iter().enumerate().find_map(|(at, size)| Some((at, row_at(size)?))) else {
            continue;
        };
        if at == verified {
            let stage = Stage::Verify(ProblemName::Size(sizes[at]));
            let whole = ((part.problem)(sizes[at]), None);
            verify_part(context, device, whole, std::slice::from_mut(subject), &stage, audits, progress).await?;
        }
        if subject.live() {
            let problem = (part.problem)(sizes[at]);
            let label = format!("{}, its workgroups in rows of {row}", problem.label);
            let stage = Stage::Verify(ProblemName::Label(label));
            verify_part(context, device, (problem, Some(row)), std::slice::from_mut(subject), &stage, audits, progress)
                .await?;
            if let Some(end) = subject.settled.take() {
                subject.settle(end.by(Failure::Folded), progress);
            }
        }
    }
    Ok(())
}

/// Verifies an attempt with the other values that its exercise gives its constants.
async fn verify_configured(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    part: &Part,
    subjects: &mut [VariantUnderTest],
    audits: &mut Audits,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let Some(exercise) = attempted(context) else { return Ok(()) };
    let largest = context.lab.sizes_of(exercise).iter().copied().max().unwrap_or(1);
    for values in exercise.configurations {
        let attempts =
            subjects.iter_mut().filter(|subject| subject.variant.name == exercise.variant.name && subject.live());
        for subject in attempts {
            let mut at = [configured::configured(device, subject, values).await];
            for problem in std::iter::once((part.problem)(largest)).chain(part.also.iter().map(|problem| problem())) {
                let label = format!("{} with {}", problem.label, configured_in_words(values));
                let stage = Stage::Verify(ProblemName::Label(label));
                verify_part(context, device, (problem, None), &mut at, &stage, audits, progress).await?;
            }
            let [mut at] = at;
            subject.check = at.check;
            if let Some(end) = at.settled {
                let faults = at.counted.iter_mut().flat_map(|counted| &mut counted.findings);
                faults.filter(|found| found.is_error()).for_each(|found| configured::say_with(found, values));
                subject.counted = at.counted;
                subject.settle(end, progress);
            }
        }
    }
    Ok(())
}

/// Compiles what runs of `parts`, each variant for itself where one thing goes on at a time.
async fn compile(context: &RunContext<'_>, device: &mut AnyDevice, parts: &mut Parts, progress: &mut Progress<'_>) {
    let mut subjects = Vec::new();
    for (part, own) in parts {
        let timed = context.runtime_checks(part);
        subjects.extend(own.iter_mut().filter(|subject| subject.runs()).map(|subject| (timed, subject)));
    }
    let at_once = if context.request.known.one_at_a_time { 1 } else { subjects.len().max(1) };
    for some in subjects.chunks_mut(at_once) {
        let mut enter = |variant: &str| progress.enter(variant, &Stage::Compile);
        variant_under_test::compile(device, some, context.verifies(), &mut enter).await;
    }
    for (_, subject) in subjects {
        if let Some(end) = subject.settled.clone() {
            subject.settle(end, progress);
        }
    }
}

/// Verifies the live variants on one problem, each once its audit has ended; on the simulator, in other orders of workgroups too.
async fn verify_part(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    (problem, row): (Problem, Option<u32>),
    subjects: &mut [VariantUnderTest],
    stage: &Stage,
    audits: &mut Audits,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let known = &context.request.known.checked;
    let unverified = |subject: &&mut VariantUnderTest| subject.live() && !known.contains_key(subject.variant.name);
    let mut live: Vec<&mut VariantUnderTest> = subjects.iter_mut().filter(unverified).collect();
    if live.is_empty() {
        return Ok(());
    }
    let mut instance = context.instance(device, problem, progress).await?;
    instance.row = row;
    let all = live.iter().map(|subject| &**subject);
    let threading = (context.threads(), context.host);
    let mut beside = SideBySide::begin(threading, device, all, &instance, (stage, true), progress);
    for (at, subject) in live.iter_mut().enumerate() {
        audits.finish(subject, progress).await?;
        if subject.live() {
            beside.finish(device, (at, &mut **subject), &mut instance, progress).await?;
        }
    }
    beside.end(progress);
    instance.clear(device);
    Ok(())
}
