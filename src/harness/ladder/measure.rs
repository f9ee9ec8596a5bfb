//! The ladders at the main size: verified, then estimated or timed, and swept.

use super::context::RunContext;
use super::place::roofline;
use super::prepare::device_problem::DeviceProblem;
use super::prepare::ladder::Ladder;
use super::prepare::variant_under_test::{Parts, VariantUnderTest};
use super::progress::Progress;
use super::sweep;
use super::time::estimate::estimate;
use super::time::interference::Interference;
use super::time::sessions::gather;
use super::time::timer::{Rungs, Timer};
use super::verify::coverage;
use super::verify::side_by_side::SideBySide;
use crate::device::AnyDevice;
use crate::harness::protocol::{Event, Job, ProblemName, RunError, Stage};
use crate::lab::Part;
use crate::measure::Plan;
use crate::units::Seconds;

/// `parts` at the main size.
pub fn at_main_size(context: &RunContext<'_>, parts: Parts) -> Vec<Ladder> {
    let at_size =
        |(part, subjects): (&'static Part, _)| Ladder::new(part, None, &(part.problem)(context.size), subjects);
    parts.into_iter().map(at_size).collect()
}

/// Verifies at the main size, times, and verifies again, part by part.
///
/// # Errors
/// [`RunError`] where the device was lost.
pub async fn measure(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    timer: &mut Timer<'_>,
    ladders: &mut [Ladder],
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let interference = Interference::now(&context.facts, context.host);
    for ladder in ladders.iter_mut() {
        let small = context.lab.launch_bound_size.filter(|small| *small != context.size);
        if !ladder.subjects.iter().any(VariantUnderTest::runs) {
            ladder.small = small;
            continue;
        }
        let problem = (ladder.part.problem)(context.size);
        let mut instance = context.main_instance(device, ladder.part, problem, progress).await?;
        if context.verifies() {
            verify_main(context, device, ladder, &mut instance, progress).await?;
        }
        if context.simulated() {
            estimate(ladder);
        } else {
            let rungs = Rungs { ladders: std::slice::from_mut(ladder), instances: std::slice::from_mut(&mut instance) };
            timer.time(device, rungs, &context.sessions.plan, &context.roofs, progress).await?;
        }
        instance.clear(device);
        sweep::sweep(context, device, timer, ladder, progress).await?;
        if !context.simulated() {
            tell_rows(context, timer, ladder, progress);
        }
        if let Some(small) = small.filter(|_| !context.simulated()) {
            time_small(context, device, timer, ladder, small, progress).await?;
        }
    }
    interference.until_now(&context.facts, context.host, &mut timer.session);
    Ok(())
}

/// Tells what the first process that times found of each variant of `ladder`; the report also rests on the processes after it.
fn tell_rows(context: &RunContext<'_>, timer: &Timer<'_>, ladder: &mut Ladder, progress: &mut Progress<'_>) {
    if !context.sessions.is_first() || !matches!(context.request.job, Job::Ladder { .. }) {
        return;
    }
    gather(&mut [&mut *ladder], std::slice::from_ref(&timer.session), context.lab, context.sessions.plan.drift);
    let rows = roofline::variants(context.lab, ladder, &context.roofs).into_iter().filter(|row| row.time.is_some());
    rows.for_each(|row| progress.emit(Event::Row { row: Box::new(row), estimated: false }));
    // What fails yet is not to have a time.
    ladder.forget_times();
}

async fn verify_main(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    ladder: &mut Ladder,
    instance: &mut DeviceProblem,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let request = context.request;
    let stage = Stage::Verify(ProblemName::Size(context.size));
    let mut beside = SideBySide::begin(
        (context.threads(), context.host),
        device,
        ladder.subjects.iter(),
        instance,
        (&stage, false),
        progress,
    );
    for index in 0..ladder.subjects.len() {
        let subject = &mut ladder.subjects[index];
        if !subject.live() {
            continue;
        }
        beside.finish(device, (index, &mut *subject), instance, progress).await?;
        let name = subject.variant.name;
        if subject.live() && context.simulated() && request.sources && request.job.as_attempt().is_some() {
            coverage::check(device, subject, instance, progress).await;
        }
        if subject.live() {
            progress.emit(Event::Checked(name.to_owned(), Box::new(subject.check.clone())));
        }
        if context.simulated() && matches!(request.job, Job::Ladder { .. }) {
            estimate(ladder);
            let rows = roofline::variants(context.lab, ladder, &context.roofs);
            let row = rows.into_iter().find(|row| row.name == name);
            row.into_iter().for_each(|row| progress.emit(Event::Row { row: Box::new(row), estimated: true }));
        }
    }
    beside.end(progress);
    Ok(())
}

/// Times the live variants of `ladder` at the size where the launch costs more than the work.
async fn time_small(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    timer: &mut Timer<'_>,
    ladder: &mut Ladder,
    size: u32,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let mut instance = context.instance(device, (ladder.part.problem)(size), progress).await?;
    let plan = &context.sessions.plan;
    let plan = Plan { budget: Seconds(plan.budget.0 / 4.0), ..plan.clone() };
    timer.time_small(device, ladder, &mut instance, &plan, progress).await?;
    instance.clear(device);
    Ok(())
}
