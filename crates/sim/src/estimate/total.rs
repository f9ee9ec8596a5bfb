//! The estimated time of a launch: what all resources take together.

use std::collections::BTreeMap;

use super::term::Term;
use super::time_by_resource::TimeByResource;
use super::{Demand, Limit};
use crate::count::AtomicContention;
use crate::limit::Row;
use crate::machine::Machine;

/// Seconds of each resource that takes any, by its [name](Limit::name).
pub type Times = BTreeMap<String, f64>;

/// An estimated time, with all that it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Seconds, estimated: `launch_s` and what the terms take together. None where no term that the launch needs could be
    /// modelled; a lower bound where one could not, or not wholly ([`Estimate::at_least`]).
    pub time_s: Option<f64>,
    /// Seconds before the first instruction; none where the machine's figure is not known, and then taken as nothing.
    pub launch_s: Option<f64>,
    /// Every resource's term.
    pub terms: Vec<Term>,
    /// The resource with the largest term.
    pub limiter: Option<Limit>,
}

impl Demand {
    /// Whether atomics on storage memory are waited for longer than those on workgroup memory.
    pub fn waits_in_storage(&self, machine: &Machine) -> bool {
        TimeByResource { machine, demand: self }.waits_in_storage()
    }
}

impl Estimate {
    /// The resources that the launch asks for and the machine lacks figures for.
    pub fn not_modelled(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| !term.missing.is_empty())
    }

    /// The machine's figures that are missing, by their path in its file, each once.
    pub fn missing(&self) -> Vec<&'static str> {
        let mut missing: Vec<&'static str> = Vec::new();
        for figure in self.not_modelled().flat_map(|term| &term.missing) {
            if !missing.contains(figure) {
                missing.push(figure);
            }
        }
        missing
    }

    /// Whether figures are missing, so that the time is a lower bound and another resource may be what limits.
    pub fn at_least(&self) -> bool {
        self.not_modelled().next().is_some()
    }

    /// What is known of all terms.
    pub fn times(&self) -> Times {
        let known = self.terms.iter().filter_map(|term| Some((term.limit.name().to_owned(), term.time_s?)));
        known.filter(|(_, time)| *time > 0.0).collect()
    }

    /// Whether the launch takes more of the time than the kernel does.
    pub fn launch_dominates(&self) -> bool {
        self.launch_s.zip(self.time_s).is_some_and(|(launch, time)| launch > time / 2.0)
    }

    /// A resource's seconds, where they are modelled.
    pub fn term_s(&self, limit: Limit) -> Option<f64> {
        self.terms.iter().find(|term| term.limit == limit)?.time_s
    }

    /// The share of the kernel's own time that is saved where each resource has `fewer` of its work less, a share too; `None` where one of
    /// those has no time.
    pub fn saved(&self, demand: &Demand, fewer: impl Fn(Limit) -> f64) -> Option<f64> {
        self.saved_where(demand, |limit, time| time * (1.0 - fewer(limit)))
    }

    /// The same where each resource takes `then` in place of its seconds.
    pub fn saved_where(&self, demand: &Demand, then: impl Fn(Limit, f64) -> f64) -> Option<f64> {
        self.time_s?;
        let mut terms = self.terms.clone();
        for term in &mut terms {
            match term.time_s {
                Some(time) => term.time_s = Some(then(term.limit, time)),
                None if then(term.limit, 1.0) < 1.0 && !term.missing.is_empty() => return None,
                None => {}
            }
        }
        let [now, then] = [&self.terms, &terms].map(|terms| together(terms, overlap(demand)));
        Some(1.0 - then / now)
    }
}

