//! What is swept, and the device's own figures that belong on the axis.

use super::{banks, chase, road};
use crate::facts::{DeviceType, Facts};
use crate::lab::{AxisMark, AxisUnit, Ceilings, Ordinate, Sweep};
use crate::sim::machine::Machine;

/// Latency over the size of the set.
pub static SETS: Sweep = Sweep {
    unit: AxisUnit::Byte,
    ordinate: Ordinate::PerItem,
    knees: true,
    marks: stairs,
    ..Sweep::over("bytes of the set", walks, chase::walk)
};

/// Bandwidth over the size of one set for all.
pub static SHARED: Sweep = Sweep {
    axis: "bytes of the set that all read",
    points: shared,
    problem: road::shared_of,
    ordinate: Ordinate::Throughput,
    marks: caches,
    ..SETS
};

/// Bandwidth over the size of a workgroup's own set. The caches hold those of several workgroups, so their sizes are no points of this axis.
pub static OWN: Sweep = Sweep {
    axis: "bytes of each workgroup's own set",
    points: own,
    problem: road::own_of,
    marks: Sweep::unmarked,
    ..SHARED
};

/// Time over the distance of words in workgroup memory.
pub static DISTANCES: Sweep =
    Sweep { ordinate: Ordinate::PerItem, ..Sweep::over("words from a lane to its neighbour", distances, banks::apart) };

/// The smallest set of a walk.
const SMALLEST: u32 = 4 << 10;

fn distances(device: &Facts, _ceilings: &Ceilings, _size: u32) -> Vec<u32> {
    match device.kind {
        DeviceType::Cpu => banks::WITHOUT_BANKS.to_vec(),
        _ => banks::DISTANCES.to_vec(),
    }
}

/// Steps by half a doubling, in whole nodes, up to what should exceed every cache. On a CPU, where a lab must end soon, every second
/// one is left out: of whole doublings and of those between in turn, since a walk may be wrong where its nodes are no power of two.
fn walks(device: &Facts, _ceilings: &Ceilings, _size: u32) -> Vec<u32> {
    let doublings = |at: u32| match device.kind {
        DeviceType::Cpu => f64::from(at) + f64::from(at % 2) / 2.0,
        _ => f64::from(at) / 2.0,
    };
    let sets = (0..64).map(|at| f64::from(SMALLEST) * libm::exp2(doublings(at)));
    let nodes = sets.map(|bytes| (bytes / f64::from(chase::NODE_BYTES)).round() as u64 * u64::from(chase::NODE_BYTES));
    nodes.take_while(|bytes| *bytes <= most(device)).map(|bytes| bytes as u32).collect()
}

fn shared(device: &Facts, _ceilings: &Ceilings, _size: u32) -> Vec<u32> {
    let most = if device.kind == DeviceType::Cpu { most(device) / 2 } else { most(device) };
    crate::lab::doublings(road::BLOCK_BYTES, most as u32)
}

fn own(device: &Facts, _ceilings: &Ceilings, size: u32) -> Vec<u32> {
    let room = largest(device).min(256 << 20) / u64::from(size.max(1));
    let most = match device.kind {
        DeviceType::Simulated => 256 << 10,
        DeviceType::Cpu => 1 << 20,
        _ => 4 << 20,
    };
    crate::lab::doublings(road::BLOCK_BYTES, room.min(most) as u32)
}

/// The largest set: beyond the last-level cache of every device of its sort, within what the device binds.
fn most(device: &Facts) -> u64 {
    let wanted: u64 = match device.kind {
        DeviceType::Simulated => 8 << 20,
        DeviceType::Cpu => 128 << 20,
        _ => 256 << 20,
    };
    wanted.min(largest(device))
}

fn largest(device: &Facts) -> u64 {
    device.limits.max_storage_binding.min(device.limits.max_buffer_size)
}

