//! The verification of a variant: one run, compared with the reference. Every variant is verified at every size before anything is timed.

use super::checked_run::Checked;
use super::fault;
use crate::device::{AnyDevice, Device, DeviceError, Simulated};
use crate::harness::ladder::prepare::device_problem::DeviceProblem;
use crate::harness::ladder::prepare::pages::sampling;
use crate::harness::ladder::prepare::runnable::{Pipelines, Runnable};
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::ladder::progress::Progress;
use crate::harness::protocol::{Event, RunError, SampledCheck, Settled, Stage};
use crate::lab::{Failure, Problem, WrongValues};
use crate::verify::Verdict;

/// How a variant is run to be verified.
#[derive(Clone, Copy)]
pub struct Verification<'a> {
    /// Which of its pipelines run.
    pub pipelines: Pipelines,
    /// How often, one run after the other.
    pub repeats: u32,
    /// What messages call it.
    pub stage: &'a Stage,
}

impl<'a> Verification<'a> {
    /// Once, with the runtime checks on.
    pub fn checked(stage: &'a Stage) -> Self {
        Self { pipelines: Pipelines::Checked, repeats: 1, stage }
    }
}

/// Runs `subject` on `instance` and settles it where it is wrong.
///
/// # Errors
/// [`RunError`] where the device was lost.
pub async fn verify(
    device: &mut AnyDevice,
    subject: &mut VariantUnderTest,
    instance: &mut DeviceProblem,
    how: Verification<'_>,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let stage = how.stage;
    progress.enter(subject.variant.name, stage);
    let stale = matches!(how.pipelines, Pipelines::Timed);
    if let Some(simulator) = device.simulated() {
        simulator.sample(Vec::new());
    }
    let mut work = match Runnable::of(subject, instance, how.pipelines, device.facts().limits.max_workgroups) {
        Ok(work) => work,
        Err(error) => {
            subject.settle(Settled::from(&error), progress);
            return Ok(());
        }
    };
    if let Some(simulator) = device.simulated().filter(|_| instance.is_paged()) {
        simulator.sample(sampling(subject, &instance.problem, &work.workgroups(), instance.bounded));
    }
    match instance.checked_run(device, &mut work, how.repeats, stale).await {
        Ok(Checked::Outputs(verdict)) => {
            keep_counted(device, subject, instance, &verdict);
            judge_outputs(subject, instance, &verdict, stage, progress);
            judge_faults(subject, &instance.problem, device.simulated().is_some(), stage, progress);
            if let Some((schedule, simulator)) = work.host_schedule().zip(device.simulated()).filter(|_| subject.live())
            {
                subject.steps = schedule.estimates(simulator);
            }
        }
        Ok(Checked::InputMutated(name, index)) => {
            let reason =
                format!("it mutated its input `{name}`, first at element {index} ({stage}): inputs are read-only");
            subject.settle(Settled::wrong(reason).by(Failure::InputMutated), progress);
        }
        Err(error @ DeviceError::Lost(_)) => {
            progress.emit(Event::Lost(subject.variant.name.to_owned(), error.to_string()));
            return Err(RunError::unserved(error));
        }
        Err(error) => {
            let end = Settled::from(&error);
            subject.settle(Settled { reason: format!("{} ({stage})", end.reason), ..end }, progress);
        }
    }
    Ok(())
}

/// Keeps what the simulator counted, and how many elements of a sampled run were compared.
fn keep_counted(device: &mut AnyDevice, subject: &mut VariantUnderTest, instance: &DeviceProblem, verdict: &Verdict) {
    let some = device.simulated().is_some_and(|simulator| simulator.left_some_out());
    subject.check.sampled = some.then(|| SampledCheck {
        size: instance.problem.size,
        elements: verdict.elements,
        outputs: instance.problem.outputs_of(|at| subject.binds(at)).iter().map(|buffer| buffer.len as u64).sum(),
    });
    subject.counted = device.simulated().and_then(Simulated::counted).or(subject.counted.take());
}

/// What the simulator found, where it is the device: a right output does not excuse a race.
fn judge_faults(
    subject: &mut VariantUnderTest,
    problem: &Problem,
    simulated: bool,
    stage: &Stage,
    progress: &mut Progress<'_>,
) {
    let Some(counted) = &subject.counted else {
        return;
    };
    let found = counted.fault().map(|found| fault::settled(found, stage));
    // Beside a device the counters are of another size.
    let own = subject.live() && simulated;
    let too_few = || fault::too_few_waits(counted, problem, stage).filter(|_| own);
    if let Some(end) = found.or_else(too_few) {
        subject.settle(end, progress);
    }
}

