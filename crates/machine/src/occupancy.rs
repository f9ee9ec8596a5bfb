//! Occupancy: how much of a unit's capacity for subgroups a kernel's workgroups can fill.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::machine::Machine;

/// The resources of a unit that a workgroup takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// Invocations in a workgroup.
    pub workgroup_size: u32,
    /// Bytes of workgroup memory.
    pub shared_bytes: u32,
    /// 32-bit registers of an invocation. WGSL does not say, and every driver's compiler decides for itself: an estimate,
    /// or known from outside (a vendor's compiler, a slider).
    pub registers: Option<u32>,
}

/// What keeps more workgroups from being resident on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OccupancyLimit {
    /// Places for subgroups: the occupancy is as high as this workgroup size allows.
    Subgroups,
    /// Places for workgroups: they are small.
    Workgroups,
    /// Places for invocations.
    Invocations,
    /// Workgroup memory.
    SharedMemory,
    /// Registers of the unit, of which each subgroup takes a share.
    Registers,
}

impl OccupancyLimit {
    /// The limit's name, as in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Subgroups => "subgroups",
            Self::Workgroups => "workgroups",
            Self::Invocations => "invocations",
            Self::SharedMemory => "shared-memory",
            Self::Registers => "registers",
        }
    }
}

impl fmt::Display for OccupancyLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What fits on one unit at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occupancy {
    /// Resident workgroups; 0 where a unit has no room for one.
    pub workgroups: u32,
    /// Subgroups in a workgroup, the last one possibly not full.
    pub subgroups_per_workgroup: u32,
    /// Resident subgroups.
    pub subgroups: u32,
    /// Resident subgroups over the most that a unit holds; none where the machine's figure is not known.
    pub fraction: Option<f64>,
    /// What is exhausted first. Of two limits that allow the same, the one that is named first in [`OccupancyLimit`].
    pub limit: OccupancyLimit,
}

/// The occupancy of a kernel on a machine; `None` (not modelled) where the machine has no residency figure at all.
///
/// `min(places for subgroups, places for workgroups, floor(shared / (shared of a workgroup + reserve)), registers)`, with the
/// machine's granularities (CUDA C++ Programming Guide, technical specifications; `cuda_occupancy.h`). A limit whose figure is
/// not known does not limit.
pub fn occupancy(machine: &Machine, footprint: Footprint) -> Option<Occupancy> {
    let subgroups_per_workgroup = footprint.workgroup_size.div_ceil(machine.subgroup_width()).max(1);
    let limits = [
        (OccupancyLimit::Subgroups, machine.residency.subgroups.map(|places| places / subgroups_per_workgroup)),
        (OccupancyLimit::Workgroups, machine.residency.workgroups),
        (OccupancyLimit::Invocations, by_invocations(machine, footprint)),
        (OccupancyLimit::SharedMemory, by_shared_memory(machine, footprint)),
        (OccupancyLimit::Registers, by_registers(machine, footprint, subgroups_per_workgroup)),
    ];
    let known = limits.into_iter().filter_map(|(limit, workgroups)| Some((limit, workgroups?)));
    let (limit, workgroups) = known.min_by_key(|(_, workgroups)| *workgroups)?;
    let subgroups = workgroups * subgroups_per_workgroup;
    let fraction = machine.residency.subgroups.map(|places| f64::from(subgroups) / f64::from(places));
    Some(Occupancy { workgroups, subgroups_per_workgroup, subgroups, fraction, limit })
}

fn by_invocations(machine: &Machine, footprint: Footprint) -> Option<u32> {
    Some(machine.residency.invocations? / footprint.workgroup_size.max(1))
}

fn by_shared_memory(machine: &Machine, footprint: Footprint) -> Option<u32> {
    let residency = &machine.residency;
    let all = residency.shared_bytes?;
    if residency.shared_bytes_per_workgroup.is_some_and(|most| footprint.shared_bytes > most) {
        return Some(0);
    }
    let granularity = residency.shared_granularity_bytes.unwrap_or(1);
    let reserve = residency.shared_reserve_bytes.unwrap_or(0);
    let each = (u64::from(footprint.shared_bytes) + u64::from(reserve)).next_multiple_of(u64::from(granularity));
    Some(u64::from(all).checked_div(each).map_or(u32::MAX, |fit| fit as u32))
}

