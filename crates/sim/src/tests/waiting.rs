//! Loads that wait: from uniform buffers whose lanes ask for several addresses.

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
