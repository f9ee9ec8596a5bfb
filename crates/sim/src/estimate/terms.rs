use super::model::Model;
use super::{Demand, Limit};
use crate::machine::Machine;

/// The time that one resource needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The resource.
    pub limit: Limit,
    /// Seconds; none where a figure is missing and the launch asks for the resource at all.
    pub time_s: Option<f64>,
    /// The machine's figures that are missing, by their path in its file.
    pub missing: Vec<&'static str>,
}

/// An estimated time, with all that it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Seconds, estimated: `launch_s` and the largest term. None where no term that the launch needs could be modelled.
    pub time_s: Option<f64>,
    /// Seconds before the first instruction; none where the machine's figure is not known, and then taken as nothing.
    pub launch_s: Option<f64>,
    /// Every resource's term.
    pub terms: Vec<Term>,
    /// The resource with the largest term.
    pub limiter: Option<Limit>,
}

impl Estimate {
    /// The resources that the launch asks for and the machine has no figures for.
    pub fn not_modelled(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| term.time_s.is_none())
    }

    /// A resource's seconds, where they are modelled.
    pub fn term_s(&self, limit: Limit) -> Option<f64> {
        self.terms.iter().find(|term| term.limit == limit)?.time_s
    }
}

/// The estimated time of a launch on a machine.
pub fn estimate(machine: &Machine, demand: &Demand) -> Estimate {
    let model = Model { machine, demand };
    let terms = vec![
        model.issue(),
        model.flop(Limit::F32, demand.f32_flop, machine.unit.f32_flop_per_clock, "unit.f32_flop_per_clock"),
        model.flop(Limit::F16, demand.f16_flop, machine.unit.f16_flop_per_clock, "unit.f16_flop_per_clock"),
        model.special_functions(),
        model.level1(),
        model.shared_memory(),
        model.level2(),
        model.last_level(),
        model.dram(),
        model.atomics(),
        model.latency(),
    ];
    let known = terms.iter().filter_map(|term| Some((term.limit, term.time_s?)));
    let asked = known.filter(|(_, time)| *time > 0.0);
    // Of equal terms the first one: a strict comparison, so that the order of the list decides.
    let largest = asked.reduce(|best, other| if other.1 > best.1 { other } else { best });
    let launch_s = machine.launch.overhead_s;
    Estimate {
        time_s: largest.map(|(_, time)| launch_s.unwrap_or(0.0) + time),
        launch_s,
        limiter: largest.map(|(limit, _)| limit),
        terms,
    }
}
