//! Every variant at every size, before anything is timed.

use super::fault;
use crate::device::{Device, DeviceError, PipelineId, Simulated};
use crate::harness::ladder::context::Bench;
use crate::harness::ladder::prepare::device_problem::{Checked, Stand};
use crate::harness::ladder::prepare::host_schedule::{Runnable, Trip};
use crate::harness::ladder::prepare::pages::sampling;
use crate::harness::ladder::prepare::subject::Subject;
use crate::harness::protocol::{Event, Refused, SampledCheck, Status};
use crate::lab::{GridError, Problem};
use crate::verify::Verdict;

/// Which of a subject's pipelines run.
#[derive(Clone, Copy)]
pub enum Pipelines {
    /// With the runtime checks on, on poisoned outputs.
    Checked,
    /// As they are timed, on stale outputs: what a kernel leaves out where it finds its work done would be missing.
    Timed,
}

/// What runs of `subject` on `stand`.
///
/// # Errors
/// [`GridError`] where the shader does not say how much a workgroup covers, or the device allows fewer workgroups.
pub fn runs(subject: &Subject, stand: &Stand, which: Pipelines, allowed: u32) -> Result<Runnable, GridError> {
    let pipelines: &[PipelineId] = match which {
        Pipelines::Checked => &subject.checked,
        Pipelines::Timed => &subject.timed,
    };
    if !subject.variant.steps.is_empty() {
        return Trip::new(subject, stand, pipelines, allowed).map(Runnable::Trip);
    }
    let mut passes = Vec::new();
    for ((pass, kernel), pipeline) in subject.variant.passes.iter().zip(&subject.kernels).zip(pipelines) {
        let workgroups = stand.workgroups(&pass.grid, &stand.problem.extents, kernel, allowed)?;
        passes.push((*pipeline, kernel, workgroups));
    }
    Ok(Runnable::Launches(stand.launches(&passes)))
}

/// Runs `subject` once on `stand` and settles it where it is wrong.
///
/// # Errors
/// [`Refused`] where the device was lost.
pub async fn verify(
    bench: &mut Bench<'_>,
    subject: &mut Subject,
    stand: &mut Stand,
    which: Pipelines,
    repeats: u32,
    stage: &str,
) -> Result<(), Refused> {
    bench.enter(subject, stage);
    let allowed = bench.facts.limits.max_workgroups;
    let stale = matches!(which, Pipelines::Timed);
    if let Some(simulator) = bench.device.simulated() {
        simulator.sample(Vec::new());
    }
    let mut work = match runs(subject, stand, which, allowed) {
        Ok(work) => work,
        Err(error) => {
            bench.settle(subject, Status::Failed, error.to_string());
            return Ok(());
        }
    };
    if let Some(simulator) = bench.device.simulated().filter(|_| stand.is_paged()) {
        simulator.sample(sampling(subject, &stand.problem, &work.workgroups(), stand.bounded));
    }
    match stand.checked_run(&mut bench.device, &mut work, repeats, stale).await {
        Ok(Checked::Outputs(verdict)) => {
            let some = bench.device.simulated().is_some_and(|simulator| simulator.left_some_out());
            subject.check.sampled = some.then(|| SampledCheck {
                size: stand.problem.size,
                elements: verdict.elements,
                outputs: stand.problem.outputs().map(|buffer| buffer.len as u64).sum(),
            });
            subject.counted = bench.device.simulated().and_then(Simulated::counted).or(subject.counted.take());
            outputs(bench, subject, stand, &verdict, stage);
            faults(bench, subject, &stand.problem, stage);
            if let Some((trip, simulator)) = work.trip().zip(bench.device.simulated()).filter(|_| subject.live()) {
                subject.steps = trip.estimates(simulator);
            }
        }
        Ok(Checked::InputMutated(name, index)) => {
            let reason =
                format!("it mutated its input `{name}`, first at element {index} ({stage}): inputs are read-only");
            bench.settle(subject, Status::Wrong, reason);
        }
        Err(error @ DeviceError::Lost(_)) => {
            (bench.emit)(Event::Lost(subject.variant.name.to_owned(), error.to_string()));
            return Err(Refused::unserved(error));
        }
        Err(error) => bench.settle(subject, Status::Failed, format!("{error} ({stage})")),
    }
    Ok(())
}

/// What the simulator found, where it is the device: a right output does not excuse a race.
fn faults(bench: &mut Bench<'_>, subject: &mut Subject, problem: &Problem, stage: &str) {
    let Some(counted) = &subject.counted else {
        return;
    };
    let found = counted.fault().map(|found| (fault::status(found), fault::describe(found, stage)));
    // Beside a device the counters are of another size.
    let own = subject.live() && bench.simulated();
    let too_few = || fault::too_few_waits(counted, problem, stage).filter(|_| own);
    if let Some((status, reason)) = found.or_else(too_few) {
        bench.settle(subject, status, reason);
    }
}

fn outputs(bench: &mut Bench<'_>, subject: &mut Subject, stand: &Stand, verdict: &Verdict, stage: &str) {
    let before = Verdict {
        elements: subject.check.elements,
        max_error: subject.check.max_error,
        tolerance: subject.check.tolerance,
        ..Verdict::default()
    };
    let all = before.and(verdict.clone());
    subject.check.elements = all.elements;
    subject.check.max_error = all.max_error;
    subject.check.tolerance = all.tolerance;
    subject.check.basis = stand.basis();
    subject.check.together = verdict.together.filter(|together| together.error_l2.is_finite());
    if subject.check.sampled.is_none() && !subject.check.sizes.contains(&stand.problem.size) {
        subject.check.sizes.push(stand.problem.size);
    }
    if !verdict.passed() {
        subject.check.mismatches = verdict.first.clone();
        subject.check.spread = verdict.spread();
        bench.settle(subject, Status::Wrong, describe(verdict, stage, &stand.problem.label));
    }
}

/// What is wrong, and of which problem, with the first mismatches.
pub fn describe(verdict: &Verdict, stage: &str, problem: &str) -> String {
    let are = if verdict.wrong == 1 { "is" } else { "are" };
    let stage = if stage.ends_with(problem) { stage.to_owned() } else { format!("{stage}: {problem}") };
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
            together: None,
            run: (3, 4),
            period: None,
        };
        assert_eq!(
            describe(&verdict, "verifying at size 10", "a square of side 10"),
            "2 of 100 values of the output are wrong (verifying at size 10: a square of side 10), 1 of them never written\n  \
             [3] got 7, expected 8 ± 5.00e-1\n  [9] got nothing: it was never written, expected 1"
        );
    }
}
