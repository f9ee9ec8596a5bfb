//! A search on the simulator, by estimated times.

use std::collections::BTreeSet;

use super::candidates::{Candidate, Shape};
use super::reference::{Place, Reference};
use super::result::Ranking;
use super::{SAMPLE, Search, fault, refused};
use crate::device::{Device, Simulated};
use crate::harness::protocol::{BindingPoint, Done, Event, RunError, Settled, Stage};
use crate::harness::user::on_simulator::simulate_for_buffers;
use crate::measure::{Ratio, Summary};
use crate::units::Seconds;

/// How much of a candidate is run.
#[derive(Clone, Copy, PartialEq)]
enum Extent {
    /// All of it: what it writes is compared with what the unchanged kernel writes.
    Whole,
    /// Some workgroups: enough for its time.
    Some,
}

/// Subgroup instructions up to which a candidate is run whole: seconds of one core, and there may be a hundred candidates.
const WHOLE: u64 = 1 << 26;

/// Runs each candidate, and ranks them by the machine's estimated time. Where that would take long, only some workgroups are run, and all
/// candidates are verified at another size.
pub fn search(mut search: Search<'_>, simulator: &Simulated, emit: &mut dyn FnMut(Event)) -> Result<Done, RunError> {
    let shape = Shape::of(search.request, search.tuning);
    let all = search.left();
    let extent = extent(&mut search, &shape, simulator, emit)?;
    let problem = check(&mut search, all, (&shape, extent), simulator, emit)?;
    if by_estimate(&search).is_empty() {
        return Err(RunError::unserved(format!(
            "{} has no estimated times, for want of figures in its file: choose another machine, or a device",
            simulator.facts().name
        )));
    }
    let also = also_right(&mut search, extent, simulator, emit)?;
    let ranked = by_estimate(&search);
    let best = ranked.first().map_or(Seconds(1.0), |(time, _)| *time);
    let rows = ranked.into_iter().map(|(time, name)| {
        let value = time.0 / best.0;
        (name, Summary::estimated(time), Some((Ratio { value, low: value, high: value }, value < NEAR)))
    });
    let ranking = Ranking { estimated: true, problem, rows: rows.collect(), also };
    Ok(Done::Tuning(Box::new(ranking.report(search, simulator.facts()))))
}

/// Estimates that are no further apart than this count as equal, as a ratio.
const NEAR: f64 = 1.0 + Summary::DRIFT;

/// How much is run of each on `shape`: some where it would take long to run the unchanged kernel whole, if there is another size at which it
/// would not. One that cannot run at all is reported later.
fn extent(
    search: &mut Search<'_>,
    shape: &Shape,
    simulator: &Simulated,
    emit: &mut dyn FnMut(Event),
) -> Result<Extent, RunError> {
    let first = search.candidates[0].clone();
    let mut is_long = |search: &Search<'_>, shape: &Shape| {
        let some = run(search, &first, (shape, Extent::Some), simulator, emit);
        some.is_ok_and(|some| some.instructions > WHOLE)
    };
    if !is_long(search, shape) {
        return Ok(Extent::Whole);
    }
    let odd = Shape::odd(search.request, search.tuning)?;
    let Some(odd) = odd.filter(|odd| !is_long(search, odd)) else {
        return Err(RunError::unserved(
            "the simulator would take too long to run each candidate whole. Choose a smaller problem; or add --odd with small values of \
             what the grid names, such as --odd params.size=129: all candidates are then verified there, and their times are estimated \
             from some of their workgroups",
        ));
    };
    search.notes.push(format!(
        "only some workgroups of each candidate were run, for all would take too long: times are estimated from these, and outputs were \
         compared at {} alone",
        odd.label
    ));
    Ok(Extent::Some)
}

