//! A search on a device, by measured times.

use std::collections::BTreeMap;

use super::candidates::{Candidate, Shape};
use super::reference::{Place, Reference};
use super::result::{Ranking, Row};
use super::{Search, fault, refused, sampled};
use crate::device::{Device, DeviceType, Facts, Simulated, Timing};
use crate::harness::protocol::{Done, Event, RunError, Settled, Stage, Status, TimingSession};
use crate::harness::user::on_device::{DeviceKernel, ready_beside};
use crate::measure::{self, Clock, Plan, Ratio, Samples, Summary, choose_clock, ratios, summaries};
use crate::sim::machine::Machine;
use crate::units::digits3;

/// A candidate whose estimate is this many times the best is not timed.
const PRUNED: f64 = 3.0;

/// Candidates that are timed in several processes, at the most.
const FINALISTS: usize = 8;

/// Times a session, or says what the sessions found.
pub async fn search(
    mut search: Search<'_>,
    device: &mut impl Device,
    emit: &mut dyn FnMut(Event),
) -> Result<Done, RunError> {
    let plan = Plan::for_device(device.facts());
    let shape = Shape::of(search.request, search.tuning);
    let sessions = &search.request.known.sessions;
    if sessions.is_empty() {
        estimate(&mut search, device.facts(), emit)?;
        prune(&mut search, device.facts(), emit);
        let all = search.left();
        return session(&mut search, all, &shape, device, &plan, emit).await;
    }
    let names = finalists(&search, sessions);
    let finalists: Vec<Candidate> = search.left().into_iter().filter(|one| names.contains(&one.name)).collect();
    if sessions.len() < plan.sessions {
        return session(&mut search, finalists, &shape, device, &plan, emit).await;
    }
    let also = also_right(&mut search, finalists.clone(), device, emit).await?;
    let problem = search.bind(&search.candidates[0], &shape, emit)?.problem;
    let rows = ranked(&search, &finalists, &plan);
    let ranking = Ranking { estimated: false, problem, rows, also };
    Ok(Done::Tuning(Box::new(ranking.report(search, device.facts()))))
}

/// The simulator's estimate of each, for the machine that the device is. What it finds wrong is settled.
fn estimate(search: &mut Search<'_>, facts: &Facts, emit: &mut dyn FnMut(Event)) -> Result<(), RunError> {
    let simulator = machine(facts)?;
    let shape = Shape::of(search.request, search.tuning);
    for candidate in search.left() {
        if search.estimates.contains_key(&candidate.name) {
            continue;
        }
        let bound = match search.bind(&candidate, &shape, emit) {
            Ok(bound) => bound,
            Err(error) => {
                search.settle(&candidate.name, &shape, refused(error), emit);
                search.sound()?;
                continue;
            }
        };
        emit(search.entering(&candidate.name, Stage::Simulate));
        // What the simulator cannot run, the device may.
        let report = sampled(bound, &simulator).ok();
        let time = report.as_ref().and_then(|report| report.estimate.as_ref()?.time_s);
        emit(Event::Estimated(candidate.name.clone(), time));
        search.estimates.insert(candidate.name.clone(), time);
        if let Some(fault) = report.as_ref().and_then(fault) {
            search.settle(&candidate.name, &shape, Settled::wrong(fault), emit);
            search.sound()?;
        }
    }
    Ok(())
}

/// The simulator of the machine that the device is, or of the default one.
fn machine(facts: &Facts) -> Result<Simulated, RunError> {
    let machine = Machine::for_adapter(&facts.name).map_or_else(|| Machine::builtin(Machine::DEFAULT).cloned(), Ok);
    machine.map(Simulated::new).map_err(RunError::unserved)
}

/// Settles those whose estimates are far from the best. Of a device on the processor, no estimate says anything: all are timed.
fn prune(search: &mut Search<'_>, facts: &Facts, emit: &mut dyn FnMut(Event)) {
    if facts.kind == DeviceType::Cpu {
        return;
    }
    let left = search.left();
    let of = |one: &Candidate| search.estimates.get(&one.name).copied().flatten().map(|time| time.0);
    let Some(best) = left.iter().filter_map(of).reduce(f64::min) else { return };
    let kept = search.kept();
    let far = left.iter().filter(|one| !kept.contains(&one.name));
    let far = far.filter_map(|one| Some((one.name.clone(), of(one)? / best)).filter(|(_, times)| *times > PRUNED));
    for (name, times) in far.collect::<Vec<_>>() {
        let reason = format!("not timed: its estimated time is {} times that of the best by estimate", digits3(times));
        search.settle(&name, &Shape::of(search.request, search.tuning), Settled::new(Status::Skipped, reason), emit);
    }
}

