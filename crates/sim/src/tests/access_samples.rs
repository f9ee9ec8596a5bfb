//! The first request of each access.

use super::harness::Case;
use crate::{AccessKind, AccessSample, MemorySpace};

const STRIDED: &str = "
    @group(0) @binding(0) var<storage, read> data: array<u32>;
    @group(0) @binding(1) var<storage, read_write> out: array<u32>;
    @group(0) @binding(2) var<storage, read_write> sum: atomic<u32>;
    var<workgroup> tile: array<u32, 2048>;
    @compute @workgroup_size(64) fn main(
        @builtin(global_invocation_id) id: vec3<u32>,
        @builtin(local_invocation_index) i: u32,
        @builtin(workgroup_id) group: vec3<u32>,
    ) {
        tile[i * 32u] = data[id.x * 8u];
        workgroupBarrier();
        if group.x == 3u {
            out[i] = tile[0];
        }
        atomicAdd(&sum, 1u);
    }
";

fn requests(threads: usize) -> Vec<AccessSample> {
    let case =
        Case::new(STRIDED).groups([9, 1, 1]).zeros(0, 9 * 64 * 32).zeros(1, 64 * 4).zeros(2, 4).option(|options| {
            options.access_samples = true;
            options.threads = threads;
        });
    case.run().outcome.access_samples
}

#[test]
fn the_first_subgroup_of_the_first_workgroup_inside_the_launch_that_comes_to_an_access_is_kept() {
    let requests = requests(1);
    let load = requests.iter().find(|r| r.name == "data").expect("a load");
    assert_eq!((load.line, load.does, load.bytes), (11, AccessKind::Reads, 4));
    assert_eq!((load.workgroup, load.subgroup), ([1, 0, 0], 0));
    let expected: Vec<(u32, u32)> = (0..32).map(|lane| (lane, (64 + lane) * 32)).collect();
    assert_eq!(load.lanes, expected);
    let sectors = MemorySpace::Storage { sector_bytes: 32, sectors: 32, ideal: 4 };
    assert_eq!(load.goes, sectors);
    let late = requests.iter().find(|r| r.name == "out").expect("a store");
    assert_eq!((late.does, late.workgroup), (AccessKind::Writes, [3, 0, 0]));
}

#[test]
fn a_workgroup_at_the_edge_is_kept_where_no_other_comes_to_an_access() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(8, 8) fn main(
            @builtin(global_invocation_id) id: vec3<u32>,
            @builtin(workgroup_id) group: vec3<u32>,
        ) {
            if group.x == 2u { out[id.y * 64u + id.x] = 1u; }
            out[4096u + id.y * 64u + id.x] = 2u;
        }
    ";
    let kept = |groups| {
        let case = Case::new(source).groups(groups).zeros(0, 4 * 8192);
        let requests = case.option(|options| options.access_samples = true).run().outcome.access_samples;
        requests.iter().map(|request| request.workgroup).collect::<Vec<_>>()
    };
    assert_eq!(kept([3, 4, 1]), [[2, 0, 0], [1, 1, 0]]);
    // An axis of two has nothing between its edges.
    assert_eq!(kept([3, 2, 1]), [[2, 0, 0], [1, 0, 0]]);
}

#[test]
fn a_request_to_workgroup_memory_has_its_banks_and_an_atomic_is_an_update() {
    let requests = requests(1);
    let store = requests.iter().find(|r| r.name == "tile").expect("a store");
    let conflict = MemorySpace::Workgroup { banks: 32, bank_bytes: 4, wavefronts: 32, ideal: 1 };
    assert_eq!((store.line, &store.goes), (11, &conflict));
    let atomic = requests.iter().find(|r| r.name == "sum").expect("an atomic");
    assert_eq!(atomic.does, AccessKind::Updates);
    assert!(atomic.lanes.iter().all(|&(_, address)| address == 0));
}

#[test]
fn what_a_subgroup_asks_for_again_before_the_next_barrier_is_counted_and_atomics_are_not() {
    let source = "
        @group(0) @binding(0) var<storage, read> data: array<u32>;
        @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @group(0) @binding(2) var<storage, read_write> flag: atomic<u32>;
        var<workgroup> tile: array<u32, 64>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            for (var turn = 0u; turn < 2u; turn++) {
                tile[i] = data[turn * 64u + i];
                workgroupBarrier();
                for (var k = 0u; k < 40u; k++) { out[i] = tile[k / 4u] + atomicLoad(&flag); }
                workgroupBarrier();
            }
            for (var k = 0u; k < 80u; k++) { out[i] += data[k % 40u]; }
        }
    ";
    let case = Case::new(source).zeros(0, 4 * 128).zeros(1, 4 * 64).zeros(2, 4);
    let requests = case.option(|options| options.access_samples = true).run().outcome.access_samples;
    let phase = |line, name: &str| {
        let request = requests.iter().find(|r| r.line == line && r.name == name).expect("an access");
        (request.phase.requests, request.phase.again)
    };
    assert_eq!(phase(8, "data"), (1, 0));
    assert_eq!(phase(10, "tile"), (40, 30));
    assert_eq!(phase(10, "out"), (40, 39));
    assert_eq!(phase(10, "flag"), (0, 0));
    // Forty values are more than are kept.
    assert_eq!(phase(13, "data"), (80, 0));
}

#[test]
fn first_requests_are_the_same_on_any_number_of_threads_and_none_unless_asked_for() {
    assert_eq!(requests(1), requests(4));
    let quiet = Case::new(STRIDED).zeros(0, 64 * 32).zeros(1, 256).zeros(2, 4);
    assert_eq!(quiet.run().outcome.access_samples, []);
}