/// Verifies at another size those that may be the best, until all of them are right there, or all, where nothing was verified yet; `None`
/// where there is no other size, or the unchanged kernel is wrong there.
fn also_right(
    search: &mut Search<'_>,
    extent: Extent,
    simulator: &Simulated,
    emit: &mut dyn FnMut(Event),
) -> Result<Option<String>, RunError> {
    let Some(odd) = Shape::odd(search.request, search.tuning)? else { return Ok(None) };
    let kept = search.kept();
    let mut verified: BTreeSet<String> = BTreeSet::new();
    loop {
        let ranked = by_estimate(search);
        let best = ranked.first().map_or(f64::INFINITY, |(time, _)| time.0);
        let doubtful =
            |time: Seconds, name: &String| extent == Extent::Some || time.0 < NEAR * best || kept.contains(name);
        let near = ranked.into_iter().filter(|(time, name)| doubtful(*time, name));
        let names: BTreeSet<String> = near.map(|(_, name)| name).filter(|name| !verified.contains(name)).collect();
        if names.is_empty() {
            return Ok(Some(odd.label));
        }
        let these = search.left().into_iter().filter(|one| names.contains(&one.name)).collect();
        let known = search.estimates.clone();
        let checked = check(search, these, (&odd, Extent::Whole), simulator, emit);
        search.estimates = known;
        if let Err(wrong) = checked {
            if extent == Extent::Some {
                return Err(wrong);
            }
            search.settled.remove(&search.candidates[0].name);
            search.not_verified(&odd.label, &wrong.message);
            return Ok(None);
        }
        verified.extend(names);
    }
}

/// Those that are right, the fastest by estimate first.
fn by_estimate(search: &Search<'_>) -> Vec<(Seconds, String)> {
    let left = search.left().into_iter().filter_map(|one| Some((search.estimates.get(&one.name).copied()??, one.name)));
    let mut ranked: Vec<(Seconds, String)> = left.collect();
    ranked.sort_by(|(a, _), (b, _)| a.0.total_cmp(&b.0));
    ranked
}

/// Runs these, of which the first is the unchanged kernel; settles those that are wrong. The problem in words, where it is a lab's.
fn check(
    search: &mut Search<'_>,
    these: Vec<Candidate>,
    (shape, extent): (&Shape, Extent),
    simulator: &Simulated,
    emit: &mut dyn FnMut(Event),
) -> Result<Option<String>, RunError> {
    let (mut reference, mut problem) = (None, None);
    let first = search.candidates[0].clone();
    let all = std::iter::once(first.clone()).chain(these.into_iter().filter(|one| one.name != first.name));
    for candidate in all {
        let wrong = match run(search, &candidate, (shape, extent), simulator, emit) {
            Err(settled) => Some(settled),
            Ok(ran) => {
                emit(Event::Estimated(candidate.name.clone(), ran.estimate));
                search.estimates.insert(candidate.name.clone(), ran.estimate);
                problem = problem.or(ran.problem);
                match &reference {
                    _ if extent == Extent::Some => None,
                    None => {
                        let expected = shape.expected(search.tuning);
                        reference = Some(Reference::new(ran.places, ran.held, expected, search.host)?);
                        None
                    }
                    Some(reference) => reference.differs(&ran.held, search.tuning).map(Settled::wrong),
                }
            }
        };
        if let Some(settled) = wrong {
            search.settle(&candidate.name, shape, settled, emit);
        }
        search.sound()?;
    }
    Ok(problem)
}

/// What came of a candidate.
struct Ran {
    /// Where it may write, and what it wrote there.
    places: Vec<Place>,
    held: Vec<Vec<u8>>,
    estimate: Option<Seconds>,
    /// The problem in words, where it is a lab's.
    problem: Option<String>,
    /// Subgroup instructions of the whole launch.
    instructions: u64,
}

/// Runs one.
fn run(
    search: &Search<'_>,
    candidate: &Candidate,
    (shape, extent): (&Shape, Extent),
    simulator: &Simulated,
    emit: &mut dyn FnMut(Event),
) -> Result<Ran, Settled> {
    let mut bound = search.bind(candidate, shape, emit).map_err(refused)?;
    if extent == Extent::Some {
        (bound.user.hands_on, bound.user.sample) = (false, Some(SAMPLE));
    }
    emit(search.entering(&candidate.name, Stage::Simulate));
    let (report, held) = simulate_for_buffers(&bound, simulator).map_err(refused)?;
    if let Some(fault) = fault(&report) {
        return Err(Settled::wrong(fault));
    }
    let places = Reference::places(&bound);
    let of = |place: &BindingPoint| held.whole.get(&(place.group, place.binding)).cloned().unwrap_or_default();
    let held = places.iter().map(|(place, ..)| of(place)).collect();
    let instructions = report.counters.as_ref().map_or(0, |counters| counters.subgroup_instructions);
    let estimate = report.estimate.and_then(|estimate| estimate.time_s);
    Ok(Ran { places, held, estimate, problem: report.problem, instructions })
}