/// Kernels that are right, on the device.
struct Checked {
    kernels: Vec<(String, DeviceKernel)>,
    /// Whether what they write must be put back before each run, by the host.
    rewritten: bool,
}

/// Verifies these, the unchanged kernel first; settles those that are wrong.
async fn check(
    search: &mut Search<'_>,
    these: Vec<Candidate>,
    shape: &Shape,
    device: &mut impl Device,
    emit: &mut dyn FnMut(Event),
) -> Result<Checked, RunError> {
    let mut shared = Vec::new();
    let mut reference: Option<Reference> = None;
    let mut checked = Checked { kernels: Vec::new(), rewritten: false };
    let mut clears = false;
    for candidate in these {
        let name = candidate.name.clone();
        let made = match search.bind(&candidate, shape, emit) {
            Ok(bound) => {
                let event = search.entering(&name, Stage::Run);
                let mut enter = |_| emit(event.clone());
                let places = Reference::places(&bound);
                ready_beside(&bound, &mut shared, device, &mut enter).await.map(|kernel| (places, kernel))
            }
            Err(error) => Err(error),
        };
        let (places, mut kernel) = match made {
            Ok(made) => made,
            Err(error) => {
                search.settle(&name, shape, refused(error), emit);
                search.sound()?;
                continue;
            }
        };
        let places = reference.as_ref().map_or(places, |reference| reference.places.clone());
        let written: Vec<_> = places.iter().map(|(place, ..)| *place).collect();
        let event = search.entering(&name, Stage::Run);
        let held = lost(run(&kernel, &places, device, &mut |_| emit(event.clone())).await, &name, emit)?;
        if let Some(reference) = &reference {
            if let Some(why) = reference.differs(&held, search.tuning) {
                search.settle(&name, shape, Settled::wrong(why), emit);
                continue;
            }
        } else {
            kernel.repeat(device, 1, &mut |_| emit(event.clone())).await?;
            let again = read(&kernel, &places, device).await?;
            clears = again != held;
            reference = Some(Reference::new(places, held, shape.expected(search.tuning), search.host)?);
        }
        checked.rewritten |= clears && !kernel.clear_first(&written);
        checked.kernels.push((name, kernel));
    }
    Ok(checked)
}

/// Runs a kernel on buffers as they were given; what it wrote.
async fn run(
    kernel: &DeviceKernel,
    places: &[Place],
    device: &mut impl Device,
    enter: &mut dyn FnMut(Stage),
) -> Result<Vec<Vec<u8>>, RunError> {
    kernel.run(device, enter).await?;
    read(kernel, places, device).await
}

async fn read(kernel: &DeviceKernel, places: &[Place], device: &mut impl Device) -> Result<Vec<Vec<u8>>, RunError> {
    let mut held = Vec::new();
    for (place, bytes, _) in places {
        held.push(kernel.read(device, *place, *bytes).await?);
    }
    Ok(held)
}

/// Tells of a kernel that ended the device: another worker goes on without it.
fn lost<T>(ran: Result<T, RunError>, name: &str, emit: &mut dyn FnMut(Event)) -> Result<T, RunError> {
    ran.inspect_err(|error| {
        if error.wrong {
            emit(Event::Lost(name.to_owned(), error.message.clone()));
        }
    })
}

/// Verifies these and times them in turns.
async fn session(
    search: &mut Search<'_>,
    these: Vec<Candidate>,
    shape: &Shape,
    device: &mut impl Device,
    plan: &Plan,
    emit: &mut dyn FnMut(Event),
) -> Result<Done, RunError> {
    let Checked { kernels, rewritten } = check(search, these, shape, device, emit).await?;
    // The order within rounds is another in each process.
    let order = plan.order + search.request.known.sessions.len() as u64;
    let mut plan = Plan { order, ..plan.clone() };
    if rewritten {
        plan.most_repeats = 1;
    }
    let time = async |which: usize, repeats: u32| -> Result<Timing, RunError> {
        let (name, kernel) = &kernels[which];
        let event = search.entering(name, Stage::Run);
        let mut enter = |_| emit(event.clone());
        if rewritten { kernel.run(device, &mut enter).await } else { kernel.repeat(device, repeats, &mut enter).await }
    };
    let sampled = measure::sample(kernels.len(), &[], &plan, time).await?;
    let main = kernels.iter().map(|(name, _)| name.clone()).zip(sampled).collect();
    Ok(Done::Session(Box::new(TimingSession { main, ..TimingSession::default() })))
}

