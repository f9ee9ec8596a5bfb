//! The parts of a lab, one after the other, or side by side on copies of the simulator.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver};
use std::thread::{Scope, ScopedJoinHandle};

use super::choose_size;
use super::context::RunContext;
use super::measure::{at_main_size, measure};
use super::prepare::ladder::Ladder;
use super::prepare::variant_under_test::{Parts, VariantUnderTest};
use super::progress::Progress;
use super::small_sizes::verify_small;
use super::time::timer::Timer;
use super::verify::audits::Audits;
use super::verify::own_pool::own_pool;
use super::verify::side_by_side::at_once;
use crate::device::{AnyDevice, Simulated};
use crate::harness::protocol::{Event, RunError};
use crate::lab::Part;

/// Parts that go on at a time: the first row shares the cores with one other part, not with all of them.
const AT_ONCE: usize = 2;

/// What goes on of a part: what it tells, and what comes of it.
type Running<'scope> = (Receiver<Event>, ScopedJoinHandle<'scope, Result<Vec<Ladder>, RunError>>);

/// The ladders of `parts`, measured.
///
/// # Errors
/// [`RunError`] where the device was lost.
pub async fn ladders(
    context: &mut RunContext<'_>,
    device: &mut AnyDevice,
    timer: &mut Timer<'_>,
    audits: &mut Audits,
    parts: Parts,
    progress: &mut Progress<'_>,
) -> Result<Vec<Ladder>, RunError> {
    match device {
        AnyDevice::Gpu(_) => all_at_a_stretch(context, device, timer, audits, parts, progress).await,
        AnyDevice::Simulated(simulator) if may_overlap(context, &parts) => {
            side_by_side(context, simulator, parts, progress)
        }
        AnyDevice::Simulated(_) => one_by_one(context, device, timer, audits, parts, progress).await,
    }
}

/// Whether parts of this run may go on side by side.
fn may_overlap(context: &RunContext<'_>, parts: &Parts) -> bool {
    context.samples() && parts.len() > 1 && context.threads() > 1
}

/// On copies of `simulator`. What a part tells is told when those before it have ended.
fn side_by_side(
    context: &RunContext<'_>,
    simulator: &Simulated,
    parts: Parts,
    progress: &mut Progress<'_>,
) -> Result<Vec<Ladder>, RunError> {
    progress.emit(Event::Beside(true));
    let ladders = std::thread::scope(|scope| {
        let mut later = parts.into_iter();
        let mut running: VecDeque<Running<'_>> = VecDeque::new();
        let mut ladders = Vec::new();
        loop {
            for part in later.by_ref().take(AT_ONCE - running.len()) {
                let begun = begin(scope, context, simulator.copy(), part);
                running.push_back(
                    begun.map_err(|error| RunError::unserved(format!("no thread could be started: {error}")))?,
                );
            }
            let Some((told, thread)) = running.pop_front() else { return Ok(ladders) };
            told.into_iter().for_each(|event| tell(event, progress));
            ladders.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
    });
    progress.emit(Event::Beside(false));
    ladders
}

fn begin<'scope, 'context>(
    scope: &'scope Scope<'scope, '_>,
    context: &'scope RunContext<'context>,
    simulator: Simulated,
    part: (&'static Part, Vec<VariantUnderTest>),
) -> io::Result<Running<'scope>> {
    let (tell, told) = mpsc::channel();
    let work = move || {
        let mut device = AnyDevice::from(simulator);
        let mut relay = |event| drop(tell.send(event));
        let mut progress = Progress::new(&mut relay, context.host);
        let (mut timer, mut audits) = (Timer::new(context.host, true), Audits::new(None, context.host));
        at_once(one_by_one(context, &mut device, &mut timer, &mut audits, vec![part], &mut progress))
    };
    let pool = own_pool(context.threads())?;
    let thread = std::thread::Builder::new().spawn_scoped(scope, move || pool.install(work))?;
    Ok((told, thread))
}

/// Tells what a part's own progress told, as a step of the whole run's.
fn tell(event: Event, progress: &mut Progress<'_>) {
    match event {
        Event::Enter { variant, stage, .. } => progress.enter(&variant, &stage),
        // All of it is.
        Event::Beside(_) => {}
        event => progress.emit(event),
    }
}

/// A device first verifies all, then times at a stretch.
async fn all_at_a_stretch(
    context: &mut RunContext<'_>,
    device: &mut AnyDevice,
    timer: &mut Timer<'_>,
    audits: &mut Audits,
    mut parts: Parts,
    progress: &mut Progress<'_>,
) -> Result<Vec<Ladder>, RunError> {
    verify_small(context, device, &mut parts, audits, progress).await?;
    if choose_size::is_open(context.request, &context.facts) {
        choose_size::choose(context, device, &mut parts, progress).await?;
    }
    let mut ladders = at_main_size(context, parts);
    measure(context, device, timer, &mut ladders, progress).await?;
    Ok(ladders)
}

/// Estimates are not interleaved: a part's rows come before the next part begins.
async fn one_by_one(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    timer: &mut Timer<'_>,
    audits: &mut Audits,
    parts: Parts,
    progress: &mut Progress<'_>,
) -> Result<Vec<Ladder>, RunError> {
    let mut ladders = Vec::new();
    for part in parts {
        let mut part = vec![part];
        verify_small(context, device, &mut part, audits, progress).await?;
        let mut some = at_main_size(context, part);
        measure(context, device, timer, &mut some, progress).await?;
        ladders.extend(some);
    }
    Ok(ladders)
}
