//! The counters of a launch, in total and by source line.

use super::tally::Tally;
use crate::program::Program;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The counters of one launch, totals over all its workgroups.
///
/// An *instruction* is one scalar operation of one subgroup; loop plumbing, copies between registers, the addressing
/// of an array and the short-circuit of `&&` and `||` are none. A *branch* is a condition that one subgroup evaluates
/// in an `if`, a `switch`, a loop's exit test or a `break if`. Uniform buffers and immediates are served by the
/// constant cache: they are no global requests. A loop whose counter runs to a constant in 32 passes or
/// fewer is taken to be unrolled, as every GPU compiler does: its test and increment are neither. Atomic operations are counted as such only.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Counters {
    /// The machine counted for.
    pub machine: String,
    /// Lanes in a subgroup.
    pub subgroup_width: u32,
    /// Instructions executed, each counted once a subgroup.
    pub subgroup_instructions: u64,
    /// Active lanes, summed over subgroup instructions.
    pub active_lanes: u64,
    /// `active_lanes / (subgroup_width * subgroup_instructions)`, 0 to 1.
    pub lane_efficiency: f64,
    /// Conditions evaluated, each counted once a subgroup.
    pub branches: u64,
    /// Branches after which lanes of one subgroup go different ways.
    pub divergent_branches: u64,
    /// Floating-point operations: add, subtract, multiply, divide, remainder, square root and the transcendental
    /// functions count 1 each, `fma` 2; by active lane.
    pub flop: u64,
    /// Loads and stores of storage buffers, each counted once a subgroup.
    pub global_requests: u64,
    /// Distinct sectors that the requests touch, summed over requests.
    pub global_sectors: u64,
    /// The fewest sectors that could hold the bytes of each request.
    pub global_sectors_ideal: u64,
    /// Bytes requested, by active lane.
    pub global_bytes: u64,
    /// Bytes to and from DRAM; `None` where the machine's caches are not modelled.
    pub dram_bytes: Option<u64>,
    /// Loads and stores of workgroup memory, each counted once a subgroup.
    pub shared_requests: u64,
    /// Passes over the banks of workgroup memory that the requests take; `None` where the machine's banks are not known.
    pub shared_wavefronts: Option<u64>,
    /// The fewest passes that the requests could take; `None` where the machine's banks are not known.
    pub shared_wavefronts_ideal: Option<u64>,
    /// Atomic operations, each counted once a subgroup.
    pub atomic_requests: u64,
    /// Sum over requests of the largest number of lanes at one address.
    pub atomic_serializations: u64,
    /// Barriers, each counted once a subgroup.
    pub barriers: u64,
    /// Resident subgroups over the most possible, 0 to 1.
    pub occupancy: Option<f64>,
    /// What limits the occupancy.
    pub occupancy_limit: Option<String>,
    /// Workgroups that were run to count.
    pub sampled_workgroups: u64,
    /// Workgroups of the launch.
    pub workgroups: u64,
}

/// The counters of one source line, totals over the launch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCounters {
    /// The source line, from 1.
    pub line: u32,
    /// Instructions executed, each counted once a subgroup.
    pub subgroup_instructions: u64,
    /// Active lanes, summed over instructions.
    pub active_lanes: u64,
    /// Conditions evaluated, each counted once a subgroup.
    pub branches: u64,
    /// Branches after which lanes go different ways.
    pub divergent_branches: u64,
    /// Floating-point operations, by active lane.
    pub flop: u64,
    /// Loads and stores of storage buffers, each counted once a subgroup.
    pub global_requests: u64,
    /// Distinct sectors that the requests touch, summed over requests.
    pub global_sectors: u64,
    /// The fewest sectors that could hold the bytes of each request.
    pub global_sectors_ideal: u64,
    /// Bytes requested, by active lane.
    pub global_bytes: u64,
    /// Loads and stores of workgroup memory, each counted once a subgroup.
    pub shared_requests: u64,
    /// Passes over the banks of workgroup memory that the requests take; `None` where the machine's banks are not known.
    pub shared_wavefronts: Option<u64>,
    /// The fewest passes that the requests could take; `None` where the machine's banks are not known.
    pub shared_wavefronts_ideal: Option<u64>,
    /// Atomic operations, each counted once a subgroup.
    pub atomic_requests: u64,
    /// Sum over requests of the largest number of lanes at one address.
    pub atomic_serializations: u64,
    /// Barriers, each counted once a subgroup.
    pub barriers: u64,
}