/// Where a walk steps up: nowhere on a machine whose file has no latency to step to.
fn stairs(device: &Facts, ceilings: &Ceilings) -> Vec<AxisMark> {
    match &ceilings.machine {
        Some(machine) if !has_latencies(machine) => Vec::new(),
        _ => caches(device, ceilings),
    }
}

/// Whether a machine's file says how long a load of any level takes.
pub fn has_latencies(machine: &Machine) -> bool {
    let cache = &machine.cache;
    let of_caches = [cache.l1_latency_clocks, cache.l2_latency_clocks, cache.last_latency_clocks];
    of_caches.into_iter().chain([machine.dram.latency_clocks]).any(|latency| latency.is_some())
}

/// From this share of what level 1 has on, it is what limits.
const FULL: f64 = 0.9;

/// Whether so many bytes a second are what the level 1 of all units of the machine has.
pub fn is_full(machine: Option<&Machine>, byte_per_s: f64) -> bool {
    let all = machine.and_then(|machine| {
        Some(machine.cache.l1_byte_per_clock? * machine.unit.clock_hz? * f64::from(machine.unit.count?))
    });
    all.is_some_and(|all| byte_per_s >= FULL * all)
}

/// The sizes of the caches, where they are known.
fn caches(_device: &Facts, ceilings: &Ceilings) -> Vec<AxisMark> {
    let cache = ceilings.machine.as_ref().map(|machine| &machine.cache);
    let known = [
        (cache.and_then(|cache| cache.l1_bytes), "level 1"),
        (cache.and_then(|cache| cache.l2_bytes), "level 2"),
        (cache.and_then(|cache| cache.last_bytes), "memory-side cache"),
    ];
    let mut marks: Vec<AxisMark> = known
        .into_iter()
        .filter_map(|(bytes, label)| Some(AxisMark { at: bytes? as f64, label: label.to_owned() }))
        .collect();
    if cache.is_none() {
        marks.extend(ceilings.last_level_cache.map(|at| AxisMark { at, label: "last-level cache".to_owned() }));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marks_are_the_machines_own_caches() {
        let machine = Machine::builtin("ampere-8.6").expect("built in").clone();
        let ceilings = Ceilings { machine: Some(machine), last_level_cache: Some(1.0), ..Ceilings::default() };
        let facts = super::super::observe::tests::facts(DeviceType::Simulated);
        let marks: Vec<(f64, String)> =
            caches(&facts, &ceilings).into_iter().map(|mark| (mark.at, mark.label)).collect();
        assert_eq!(marks, [(131_072.0, "level 1".to_owned()), (3_145_728.0, "level 2".to_owned())]);
        let other = Ceilings { last_level_cache: Some(32e6), ..Ceilings::default() };
        assert_eq!(caches(&facts, &other)[0].at, 32e6);
        assert_eq!(stairs(&facts, &ceilings).len(), 2);
        let silent = Ceilings { machine: Machine::builtin("apple-m1").ok().cloned(), ..Ceilings::default() };
        assert_eq!((stairs(&facts, &silent).len(), caches(&facts, &silent).len()), (0, 3));
    }

    #[test]
    fn what_level_1_has_is_its_bytes_a_clock_in_every_unit() {
        let mut machine = Machine::builtin("ampere-8.6").expect("built in").clone();
        machine.unit.count = Some(1);
        assert!(is_full(Some(&machine), 90e9) && !is_full(Some(&machine), 60e9) && !is_full(None, 90e9));
    }

    #[test]
    fn the_points_of_a_walk_rise_by_half_doublings_of_whole_nodes() {
        let points = walks(&super::super::observe::tests::facts(DeviceType::Simulated), &Ceilings::default(), 64);
        assert_eq!((points[0], points[2], points.last()), (4096, 8192, Some(&(8 << 20))));
        assert!(points.is_sorted() && points.iter().all(|bytes| bytes % chase::NODE_BYTES == 0));
    }
}
