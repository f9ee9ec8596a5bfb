//! The evidence of a launch, from which findings are drawn.

use super::kernel::KernelFacts;
use super::request::Request;
use crate::estimate::{Demand, Estimate, Limit};
use crate::machine::Machine;
use crate::occupancy::{Footprint, Occupancy};
use crate::{AccessSample, Counters, LineCounters};

/// The most lines that are named per kind of finding: more would bury the first.
const LINES: usize = 3;

/// Workgroups for each unit from which on a quarter of them still fills the units: larger tiles, or a vec4 an invocation.
const ROUNDS: u64 = 4;

/// A share of the estimated time that is worth a finding about what is only a part of it.
pub(super) const SAVED: f64 = 0.02;

/// One launch.
#[derive(Clone, Copy)]
pub struct Evidence<'a> {
    /// The machine that was counted for.
    pub machine: &'a Machine,
    /// Totals.
    pub counters: &'a Counters,
    /// By source line.
    pub lines: &'a [LineCounters],
    /// The first request of each access; empty where they were not kept, and then no stride is named.
    pub access_samples: &'a [AccessSample],
    /// What the kernel has.
    pub kernel: &'a KernelFacts,
    /// What a workgroup takes of a unit.
    pub footprint: Footprint,
    /// Invocations in a workgroup along x, y and z.
    pub workgroup_size: [u32; 3],
    /// What is resident.
    pub occupancy: Option<&'a Occupancy>,
    /// What the launch asks of the machine.
    pub demand: &'a Demand,
    /// The estimated time.
    pub estimate: &'a Estimate,
}

impl<'a> Evidence<'a> {
    /// All accesses that were kept.
    pub(super) fn every_request(&self) -> impl Iterator<Item = Request<'a>> + Clone + use<'a> {
        self.access_samples.iter().map(Request)
    }

    /// The accesses of a line that were kept.
    pub(super) fn requests(&self, line: u32) -> impl Iterator<Item = Request<'a>> {
        self.every_request().filter(move |request| request.0.line == line)
    }

    /// The accesses to a variable of workgroup memory that were kept.
    pub(super) fn accesses(&self, name: &str) -> Vec<Request<'a>> {
        self.every_request().filter(|request| request.0.name == name && request.wavefronts().is_some()).collect()
    }

    /// Subgroups of the launch.
    pub(super) fn subgroups(&self) -> f64 {
        let each = self.footprint.workgroup_size.div_ceil(self.machine.subgroup_width().max(1));
        (self.counters.workgroups * u64::from(each)).max(1) as f64
    }

    /// Whether the launch has too few workgroups for each to do several times as much: units would be left idle.
    pub(super) fn has_few_rounds(&self) -> bool {
        self.machine.unit.count.is_some_and(|units| self.demand.workgroups < ROUNDS * u64::from(units))
    }

    /// Whether each unit has a workgroup, in a time that the launch overhead does not dominate.
    pub(super) fn fills_units(&self) -> bool {
        let units = self.machine.unit.count;
        !self.estimate.launch_dominates() && units.is_some_and(|units| self.demand.workgroups >= u64::from(units))
    }

    /// Whether kernels reach the machine through a language in which naga gives each loop an exit of its own.
    pub(super) fn bounds_loops(&self) -> bool {
        self.machine.unit.bounded_loops == Some(1)
    }

    /// Workgroups that all units hold at a time.
    pub(super) fn held(&self) -> Option<u64> {
        Some(u64::from(self.machine.unit.count?) * u64::from(self.occupancy?.workgroups))
    }

    /// Whether most of the latency is that of instructions which need each other's results, not of memory.
    pub(super) fn waits_for_arithmetic(&self) -> bool {
        self.demand.waits_for_arithmetic(self.machine)
    }

    /// Whether atomics on storage memory are waited for, not those on workgroup memory.
    pub(super) fn waits_in_storage(&self) -> bool {
        self.demand.waits_in_storage(self.machine)
    }

    /// Whether the estimate is limited by one of these.
    pub(super) fn limited_by(&self, limits: &[Limit]) -> bool {
        self.estimate.limiter.is_some_and(|limiter| limits.contains(&limiter))
    }

    /// Whether the launch would hardly be shorter if each resource had a share `fewer` of its work less.
    pub(super) fn saves_little(&self, fewer: impl Fn(Limit) -> f64) -> bool {
        self.estimate.saved(self.demand, fewer).is_some_and(|saved| saved < SAVED)
    }

    /// The share of their latency for which workgroups wait at bank conflicts and serialized atomics of workgroup memory.
    pub(super) fn turns(&self) -> f64 {
        let turns = self.demand.lengths.paths.turns as f64 / self.demand.workgroups.max(1) as f64;
        let seconds =
            self.counters.waves.unwrap_or(1) as f64 * turns / self.machine.unit.clock_hz.unwrap_or(f64::INFINITY);
        self.estimate
            .term_s(Limit::Latency)
            .filter(|latency| *latency > 0.0)
            .map_or(0.0, |latency| (seconds / latency).min(1.0))
    }

    /// The lines that `chosen` accepts, with most of `spent` first, as many as are named.
    pub(super) fn dearest(
        &self,
        spent: impl Fn(&LineCounters) -> u64,
        chosen: impl Fn(&LineCounters) -> bool,
    ) -> Vec<&'a LineCounters> {
        let mut lines: Vec<&LineCounters> = self.lines.iter().filter(|line| chosen(line)).collect();
        lines.sort_by_key(|line| (std::cmp::Reverse(spent(line)), line.line));
        lines.truncate(LINES);
        lines
    }
}
