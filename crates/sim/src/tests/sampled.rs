//! A sample bounds what is run of a launch, on every machine and whatever its workgroups do.

use super::harness::Case;
use crate::compile::Compiled;
use crate::kernel::{Kernel, Overrides};
use crate::machine::Machine;
use crate::{Launch, Options, Paged, Sampling, Simulation, simulate};
use std::collections::BTreeMap;
use std::sync::Arc;

const WORD: usize = 4;

/// Runs about eight workgroups of a kernel on buffers of so many words that hold zeros; with the words of each that were touched.
fn sampled(source: &str, on: &str, workgroups: [u32; 3], words: [usize; 2]) -> (Simulation, [usize; 2]) {
    let machine = Machine::builtin(on).unwrap();
    let kernel = Kernel::parse("kernel.wgsl", source, None, &Overrides::new()).unwrap();
    let program = Compiled::new(&kernel, &machine.target()).unwrap();
    let zeros = |words: usize| Arc::new(Paged::new((words * WORD) as u64, 256, |range| vec![0; range.len()]));
    let buffers = words.map(zeros);
    let paged: BTreeMap<_, _> = (0..).map(|binding| (0, binding)).zip(buffers.iter().cloned()).collect();
    let sampling = Sampling::Sampled { max_workgroups: 8 };
    let options = Options { sampling, paged, ..Options::default() };
    let launch = Launch { workgroups, bindings: &mut BTreeMap::new(), immediates: &[] };
    let simulation = simulate(&program, launch, machine, &options).unwrap();
    let touched = buffers.map(|buffer| buffer.touched().iter().map(|(_, words)| words.len()).sum());
    (simulation, touched)
}

fn near(counted: Option<u64>, wanted: u64, what: &str) {
    let counted = counted.unwrap_or_else(|| panic!("{what} is not known"));
    assert!((counted as f64 / wanted as f64 - 1.0).abs() < 0.01, "{what}: {counted}, not {wanted}");
}

/// Each workgroup moves by a part of a sector along x, by rows along y and by layers along z.
const LAYERS: &str = "
    @group(0) @binding(0) var<storage, read> values: array<f32>;
    @group(0) @binding(1) var<storage, read_write> sums: array<f32>;
    @compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) at: vec3u) {
        var sum = 0.0;
        for (var k = 0u; k < 512u; k++) { sum += values[(at.z * 512u + k) * 512u + at.x]; }
        sums[(at.z * 512u + at.y) * 512u + at.x] = sum;
    }";

#[test]
fn layers_whose_workgroups_move_by_parts_of_a_sector_are_told_from_a_few_of_them() {
    let words = 64 * 512 * 512;
    for machine in ["rdna3", "apple-m2", "xe-hpg"] {
        let (layers, touched) = sampled(LAYERS, machine, [64, 64, 64], [words; 2]);
        let counters = &layers.outcome.counters;
        assert!(counters.sampled_workgroups < 64, "{machine}: {counters:?}");
        assert!(touched[1] < 400 * 64 * 4, "{machine}: {} words were stored", touched[1]);
        near(Some(layers.traffic.dram_write_bytes.unwrap()), (words * WORD) as u64, machine);
    }
}

#[test]
fn of_rows_of_any_length_a_sample_runs_a_few() {
    let source = "
        @group(0) @binding(0) var<storage, read> values: array<f32>;
        @group(0) @binding(1) var<storage, read_write> sums: array<f32>;
        @compute @workgroup_size(256)
        fn main(@builtin(workgroup_id) row: vec3u, @builtin(local_invocation_index) i: u32) {
            var sum = 0.0;
            for (var k = i; k < 100003u; k += 256u) { sum += values[row.x * 100003u + k]; }
            sums[row.x * 256u + i] = sum;
        }";
    for machine in ["ampere-8.6", "rdna3"] {
        let (rows, touched) = sampled(source, machine, [4096, 1, 1], [4096 * 100_003, 4096 * 256]);
        let ran = touched[0] / 100_003;
        assert!(ran < 300, "{machine}: {ran} of 4096 rows were read");
        near(rows.outcome.counters.dram_bytes, 4096 * (100_003 + 256) * WORD as u64, machine);
    }
}

#[test]
fn what_a_sample_cannot_tell_of_the_caches_is_unknown() {
    // Where a workgroup reads follows from what memory holds, and each reads another part and another number of words.
    let source = "
        @group(0) @binding(0) var<storage, read> values: array<u32>;
        @group(0) @binding(1) var<storage, read_write> sums: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(workgroup_id) at: vec3u, @builtin(local_invocation_index) i: u32) {
            let first = (at.x * 2654435761u) % 60000000u;
            let last = first + 200000u + (at.x * 40503u) % 400000u;
            var sum = 0u;
            for (var k = first + i; k < last; k += 64u) { sum += values[k + values[k] % 2u]; }
            sums[at.x * 64u + i] = sum;
        }";
    let (gathered, touched) = sampled(source, "ampere-8.6", [4096, 1, 1], [64 << 20, 4096 * 64]);
    assert_eq!(gathered.outcome.counters.dram_bytes, None);
    assert!(gathered.estimate.at_least() && gathered.outcome.counters.global_sectors > 0);
    assert!(touched[1] < 300 * 64 + 300 * 256, "{} words were stored", touched[1]);
}

#[test]
fn long_workgroups_are_sampled_even_where_there_are_few() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) at: vec3u) {
            var x = f32(at.x);
            for (var k = 0u; k < 40000u; k++) { x = fma(x, 0.5, 1.0); }
            out[at.x] = x;
        }";
    let ran = |workgroups: u32, instructions| {
        let case = Case::new(source).zeros(0, 256 * workgroups as usize).groups([workgroups, 1, 1]);
        let sampling = Sampling::Bounded { instructions };
        case.option(|options| (options.sampling, options.step_budget) = (sampling, u64::MAX)).run().outcome.counters
    };
    let (some, all) = (ran(200, 1 << 20), ran(8, 1 << 28));
    assert!(some.sampled_workgroups < 70 && some.workgroups == 200, "{some:?}");
    assert!(!all.is_sampled(), "{all:?}");
}
