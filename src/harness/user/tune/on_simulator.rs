//! A search on the simulator, by estimated times.

use std::collections::BTreeSet;

use super::candidates::{Candidate, Shape};
use super::reference::{Place, Reference};
use super::result::Ranking;
use super::{Search, fault, refused};
use crate::device::{Device, Simulated};
use crate::harness::protocol::{BindingPoint, Done, Event, RunError, Settled, Stage};
use crate::harness::user::on_simulator::simulate_for_buffers;
use crate::measure::{Ratio, Summary};
use crate::units::Seconds;

/// Runs each candidate whole, and ranks them by the machine's estimated time.
pub fn search(mut search: Search<'_>, simulator: &Simulated, emit: &mut dyn FnMut(Event)) -> Result<Done, RunError> {
    let shape = Shape::of(search.request, search.tuning);
    let all = search.left();
    let problem = check(&mut search, all, &shape, simulator, emit)?;
    if by_estimate(&search).is_empty() {
        return Err(RunError::unserved(format!(
            "{} has no estimated times, for want of figures in its file: choose another machine, or a device",
            simulator.facts().name
        )));
    }
    let also = also_right(&mut search, simulator, emit)?;
    let ranked = by_estimate(&search);
    let best = ranked.first().map_or(Seconds(1.0), |(time, _)| *time);
    let rows = ranked.into_iter().map(|(time, name)| {
        let value = time.0 / best.0;
        (name, Summary::estimated(time), Some((Ratio { value, low: value, high: value }, value < NEAR)))
    });
    let ranking = Ranking { estimated: true, problem, rows: rows.collect(), also };
    Ok(Done::Tuning(Box::new(ranking.report(search, simulator.facts()))))
}

/// Estimates that are no further apart than this cannot be told apart, as a ratio.
const NEAR: f64 = 1.0 + Summary::DRIFT;

/// Verifies at another size those that may be the best, until all of them are right there; `None` where there is no other size, or the
/// unchanged kernel is wrong there.
fn also_right(
    search: &mut Search<'_>,
    simulator: &Simulated,
    emit: &mut dyn FnMut(Event),
) -> Result<Option<String>, RunError> {
    let Some(odd) = Shape::odd(search.request, search.tuning)? else { return Ok(None) };
    let kept = search.kept();
    let mut verified: BTreeSet<String> = BTreeSet::new();
    loop {
        let ranked = by_estimate(search);
        let best = ranked.first().map_or(f64::INFINITY, |(time, _)| time.0);
        let near = ranked.into_iter().filter(|(time, name)| time.0 < NEAR * best || kept.contains(name));
        let names: BTreeSet<String> = near.map(|(_, name)| name).filter(|name| !verified.contains(name)).collect();
        if names.is_empty() {
            return Ok(Some(odd.label));
        }
        let these = search.left().into_iter().filter(|one| names.contains(&one.name)).collect();
        let known = search.estimates.clone();
        let checked = check(search, these, &odd, simulator, emit);
        search.estimates = known;
        if let Err(wrong) = checked {
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
    shape: &Shape,
    simulator: &Simulated,
    emit: &mut dyn FnMut(Event),
) -> Result<Option<String>, RunError> {
    let (mut reference, mut problem) = (None, None);
    let first = search.candidates[0].clone();
    let all = std::iter::once(first.clone()).chain(these.into_iter().filter(|one| one.name != first.name));
    for candidate in all {
        let wrong = match run(search, &candidate, shape, simulator, emit) {
            Err(settled) => Some(settled),
            Ok((bound_places, held, estimate, label)) => {
                emit(Event::Estimated(candidate.name.clone(), estimate));
                search.estimates.insert(candidate.name.clone(), estimate);
                match &reference {
                    None => {
                        reference =
                            Some(Reference::new(bound_places, held, shape.expected(search.tuning), search.host)?);
                        problem = label;
                        None
                    }
                    Some(reference) => reference.differs(&held, search.tuning).map(Settled::wrong),
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

/// What a candidate wrote and where, its estimated time, and the problem in words.
type Ran = (Vec<Place>, Vec<Vec<u8>>, Option<Seconds>, Option<String>);

/// Runs one.
fn run(
    search: &Search<'_>,
    candidate: &Candidate,
    shape: &Shape,
    simulator: &Simulated,
    emit: &mut dyn FnMut(Event),
) -> Result<Ran, Settled> {
    let bound = search.bind(candidate, shape, emit).map_err(refused)?;
    emit(search.entering(&candidate.name, Stage::Simulate));
    let (report, held) = simulate_for_buffers(&bound, simulator).map_err(refused)?;
    if let Some(fault) = fault(&report) {
        return Err(Settled::wrong(fault));
    }
    let places = Reference::places(&bound);
    let of = |place: &BindingPoint| held.whole.get(&(place.group, place.binding)).cloned().unwrap_or_default();
    let outputs = places.iter().map(|(place, ..)| of(place)).collect();
    Ok((places, outputs, report.estimate.and_then(|estimate| estimate.time_s), report.problem))
}