/// Adds a verdict to what was verified so far.
fn judge_outputs(
    subject: &mut VariantUnderTest,
    instance: &DeviceProblem,
    verdict: &Verdict,
    stage: &Stage,
    progress: &mut Progress<'_>,
) {
    let basis = instance.basis(|at| subject.binds(at));
    let check = &mut subject.check;
    let before = Verdict {
        elements: check.elements,
        max_error: check.max_error,
        tolerance: check.tolerance,
        ..Verdict::default()
    };
    let all = before.and(verdict.clone());
    check.elements = all.elements;
    check.max_error = all.max_error;
    check.tolerance = all.tolerance;
    check.basis = basis;
    check.together = verdict.together.filter(|together| together.error_l2.is_finite());
    check.accuracy = verdict.accuracy.filter(|accuracy| accuracy.error_l2.is_finite() && accuracy.max_ulp.is_finite());
    check.undone = verdict.undone.clone().or(check.undone.take());
    if check.sampled.is_none() && !check.sizes.contains(&instance.problem.size) {
        check.sizes.push(instance.problem.size);
    }
    if !verdict.passed() {
        check.mismatches = verdict.first.clone();
        check.spread = verdict.spread();
        subject.settle(wrong(verdict, stage, &instance.problem.label), progress);
    }
}

/// The end of a variant whose output is wrong.
pub fn wrong(verdict: &Verdict, stage: &Stage, problem: &str) -> Settled {
    let got = |is: fn(f64) -> bool| verdict.first.iter().filter_map(|wrong| wrong.got).any(is);
    let values = WrongValues {
        unwritten: verdict.unwritten > 0,
        nan: got(f64::is_nan),
        infinity: got(|got| got == f64::INFINITY),
        minus_infinity: got(|got| got == f64::NEG_INFINITY),
    };
    Settled::wrong(describe(verdict, stage, problem)).by(Failure::Output(values))
}

/// What is wrong, and of which problem, with the first mismatches.
fn describe(verdict: &Verdict, stage: &Stage, problem: &str) -> String {
    let are = if verdict.wrong == 1 { "is" } else { "are" };
    let stage = if stage.names_problem() { stage.to_string() } else { format!("{stage}: {problem}") };
    let mut text = format!("{} of {} values of the output {are} wrong ({stage})", verdict.wrong, verdict.elements);
    if verdict.unwritten == verdict.elements {
        text = format!("the output was never written ({stage})");
    } else if verdict.unwritten > 0 {
        text += &format!(", {} of them never written", verdict.unwritten);
    }
    if let Some(together) = verdict.together.filter(|together| verdict.wrong == 0 && !together.passed()) {
        text = format!(
            "its {} values are off by {:.2e} of their values together (root mean square), at most {:.2e} is allowed ({stage})",
            verdict.elements, together.error_l2, together.tolerance_l2
        );
    }
    for wrong in &verdict.first {
        let got = wrong.got.map_or("nothing: it was never written".to_owned(), |got| format!("{got}"));
        let index = wrong.index;
        text += &format!("\n  [{index}] got {got}, expected {}", wrong.expected);
        if wrong.tolerance > 0.0 {
            text += &format!(" ± {:.2e}", wrong.tolerance);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::protocol::ProblemName;
    use crate::verify::Mismatch;

    #[test]
    fn a_wrong_output_is_described_with_index_got_and_expected() {
        let verdict = Verdict {
            elements: 100,
            wrong: 2,
            unwritten: 1,
            max_error: 1.0,
            tolerance: 0.5,
            first: vec![
                Mismatch { index: 3, got: Some(7.0), expected: 8.0, tolerance: 0.5, belongs_to: None },
                Mismatch { index: 9, got: None, expected: 1.0, tolerance: 0.0, belongs_to: None },
            ],
            run: (3, 4),
            ..Verdict::default()
        };
        assert_eq!(
            describe(&verdict, &Stage::Verify(ProblemName::Size(10)), "a square of side 10"),
            "2 of 100 values of the output are wrong (verifying at size 10: a square of side 10), 1 of them never written\n  \
             [3] got 7, expected 8 ± 5.00e-1\n  [9] got nothing: it was never written, expected 1"
        );
    }
}
