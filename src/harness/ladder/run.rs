//! The run of a lab, step by step: its ladder, an attempt, or candidates.

use std::sync::Arc;

use super::choose_size;
use super::compare_on_device::Comparer;
use super::context::RunContext;
use super::fill::Filler;
use super::observe::sources;
use super::parts;
use super::prepare::ladder::Ladder;
use super::prepare::size;
use super::prepare::variant_under_test::{self, Parts};
use super::progress::Progress;
use super::report::report;
use super::small_sizes;
use super::sweep;
use super::time::measured_roofs;
use super::time::session_plan::SessionPlan;
use super::time::timer::Timer;
use super::verify::audit;
use super::verify::audits::{self, Audits};
use crate::device::{AnyDevice, Device, DeviceType, Facts};
use crate::harness::protocol::{Activity, Done, Event, Note, Request, Roofs, RunError, TimingSession};
use crate::host::Host;
use crate::lab::{Lab, Problem};
use crate::labs;
use crate::units::Seconds;

/// Passes through loops that a workgroup of an attempt at an exercise may make: at an exercise's size the most laborious
/// right kernel makes thousands, and a student waits seconds for the answer that a loop does not end.
const WORKGROUP_STEPS: u64 = 1 << 22;

/// Passes through loops that all workgroups of an attempt may make together.
const LAUNCH_STEPS: u64 = 1 << 25;

