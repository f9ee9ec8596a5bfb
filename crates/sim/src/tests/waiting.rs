//! Loads that wait: from uniform buffers whose lanes ask for several addresses, and from storage in loops.

use super::harness::Case;
use super::simulation::on;
use crate::estimate::Limit;

/// Seconds of what serves loads from a table in a uniform buffer, at `index`.
fn table(machine: &str, limit: Limit, index: &str) -> f64 {
    let case = Case::new(&format!(
        "@group(0) @binding(0) var<uniform> table: array<vec4<f32>, 64>;
        @group(0) @binding(1) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {{
            var sum = 0.0;
            for (var k = 0u; k < 64u; k++) {{ sum += table[{index}].x; }}
            out[w.x * 64u + i] = sum;
        }}"
    ));
    let case = case.zeros(0, 1024).zeros(1, 1 << 14).groups([64, 1, 1]);
    on(machine, &case).estimate.term_s(limit).expect("it is modelled")
}

#[test]
fn lanes_that_ask_the_constant_cache_for_several_addresses_take_turns() {
    let [one, two, all] =
        ["k", "(i + k) & 1u", "(i + k) & 63u"].map(|index| table("ampere-8.6", Limit::ConstantCache, index));
    assert_eq!(one, 0.0);
    // 32 addresses a request against 2.
    assert!(two > 0.0 && (all / two - 16.0).abs() < 0.1, "{two} {all}");
}

#[test]
fn where_no_constant_cache_serves_lanes_in_turns_level_1_does() {
    let [one, all] = ["k", "(i + k) & 63u"].map(|index| table("rdna3", Limit::Level1, index));
    assert!(all > 2.0 * one, "{one} {all}");
}

/// Waits of each workgroup in the estimate of a loop of `passes`, whose counter grows by `step`.
fn waits(machine: &str, passes: u32, step: &str, body: &str) -> u64 {
    let case = Case::new(&format!(
        "@group(0) @binding(0) var<storage, read> a: array<f32>;
        @group(0) @binding(1) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>) {{
            var sum = 0.0;
            for (var i = id.x; i < arrayLength(&a); i += {step}) {{ {body} }}
            out[id.x] = sum;
        }}"
    ));
    let case = case.zeros(0, 4 * 128 * passes as usize).zeros(1, 4096).groups([2, 1, 1]);
    on(machine, &case).demand.lengths.paths.global_waits / 2
}

#[test]
fn loads_of_the_passes_that_compilers_lay_out_together_are_waited_for_together() {
    let add = "sum += a[i];";
    // Sixteen passes are two times eight; of nineteen, three follow one by one.
    assert_eq!([8, 16, 19].map(|passes| waits("ampere-8.6", passes, "128u", add)), [1, 2, 5]);
    // Not where the number of passes is a division by what is known at run time only, nor where a store may have to come first,
    // nor where a load needs another.
    assert_eq!(waits("ampere-8.6", 16, "n.x * 64u", add), 16);
    assert_eq!(waits("ampere-8.6", 16, "128u", "sum += out[i & 7u]; out[i & 7u] = sum;"), 16);
    assert_eq!(waits("ampere-8.6", 16, "128u", "sum += a[(i + u32(sum)) % 128u];"), 16);
    assert_eq!(waits("rdna3", 16, "128u", add), 16);
}

#[test]
fn loads_of_a_nest_that_is_laid_out_whole_are_waited_for_together() {
    let nest = |rows: u32, columns: u32| {
        let load = "sum += a[(i + j * 16u + k) & 127u];";
        let body =
            format!("for (var j = 0u; j < {rows}u; j++) {{ for (var k = 0u; k < {columns}u; k++) {{ {load} }} }}");
        waits("ampere-8.6", 1, "128u", &body)
    };
    // As those of one loop of 9 passes, or of 25; of 144, registers hold those of an inner loop.
    assert_eq!([nest(1, 9), nest(3, 3), nest(5, 5), nest(12, 12)], [1, 1, 1, 12]);
}

#[test]
fn halves_of_a_wide_subgroup_come_to_workgroup_memory_one_after_the_other() {
    let time = |machine: &str, index: &str| {
        let case = Case::new(&format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
            var<workgroup> tile: array<f32, 256>;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
                var sum = 0.0;
                for (var k = 0u; k < 64u; k++) {{ sum += tile[{index}]; }}
                out[i] = sum;
            }}"
        ));
        on(machine, &case.zeros(0, 256)).estimate.term_s(Limit::SharedMemory).expect("modelled")
    };
    // One word for all lanes, or one each: two passes of 32 lanes either way.
    for machine in ["rdna3", "ampere-8.6"] {
        assert_eq!(time(machine, "k * 2u"), time(machine, "i + k * 2u"), "{machine}");
    }
}
