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

/// Waits for storage memory a workgroup, as the counter says, of a kernel that follows a list.
fn waits_of_a_walk(steps: &str) -> u64 {
    let case = Case::new(&format!(
        "@group(0) @binding(0) var<storage, read> links: array<u32>;
        @group(0) @binding(1) var<storage, read> keys: array<u32>;
        @group(0) @binding(2) var<storage, read_write> out: array<u32>;
        fn link(at: u32) -> u32 {{ return links[at]; }}
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
            var at = i;
            {steps}
            out[i] = at;
        }}"
    ));
    // Each node leads to the one after it; the last of 64 has the key.
    let words = |of: fn(u32) -> u32| (0..64).map(of).collect::<Vec<_>>();
    let case = case.u32s(0, &words(|at| (at + 1).min(63))).u32s(1, &words(|at| u32::from(at == 63))).zeros(2, 128);
    on("ampere-8.6", &case).outcome.counters.global_waits
}

#[test]
fn what_a_loop_carries_on_is_on_its_way_beside_what_the_next_iteration_asks_for() {
    let start = "while keys[at] == 0u { at = links[at]; }";
    let joined = "loop { let key = keys[at]; let next = links[at]; if key != 0u { break; } at = next; }";
    let carried = "var next = links[at]; while keys[at] == 0u { at = next; next = links[at]; }";
    let in_a_function = "var next = link(at); loop { if keys[at] != 0u { break; } at = next; next = link(at); }";
    let [start, joined, carried, function] = [start, joined, carried, in_a_function].map(waits_of_a_walk);
    assert!(start > 120 && joined < 70, "{start} {joined}");
    assert!(carried.abs_diff(joined) < 4 && function == carried, "{carried} {function} {joined}");
    // What was asked for one iteration before is waited for in each all the same.
    let pipelined = "var now = links[at]; for (var k = 0u; k < 60u; k++) { let next = links[(at + k) % 64u]; if now > 70u { break; } now = next; } at = now;";
    assert!(waits_of_a_walk(pipelined) >= 60);
}

#[test]
fn a_load_that_only_some_lanes_make_is_no_wait_of_the_others() {
    let both = "var a = 0u; if i > 7u { a = links[i]; } var b = 0u; if i > 9u { b = keys[i]; } at = a + b;";
    assert_eq!(waits_of_a_walk(both), 2);
}

#[test]
fn the_counter_of_waits_is_that_of_the_compiled_loop() {
    let waits = |step: &str| {
        let case = Case::new(&format!(
            "@group(0) @binding(0) var<storage, read> a: array<f32>;
            @group(0) @binding(1) var<storage, read_write> out: array<f32>;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(num_workgroups) n: vec3<u32>) {{
                var sum = 0.0;
                for (var at = i; at < arrayLength(&a); at += {step}) {{ sum += a[at]; }}
                out[i] = sum;
            }}"
        ));
        let counters = on("ampere-8.6", &case.zeros(0, 64 * 64 * 4).zeros(1, 256)).outcome.counters;
        (counters.global_waits, counters.requests_a_wait)
    };
    assert_eq!(waits("64u"), (8, Some(8.0)));
    assert_eq!(waits("n.x * 64u"), (64, Some(1.0)));
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
