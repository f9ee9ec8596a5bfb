//! A swept part: each of its variants verified and timed at each point of its axis.

use super::context::RunContext;
use super::prepare::device_problem::DeviceProblem;
use super::prepare::ladder::Ladder;
use super::prepare::size::too_large;
use super::prepare::variant_under_test::{self, VariantUnderTest};
use super::progress::Progress;
use super::time::estimate::estimate;
use super::time::timer::{Rungs, Timer};
use super::verify::side_by_side::SideBySide;
use crate::device::AnyDevice;
use crate::harness::protocol::{Event, Job, RunError, Settled, Stage};
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Part, Sweep};

/// Points of a first look.
const QUICK: usize = 5;

/// The points at which `part` is run in this run, and those that do not fit the device, each with the reason; none where it has
/// no axis, or where it is not a ladder that runs.
pub fn points(context: &RunContext<'_>, part: &Part) -> (Vec<u32>, Vec<String>) {
    let (request, size) = (context.request, context.size);
    let (Some(sweep), Job::Ladder { .. }) = (part.sweep, &request.job) else {
        return (Vec::new(), Vec::new());
    };
    let all = match request.points.as_slice() {
        [] => (sweep.points)(&context.facts, &context.ceilings(), size),
        asked => asked.to_vec(),
    };
    if all.is_empty() {
        return (all, vec![no_points(sweep, size)]);
    }
    let (mut fitting, mut left_out) = (Vec::new(), Vec::new());
    for point in all {
        match too_large(&(sweep.problem)(size, point), &context.facts) {
            None => fitting.push(point),
            Some(why) => left_out.push(format!("left out at {point}: {why}")),
        }
    }
    let quick = request.quick && request.points.is_empty();
    (if quick { evenly(&fitting, QUICK) } else { fitting }, left_out)
}

/// Verifies and times the live variants of `ladder` at each point of its part's axis.
///
/// # Errors
/// [`RunError`] where the device was lost.
pub async fn sweep(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    timer: &mut Timer<'_>,
    ladder: &mut Ladder,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let Some(sweep) = ladder.part.sweep else {
        return Ok(());
    };
    let mut instances: Vec<DeviceProblem> = Vec::new();
    for point in points(context, ladder.part).0 {
        let problem = (sweep.problem)(context.size, point);
        let mut at = Ladder::new(ladder.part, Some(point), &problem, Vec::new());
        for subject in &ladder.subjects[..ladder.today()] {
            let subject = at_point(context, device, subject, ladder.part, (point, &at.key(subject))).await;
            at.add(subject);
        }
        let mut instance = match instances.first() {
            Some(first) => {
                let filling = context.filling();
                let beside = DeviceProblem::beside(device, problem, &filling, first, context.verifies()).await;
                let mut instance = beside.map_err(RunError::unserved)?;
                context.compared(device, &mut instance, Some(first), progress).await?;
                instance
            }
            None => context.main_instance(device, ladder.part, problem, progress).await?,
        };
        instance.bounded = context.size > (context.lab.default_size)(&context.facts);
        if context.verifies() {
            verify_point(context, device, &mut at, &mut instance, progress).await?;
            // Of many points together it is more than a host may have.
            instance.forget_reference();
        }
        if context.simulated() {
            estimate(&mut at);
            instance.clear(device);
        } else {
            instances.push(instance);
        }
        ladder.points.push(at);
        settle_all(ladder);
    }
    if !context.simulated() {
        let plan = context.sessions.plan.clone().for_points();
        let rungs = Rungs { ladders: &mut ladder.points, instances: &mut instances };
        timer.time(device, rungs, &plan, &context.roofs, progress).await?;
        settle_all(ladder);
        // The first owns what the others share.
        for instance in instances.into_iter().rev() {
            instance.clear(device);
        }
    }
    Ok(())
}

async fn verify_point(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    at: &mut Ladder,
    instance: &mut DeviceProblem,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let stage = Stage::Verify(at.problem_name());
    let mut beside = SideBySide::begin(
        (context.threads(), context.host),
        device,
        at.subjects.iter(),
        instance,
        (&stage, false),
        progress,
    );
    for index in 0..at.subjects.len() {
        let subject = &mut at.subjects[index];
        if !subject.live() {
            continue;
        }
        beside.finish(device, (index, &mut *subject), instance, progress).await?;
        let subject = &at.subjects[index];
        if subject.live() {
            progress.emit(Event::Checked(at.key(subject), Box::new(subject.check.clone())));
        }
    }
    beside.end(progress);
    Ok(())
}

/// `subject` as it runs at a point, which `key` tells from others: compiled anew where the point is a constant of its kernels.
async fn at_point(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    subject: &VariantUnderTest,
    part: &Part,
    (point, key): (u32, &str),
) -> VariantUnderTest {
    let known = &context.request.known.checked;
    let at = subject.again(known.get(key).cloned().unwrap_or_default());
    let Some(constant) = part.sweep.and_then(|sweep| sweep.constant).filter(|_| at.live()) else {
        return at;
    };
    let overrides = Overrides::from([(constant.to_owned(), f64::from(point))]);
    let parse = |kernel: &Kernel| Kernel::parse(&kernel.path, &kernel.source, Some(&kernel.entry), &overrides);
    let parsed = subject.kernels.iter().map(|kernel| parse(kernel).map_err(|error| Settled::from(&error))).collect();
    variant_under_test::with_kernels(at, device, parsed, context.runtime_checks(part), context.verifies()).await
}

/// Of parts that were not swept because no point fits the device: which points those are, and why they do not.
pub fn none_fits(context: &RunContext<'_>, ladders: &[Ladder]) -> Vec<String> {
    let unswept = ladders.iter().filter(|ladder| ladder.points.is_empty());
    unswept.flat_map(|ladder| points(context, ladder.part).1).collect()
}

/// Why nothing is drawn over an axis that has no points at this size, and what to do.
fn no_points(sweep: &Sweep, size: u32) -> String {
    format!(
        "no curves over {}: at size {size} the axis has no points; a larger --size has some, and --points names others, as --points \
         64,256",
        sweep.axis
    )
}

/// What is wrong at one point is wrong.
fn settle_all(ladder: &mut Ladder) {
    for index in 0..ladder.today() {
        let wrong = ladder.points.iter().find_map(|at| at.subjects[index].settled.clone());
        let Some(wrong) = wrong.filter(|_| ladder.subjects[index].live()) else {
            continue;
        };
        for at in &mut ladder.points {
            at.subjects[index].settled.get_or_insert_with(|| wrong.clone());
        }
        ladder.subjects[index].settled = Some(wrong);
    }
}

/// At most `count` of them, from the first to the last.
fn evenly(points: &[u32], count: usize) -> Vec<u32> {
    if points.len() <= count {
        return points.to_vec();
    }
    (0..count).map(|step| points[step * (points.len() - 1) / (count - 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_look_has_five_points_with_the_first_and_the_last() {
        let all: Vec<u32> = (0..11).collect();
        assert_eq!(evenly(&all, QUICK), [0, 2, 5, 7, 10]);
        assert_eq!(evenly(&all[..3], QUICK), [0, 1, 2]);
    }
}