/// The estimated time of a launch on a machine.
pub fn estimate(machine: &Machine, demand: &Demand) -> Estimate {
    let model = TimeByResource { machine, demand };
    let mut terms: Vec<Term> = Limit::ALL.iter().map(|limit| model.of(*limit)).collect();
    let busy_s = together(&terms, overlap(demand));
    if model.draws_more_than_known(busy_s) {
        let waits = terms.iter_mut().filter(|term| term.limit == Limit::Latency);
        waits.for_each(|term| term.missing.push("cache.bytes_under_way"));
    }
    let known = terms.iter().filter_map(|term| Some((term.limit, term.time_s?)));
    let asked = known.filter(|(_, time)| *time > 0.0);
    // A unit that has no room for one workgroup never ends it.
    let asked = asked.filter(|_| demand.occupancy.is_none_or(|occupancy| occupancy.workgroups > 0));
    // Of equal terms the first one: a strict comparison, so that the order of the list decides.
    let largest = asked.reduce(|best, other| if other.1 > best.1 { other } else { best });
    let largest = largest.map(|largest| arithmetic_of(largest, &terms));
    let launch_s = machine.launch.overhead_s;
    Estimate {
        time_s: largest.map(|_| launch_s.unwrap_or(0.0) + busy_s),
        launch_s,
        limiter: largest.map(|(limit, _)| limit),
        terms,
    }
}

/// Issue slots of which so many are multiply-adds are full: it is arithmetic that limits.
const FULL: f64 = 0.9;

/// The arithmetic behind instruction issue, where hardly anything else is issued.
fn arithmetic_of((limit, time): (Limit, f64), terms: &[Term]) -> (Limit, f64) {
    let arithmetic = terms.iter().filter(|term| matches!(term.limit, Limit::F32 | Limit::F16 | Limit::Matrix));
    let full = arithmetic.filter_map(|term| Some((term.limit, term.time_s?))).find(|(_, busy)| *busy >= FULL * time);
    full.filter(|_| limit == Limit::Issue).unwrap_or((limit, time))
}

/// How well rows overlap: 1 would add them up, infinity take the longest. Two rows of the same length take 1.26 times as
/// long as one. The knee of every measured roofline is round like that (RRZE gpu-benches, gpu-roofline), and so is the
/// bandwidth where there are barely enough loads in flight (gpu-stream).
const OVERLAP: i32 = 3;

/// What all terms take together.
fn together(terms: &[Term], overlap: Overlap) -> f64 {
    let alone =
        |limit: Limit| terms.iter().find(|term| term.limit == limit).and_then(|term| term.time_s).unwrap_or(0.0);
    let of = |limit: &Limit| match limit {
        Limit::SharedMemory if overlap.in_unit => alone(Limit::SharedMemory) + alone(Limit::Atomics),
        Limit::Atomics if overlap.in_unit => 0.0,
        limit => alone(*limit),
    };
    let of_row = |row: Row| Limit::ALL.iter().filter(move |limit| limit.row() == row);
    let rows = Row::ALL.map(|row| of_row(row).map(of).fold(0.0, f64::max));
    match (overlap.alone, rows) {
        (true, [pipes, waits @ ..]) => pipes + side_by_side(&waits),
        (false, rows) => side_by_side(&rows),
    }
}

/// What rows take that overlap.
fn side_by_side(rows: &[f64]) -> f64 {
    // The same digits on every system, which `powf` does not promise.
    let overlap = f64::from(OVERLAP);
    libm::pow(rows.iter().map(|time| libm::pow(*time, overlap)).sum(), 1.0 / overlap)
}

/// How rows overlap.
#[derive(Clone, Copy)]
struct Overlap {
    /// Whether a unit has one workgroup, which waits at barriers: while all its subgroups wait for what is on the other side, the
    /// unit's pipes stand still. What they wait for is on its way side by side.
    alone: bool,
    /// Whether all atomics are on workgroup memory, whose banks do one access after the other, of whatever kind.
    in_unit: bool,
}

fn overlap(demand: &Demand) -> Overlap {
    Overlap { alone: demand.is_alone(), in_unit: demand.atomics == AtomicContention::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_has_a_term_of_its_own() {
        let machine = Machine::builtin(Machine::DEFAULT).expect("it is built in");
        let terms: Vec<Limit> = estimate(machine, &Demand::default()).terms.iter().map(|term| term.limit).collect();
        assert_eq!(terms, Limit::ALL);
    }
}