fn clock(sessions: &[TimingSession]) -> Clock {
    choose_clock(&sessions.iter().flat_map(TimingSession::batches).collect::<Vec<_>>()).0
}

/// Those that the first session cannot tell from its fastest, the unchanged kernel, and what another search found.
fn finalists(search: &Search<'_>, sessions: &[TimingSession]) -> Vec<String> {
    let clock = clock(sessions);
    let first: BTreeMap<&String, Summary> =
        sessions[0].main.iter().filter_map(|(name, samples)| Some((name, samples.summary(clock)?))).collect();
    let mut ranked: Vec<(&String, &Summary)> = first.iter().map(|(name, summary)| (*name, summary)).collect();
    ranked.sort_by(|(_, a), (_, b)| a.median.0.total_cmp(&b.median.0));
    let Some((_, best)) = ranked.first().copied() else { return Vec::new() };
    let near = ranked.iter().enumerate().filter(|(at, (_, summary))| *at < 2 || !summary.apart(best));
    let mut names: Vec<String> = near.take(FINALISTS).map(|(_, (name, _))| (*name).clone()).collect();
    names.extend(search.kept());
    names
}

/// Verifies the finalists at another size; `None` where there is none, or the unchanged kernel is wrong there.
async fn also_right(
    search: &mut Search<'_>,
    finalists: Vec<Candidate>,
    device: &mut impl Device,
    emit: &mut dyn FnMut(Event),
) -> Result<Option<String>, RunError> {
    let Some(odd) = Shape::odd(search.request, search.tuning)? else { return Ok(None) };
    let unchanged = search.candidates[0].clone();
    let bound = search.bind(&unchanged, &odd, emit);
    emit(search.entering(&unchanged.name, Stage::Simulate));
    let simulator = machine(device.facts())?;
    let report = bound.and_then(|bound| sampled(bound, &simulator));
    let wrong = match &report {
        Ok(report) => fault(report),
        Err(refused) => Some(refused.message.clone()),
    };
    if let Some(wrong) = wrong {
        search.not_verified(&odd.label, &wrong);
        return Ok(None);
    }
    check(search, finalists, &odd, device, emit).await?;
    Ok(Some(odd.label))
}

/// All that were timed, the fastest first: the finalists by all sessions, then the others by the first.
fn ranked(search: &Search<'_>, finalists: &[Candidate], plan: &Plan) -> Vec<Row> {
    let sessions = &search.request.known.sessions;
    let clock = clock(sessions);
    let samples =
        |name: &str| -> Vec<&Samples> { sessions.iter().filter_map(|session| session.main.get(name)).collect() };
    let left: Vec<String> =
        search.left().into_iter().map(|one| one.name).filter(|name| !samples(name).is_empty()).collect();
    let is_final = |name: &String| finalists.iter().any(|one| one.name == *name);
    let times = summaries(&left.iter().map(|name| samples(name)).collect::<Vec<_>>(), clock, plan.drift);
    let mut rows: Vec<(String, Summary)> =
        left.into_iter().zip(times).filter_map(|(name, time)| Some((name, time?))).collect();
    rows.sort_by(|(a, x), (b, y)| is_final(b).cmp(&is_final(a)).then(x.median.0.total_cmp(&y.median.0)));
    let best = rows.first().map(|(name, _)| samples(name)).unwrap_or_default();
    let pair = |name: &String| best.iter().zip(samples(name)).map(|(best, other)| [*best, other]).collect::<Vec<_>>();
    let pairs: Vec<_> = rows.iter().map(|(name, _)| pair(name)).collect();
    let ratios = ratios(&pairs, clock);
    let row = |((name, time), ratio): ((String, Summary), Option<Ratio>)| {
        (name, time, ratio.map(|ratio| (ratio, !ratio.differs())))
    };
    rows.into_iter().zip(ratios).map(row).collect()
}