fn by_registers(machine: &Machine, footprint: Footprint, subgroups_per_workgroup: u32) -> Option<u32> {
    let (all, each) = (machine.residency.registers?, footprint.registers?);
    let granularity = u64::from(machine.residency.register_granularity.unwrap_or(1));
    let subgroup = (u64::from(each.max(1)) * u64::from(machine.subgroup_width())).next_multiple_of(granularity);
    // A compiler spills what is too much for a workgroup alone.
    Some(((u64::from(all) / subgroup) as u32 / subgroups_per_workgroup).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(machine: &str, workgroup_size: u32, shared_bytes: u32, registers: Option<u32>) -> (u32, &'static str, f64) {
        let machine = Machine::builtin(machine).unwrap();
        let occupancy = occupancy(machine, Footprint { workgroup_size, shared_bytes, registers }).unwrap();
        (occupancy.workgroups, occupancy.limit.name(), occupancy.fraction.unwrap_or(f64::NAN))
    }

    #[test]
    fn workgroups_of_256_fill_a_unit() {
        assert_eq!(on("ampere-8.6", 256, 0, None), (6, "subgroups", 1.0));
        assert_eq!(on("hopper-9.0", 256, 0, None), (8, "subgroups", 1.0));
        assert_eq!(on("rdna2", 256, 0, None), (16, "subgroups", 1.0));
        assert_eq!(on("xe-hpg", 256, 0, None), (8, "subgroups", 1.0));
        assert_eq!(on("apple-m1", 256, 0, None), (12, "subgroups", 1.0));
    }

    #[test]
    fn small_workgroups_run_out_of_places_for_workgroups() {
        assert_eq!(on("ampere-8.6", 32, 0, None), (16, "workgroups", 16.0 / 48.0));
        assert_eq!(on("ada-8.9", 32, 0, None), (24, "workgroups", 0.5));
        assert_eq!(on("ampere-8.0", 32, 0, None), (32, "workgroups", 0.5));
    }

    #[test]
    fn a_subgroup_that_is_not_full_takes_a_whole_place() {
        // 33 invocations are 2 subgroups: 16 workgroups have 32 of 48.
        assert_eq!(on("ampere-8.6", 33, 0, None), (16, "workgroups", 32.0 / 48.0));
        // 1000 invocations are 32 subgroups, of which one workgroup fits.
        assert_eq!(on("ampere-8.6", 1000, 0, None), (1, "subgroups", 32.0 / 48.0));
    }

    #[test]
    fn workgroup_memory_counts_its_reserve_and_granularity() {
        // 16 KiB + 1 KiB of 100 KiB: 5 workgroups of 8 subgroups.
        assert_eq!(on("ampere-8.6", 256, 16 << 10, None), (5, "shared-memory", 40.0 / 48.0));
        // 32 KiB + 1 KiB: 3. One byte more makes no difference to it, 1 KiB makes 34 KiB: still 2.
        assert_eq!(on("ampere-8.6", 256, 32 << 10, None), (3, "shared-memory", 0.5));
        assert_eq!(on("ampere-8.6", 256, (32 << 10) + 1024, None), (2, "shared-memory", 16.0 / 48.0));
        // 164 KiB / 33 KiB = 4.
        assert_eq!(on("ampere-8.0", 256, 32 << 10, None).0, 4);
        // Of 48 KiB, without a reserve: as an H200 has it through Vulkan.
        for (kib, workgroups) in
            [(6, 8), (8, 6), (10, 4), (12, 4), (14, 3), (16, 3), (18, 2), (24, 2), (28, 1), (48, 1)]
        {
            assert_eq!(on("hopper-9.0", 64, kib << 10, None).0, workgroups, "{kib} KiB");
        }
        // RDNA's 128 KiB go in steps of 1 KiB, without a reserve.
        assert_eq!(on("rdna2", 64, (32 << 10) - 1, None), (4, "shared-memory", 4.0 / 64.0));
        assert_eq!(on("rdna2", 64, (32 << 10) + 1, None).0, 3);
    }

    #[test]
    fn more_workgroup_memory_than_a_workgroup_may_have_fits_nowhere() {
        assert_eq!(on("ampere-8.6", 64, 100 << 10, None), (0, "shared-memory", 0.0));
        assert_eq!(on("ampere-8.6", 64, 99 << 10, None).0, 1);
    }

    #[test]
    fn registers_limit_where_they_are_known() {
        // 64 registers x 32 lanes = 2048; 65536 / 2048 = 32 subgroups = 4 workgroups of 8.
        assert_eq!(on("ampere-8.6", 256, 0, Some(64)), (4, "registers", 32.0 / 48.0));
        // 40 x 32 = 1280, a multiple of 256: 51 subgroups, 6 workgroups: places for subgroups come first.
        assert_eq!(on("ampere-8.6", 256, 0, Some(40)).1, "subgroups");
        // 41 registers round up to 1536 a subgroup: 42 subgroups, 5 workgroups.
        assert_eq!(on("ampere-8.6", 256, 0, Some(41)), (5, "registers", 40.0 / 48.0));
    }

    #[test]
    fn a_machine_without_places_for_subgroups_has_no_fraction() {
        let (workgroups, limit, fraction) = on("lavapipe", 256, 0, None);
        assert_eq!((workgroups, limit), (1, "workgroups"));
        assert!(fraction.is_nan());
        let mut machine = Machine::builtin("lavapipe").unwrap().clone();
        machine.residency = Default::default();
        assert_eq!(occupancy(&machine, Footprint { workgroup_size: 64, shared_bytes: 0, registers: None }), None);
    }
}