/// The counters of each source line that has any, in order.
pub fn by_line(program: &Program, tally: &Tally) -> Vec<LineCounters> {
    let mut lines: BTreeMap<u32, LineCounters> = BTreeMap::new();
    for (segment, counted) in program.segments.iter().zip(&tally.segments) {
        if counted.runs == 0 {
            continue;
        }
        for cost in &segment.costs {
            let line = lines.entry(cost.line).or_default();
            line.subgroup_instructions += u64::from(cost.instructions) * counted.runs;
            line.active_lanes += u64::from(cost.instructions) * counted.lanes;
            line.flop += u64::from(cost.flop) * counted.lanes;
        }
    }
    for (site, counted) in program.sites.iter().zip(&tally.sites) {
        if *counted == Default::default() {
            continue;
        }
        let line = lines.entry(site.line).or_default();
        line.branches += counted.branches;
        line.divergent_branches += counted.divergent_branches;
        line.global_requests += counted.global_requests;
        line.global_sectors += counted.global_sectors;
        line.global_sectors_ideal += counted.global_sectors_ideal;
        line.global_bytes += counted.global_bytes;
        line.shared_requests += counted.shared_requests;
        *line.shared_wavefronts.get_or_insert(0) += counted.shared_wavefronts;
        *line.shared_wavefronts_ideal.get_or_insert(0) += counted.shared_wavefronts_ideal;
        line.atomic_requests += counted.atomic_requests;
        line.atomic_serializations += counted.atomic_serializations;
        line.barriers += counted.barriers;
    }
    for (&number, line) in &mut lines {
        line.line = number;
        line.shared_wavefronts.get_or_insert(0);
        line.shared_wavefronts_ideal.get_or_insert(0);
    }
    lines.into_values().collect()
}

impl Counters {
    /// The totals of the lines.
    pub(crate) fn of_lines(lines: &[LineCounters], width: u32) -> Self {
        let sum = |field: fn(&LineCounters) -> u64| lines.iter().map(field).sum::<u64>();
        let subgroup_instructions = sum(|line| line.subgroup_instructions);
        let active_lanes = sum(|line| line.active_lanes);
        let slots = subgroup_instructions as f64 * f64::from(width);
        Self {
            subgroup_width: width,
            subgroup_instructions,
            active_lanes,
            lane_efficiency: if slots > 0.0 {
                active_lanes as f64 / slots
            } else {
                0.0
            },
            branches: sum(|line| line.branches),
            divergent_branches: sum(|line| line.divergent_branches),
            flop: sum(|line| line.flop),
            global_requests: sum(|line| line.global_requests),
            global_sectors: sum(|line| line.global_sectors),
            global_sectors_ideal: sum(|line| line.global_sectors_ideal),
            global_bytes: sum(|line| line.global_bytes),
            shared_requests: sum(|line| line.shared_requests),
            shared_wavefronts: Some(sum(|line| line.shared_wavefronts.unwrap_or(0))),
            shared_wavefronts_ideal: Some(sum(|line| line.shared_wavefronts_ideal.unwrap_or(0))),
            atomic_requests: sum(|line| line.atomic_requests),
            atomic_serializations: sum(|line| line.atomic_serializations),
            barriers: sum(|line| line.barriers),
            ..Self::default()
        }
    }
}
