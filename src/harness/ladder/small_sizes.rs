//! What every variant goes through before the main size: it is compiled, audited on the simulator, and verified at small sizes and in other
//! shapes.

use super::context::RunContext;
use super::prepare::variant_under_test::{self, Parts, VariantUnderTest};
use super::prepare::{baseline_kernels, configured, size};
use super::progress::Progress;
use super::verify::audit::{self, Audit};
use super::verify::interleaving::other_orders;
use super::verify::variant::{Verification, verify};
use crate::device::{AnyDevice, Device};
use crate::harness::protocol::{Job, ProblemName, RunError, Stage, TimingSession};
use crate::lab::{Part, Problem, configured_in_words};

/// Compiles `parts`, and verifies them at the small sizes below the main one.
///
/// # Errors
/// [`RunError`] where the device was lost.
pub async fn verify_small(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    parts: Parts,
    session: &TimingSession,
    progress: &mut Progress<'_>,
) -> Result<Parts, RunError> {
    let sizes = size::small_sizes(context.lab, context.request, context.size);
    // The first process audits, and the last one where its counters are asked for: it makes the report.
    let why = context.request.why;
    let audits = context.verifies() || why && context.sessions.is_last(session);
    let audit = Audit {
        facts: &context.facts,
        seed: context.request.seed,
        sizes: audit::sizes(&sizes, context.size),
        row: context.row(),
        counted_size: why.then_some(context.lab.counted_size),
        kept_by: matches!(context.request.job, Job::Ladder { .. }).then_some(context.host),
    };
    let mut verified = Vec::new();
    for (part, mut subjects) in parts {
        compile(context, device, part, &mut subjects, progress).await;
        if !context.simulated() && audits {
            // Baseline kernels were audited when saved; now they are only counted, where that was asked for.
            let audited = if why { subjects.len() } else { baseline_kernels::today(&subjects) };
            audit.run(part, &mut subjects[..audited], progress).await?;
        }
        for &small in &sizes {
            let stage = Stage::Verify(ProblemName::Size(small));
            verify_part(context, device, ((part.problem)(small), None), &mut subjects, &stage, progress).await?;
        }
        for problem in part.also {
            let problem = problem();
            let stage = Stage::Verify(ProblemName::Label(problem.label.clone()));
            verify_part(context, device, (problem, context.row()), &mut subjects, &stage, progress).await?;
        }
        verify_configured(context, device, part, &mut subjects, progress).await?;
        verified.push((part, subjects));
    }
    Ok(verified)
}

/// Verifies an attempt with the other values that its exercise gives its constants.
async fn verify_configured(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    part: &Part,
    subjects: &mut [VariantUnderTest],
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let attempt = context.request.job.as_attempt();
    let exercise = attempt.and_then(|attempt| context.lab.exercise(&attempt.exercise));
    let Some(exercise) = exercise.filter(|_| context.verifies()) else { return Ok(()) };
    let largest = context.lab.sizes_of(exercise).iter().copied().max().unwrap_or(1);
    for values in exercise.configurations {
        let attempts =
            subjects.iter_mut().filter(|subject| subject.variant.name == exercise.variant.name && subject.live());
        for subject in attempts {
            let mut at = [configured::configured(device, subject, values).await];
            for problem in std::iter::once((part.problem)(largest)).chain(part.also.iter().map(|problem| problem())) {
                let label = format!("{} with {}", problem.label, configured_in_words(values));
                let stage = Stage::Verify(ProblemName::Label(label));
                verify_part(context, device, (problem, None), &mut at, &stage, progress).await?;
            }
            let [at] = at;
            subject.check = at.check;
            if let Some(end) = at.settled {
                subject.counted = at.counted;
                subject.settle(end, progress);
            }
        }
    }
    Ok(())
}

async fn compile(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    part: &Part,
    subjects: &mut [VariantUnderTest],
    progress: &mut Progress<'_>,
) {
    for subject in subjects.iter_mut().filter(|subject| subject.runs()) {
        progress.enter(subject.variant.name, &Stage::Compile);
        variant_under_test::compile(device, subject, context.runtime_checks(part), context.verifies()).await;
        if let Some(end) = subject.settled.clone() {
            subject.settle(end, progress);
        }
    }
}

/// Verifies the live variants on one problem; on the simulator, in other orders of workgroups too.
async fn verify_part(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    (problem, row): (Problem, Option<u32>),
    subjects: &mut [VariantUnderTest],
    stage: &Stage,
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
    for subject in &mut live {
        verify(device, subject, &mut instance, Verification::checked(stage), progress).await?;
        if let Some(simulator) = device.simulated().filter(|_| subject.live())
            && let Some(end) = other_orders(simulator, subject, &mut instance, stage).await
        {
            subject.settle(end, progress);
        }
    }
    instance.clear(device);
    Ok(())
}
