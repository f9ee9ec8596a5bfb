//! What follows from a launch's counters on a machine: occupancy, estimated time, findings.

use super::advice::advice;
use super::cache::Traffic;
use super::estimate::{Demand, Estimate, estimate};
use super::machine::Machine;
use super::occupancy::{Footprint, Occupancy, occupancy};
use super::{Counters, Finding, LineCounters};

/// Occupancy, estimate and findings of one launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// What is resident on a unit; none where it is not modelled.
    pub occupancy: Option<Occupancy>,
    /// The estimated time, its terms and its limiter.
    pub estimate: Estimate,
    /// Uncoalesced accesses, bank conflicts, divergence and the limiter.
    pub findings: Vec<Finding>,
}

/// Analyses a launch from its counters. `traffic` is what its caches did, where they were simulated.
pub fn analyse(
    machine: &Machine,
    footprint: Footprint,
    counters: &Counters,
    lines: &[LineCounters],
    traffic: Option<Traffic>,
) -> Analysis {
    let occupancy = occupancy(machine, footprint);
    let demand = Demand {
        occupancy,
        traffic,
        ..Demand::of(counters, traffic)
    };
    let estimate = estimate(machine, &demand);
    let findings = advice(machine, counters, lines, occupancy.as_ref(), &estimate);
    Analysis {
        occupancy,
        estimate,
        findings,
    }
}

impl Demand {
    /// What the counters say of a launch's demands. They do not tell loads from stores, f16 from f32, or atomics on storage
    /// from those on workgroup memory, and so: loads are the share of the requests that read sectors have in all, all FLOP
    /// are taken as f32, all requests to workgroup memory are waited for, and all atomics are on storage.
    pub fn of(counters: &Counters, traffic: Option<Traffic>) -> Self {
        let reads = traffic.map_or(counters.global_sectors, |traffic| traffic.l1_read_sectors);
        let share =
            reads.min(counters.global_sectors) as f64 / counters.global_sectors.max(1) as f64;
        let loads = (counters.global_requests as f64 * share).round() as u64;
        Self {
            workgroups: counters.workgroups,
            subgroup_instructions: counters.subgroup_instructions,
            f32_flop: counters.flop,
            global_requests: counters.global_requests + counters.atomic_requests,
            global_waits: loads + counters.atomic_requests,
            global_bytes: counters.global_bytes,
            shared_waits: counters.shared_requests,
            shared_wavefronts: counters.shared_wavefronts,
            atomic_serializations: counters.atomic_serializations,
            ..Self::default()
        }
    }
}

impl Counters {
    /// Fills in what the machine adds to the counts: its name, DRAM traffic and occupancy.
    pub fn on_machine(&mut self, machine: &Machine, analysis: &Analysis, traffic: Option<Traffic>) {
        self.machine = machine.name.clone();
        self.dram_bytes = traffic.and_then(|traffic| traffic.dram_bytes());
        self.occupancy = analysis.occupancy.and_then(|occupancy| occupancy.fraction);
        self.occupancy_limit = analysis
            .occupancy
            .map(|occupancy| occupancy.limit.name().to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::estimate::Limit;

    /// A copy of 2^20 f32: 4,096 workgroups of 256, 32,768 subgroups, a load and a store of 4 sectors each.
    fn copy() -> (Counters, Traffic) {
        let (subgroups, sectors) = (32_768, 131_072);
        let counters = Counters {
            subgroup_width: 32,
            workgroups: 4096,
            subgroup_instructions: subgroups * 10,
            active_lanes: subgroups * 320,
            lane_efficiency: 1.0,
            global_requests: 2 * subgroups,
            global_sectors: 2 * sectors,
            global_sectors_ideal: 2 * sectors,
            global_bytes: 2 * sectors * 32,
            ..Counters::default()
        };
        let traffic = Traffic {
            l1_read_sectors: sectors,
            l2_read_sectors: sectors,
            l2_read_hits: Some(0),
            l2_write_sectors: sectors,
            dram_read_bytes: Some(sectors * 32),
            dram_write_bytes: Some(sectors * 32),
            ..Traffic::default()
        };
        (counters, traffic)
    }

    #[test]
    fn a_copy_is_analysed_from_its_counters() {
        let machine = Machine::builtin(Machine::DEFAULT).unwrap();
        let (mut counters, traffic) = copy();
        let footprint = Footprint {
            workgroup_size: 256,
            shared_bytes: 0,
            registers: None,
        };
        let analysis = analyse(machine, footprint, &counters, &[], Some(traffic));
        assert_eq!(analysis.estimate.limiter, Some(Limit::Dram));
        assert_eq!(
            analysis.findings.len(),
            1,
            "only the limiter: {:?}",
            analysis.findings
        );
        counters.on_machine(machine, &analysis, Some(traffic));
        assert_eq!(
            (counters.machine.as_str(), counters.dram_bytes),
            ("ampere-8.6", Some(2 * 131_072 * 32))
        );
        assert_eq!(
            (counters.occupancy, counters.occupancy_limit.as_deref()),
            (Some(1.0), Some("subgroups"))
        );
    }

    #[test]
    fn half_of_a_copys_requests_are_loads() {
        let (counters, traffic) = copy();
        assert_eq!(Demand::of(&counters, Some(traffic)).global_waits, 32_768);
        assert_eq!(
            Demand::of(&counters, None).global_waits,
            65_536,
            "without traffic, all may be"
        );
    }
}