/// Runs the lab of this name, or one session of several that its times take.
///
/// # Errors
/// [`RunError`] where the command line or the machine cannot serve it.
pub async fn run(
    name: &str,
    request: &Request,
    mut device: AnyDevice,
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<Done, RunError> {
    let begun = host.now();
    let progress = &mut Progress::new(emit, host);
    let lab = labs::named(name).map_err(RunError::unserved)?;
    let facts = device.facts().clone();
    prepare_simulator(&mut device, request);
    let (mut parts, notes) = variant_under_test::subjects(lab, request, &facts, host)?;
    let mut notes: Vec<Note> = notes.into_iter().map(Note::from).collect();
    let sessions = SessionPlan::new(request, &facts, &mut parts);
    let size = main_size(lab, request, &facts, &parts, &mut notes)?;
    let mut timer = Timer::new(host, sessions.is_first());
    let mut context = RunContext {
        lab,
        request,
        host,
        facts,
        machine: device.simulated().map(|simulator| simulator.machine().clone()),
        size,
        size_choice: request.known.size.clone(),
        roofs: Roofs::default(),
        sessions,
        comparer: None,
        filler: None,
    };
    let mut audits = Audits::new(small_sizes::to_audit(&context, &parts, host)?, host);
    if audits::leave_times_alone(&context.facts) {
        audits.go_beside(progress);
    }
    context.roofs = roofs(&mut device, &context, &mut timer.session, progress).await?;
    audits.go_beside(progress);
    prepare_device(&mut context, &mut device, &parts, progress).await?;
    count_steps(&context, &parts, progress);
    let mut ladders = parts::ladders(&mut context, &mut device, &mut timer, &mut audits, parts, progress).await?;
    let mut session = timer.session;
    session.compared_on_host = context.comparer.as_ref().and_then(|comparer| comparer.distrusted());
    session.stages = progress.spent();
    session.beside = audits.beside();
    session.took = Seconds((host.now() - begun).as_secs_f64());
    if !session.main.is_empty() && !context.sessions.is_last(&session) {
        hand_over(&ladders, progress);
        return Ok(Done::Session(Box::new(session)));
    }
    let mut report = report(&context, &mut ladders, session, notes);
    if request.sources {
        report.sources = sources::sources(&ladders);
    }
    Ok(Done::Lab(Box::new(report)))
}

fn prepare_simulator(device: &mut AnyDevice, request: &Request) {
    if let Some(simulator) = device.simulated() {
        // Findings name strides by them.
        simulator.keep_first_requests();
        if request.job.as_attempt().is_some() {
            simulator.bound_steps(request.steps.unwrap_or(WORKGROUP_STEPS), LAUNCH_STEPS);
        }
    }
}

/// The size that is asked for, or the one that suits the device, if the device holds it; the largest that there is to choose from, where
/// the device must be tried first.
fn main_size(
    lab: &Lab,
    request: &Request,
    facts: &Facts,
    parts: &Parts,
    notes: &mut Vec<Note>,
) -> Result<u32, RunError> {
    let size = choose_size::first(lab, request, facts, parts);
    if size == 0 {
        return Err(RunError::unserved("--size 0: a problem has at least size 1".to_owned()));
    }
    if request.why && facts.kind != DeviceType::Simulated {
        notes.push(Note::CountedElsewhere(audit::describe(lab, facts).map_err(RunError::unserved)?));
    }
    size::fits(facts, parts, size)?;
    Ok(size)
}

/// The device's roofs: those of an earlier process, whose tuned kernels are then measured again, or found now.
async fn roofs(
    device: &mut AnyDevice,
    context: &RunContext<'_>,
    session: &mut TimingSession,
    progress: &mut Progress<'_>,
) -> Result<Roofs, RunError> {
    progress.doing(Activity::Roofs, "measuring the device's roofs");
    let RunContext { request, facts, sessions, host, .. } = context;
    if let Some(roofs) = &request.known.roofs {
        // A worker that ended while a kernel ran has reported its roofs already.
        if !sessions.is_first() && !sessions.only_pairs() {
            session.tuned = measured_roofs::measure_again(device, facts, roofs, *host).await?;
        }
        return Ok(roofs.clone());
    }
    let roofs = measured_roofs::roofs(device, facts, request, *host).await?;
    progress.emit(Event::Roofs(Box::new(roofs.clone())));
    Ok(roofs)
}

/// Compiles and tries what makes large inputs on the device, and what compares large outputs there, where this process verifies.
async fn prepare_device(
    context: &mut RunContext<'_>,
    device: &mut AnyDevice,
    parts: &Parts,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    if context.simulated() {
        return Ok(());
    }
    let problems = parts.iter().flat_map(|(part, _)| {
        let points = sweep::points(context, part).0.into_iter();
        let swept = points.filter_map(|point| Some((part.sweep?.problem)(context.size, point)));
        swept.chain([(part.problem)(context.size)]).collect::<Vec<Problem>>()
    });
    let problems: Vec<Problem> = problems.collect();
    progress.doing(Activity::Prepare, "trying the filling kernel");
    context.filler = Filler::of_problems(device, &problems).await.map_err(RunError::unserved)?.map(Arc::new);
    if context.verifies() {
        progress.doing(Activity::Prepare, "trying the comparing kernel on planted errors");
        context.comparer = Comparer::of_problems(device, &problems).await.map_err(RunError::unserved)?.map(Arc::new);
    }
    Ok(())
}

/// Counts the steps of the run, of which its progress is a share.
fn count_steps(context: &RunContext<'_>, parts: &Parts, progress: &mut Progress<'_>) {
    let sizes = size::small_sizes(context.lab, context.request, context.size);
    let variants: usize = parts.iter().map(|(_, subjects)| subjects.len()).sum();
    // Once to compile, once a small size, and at the main size verified, timed and verified again.
    let also: usize = parts.iter().map(|(part, subjects)| part.also.len() * subjects.len()).sum();
    let swept: usize = parts.iter().map(|(part, subjects)| sweep::points(context, part).0.len() * subjects.len()).sum();
    let first = variants * (sizes.len() + 5) + also + 3 * swept;
    // Another process compiles and times.
    let another = 2 * variants + swept;
    let steps = first + (context.sessions.plan.sessions - 1) * another;
    let done = context.sessions.before.len().checked_sub(1).map_or(0, |others| first + others * another);
    progress.count(done, steps);
}

/// Tells what was verified, right or wrong, for the process that makes the report.
fn hand_over(ladders: &[Ladder], progress: &mut Progress<'_>) {
    let all = ladders.iter().flat_map(|ladder| std::iter::once(ladder).chain(&ladder.points));
    for (ladder, subject) in all.flat_map(|ladder| ladder.subjects.iter().map(move |subject| (ladder, subject))) {
        progress.emit(Event::Checked(ladder.key(subject), Box::new(subject.check.clone())));
    }
}
