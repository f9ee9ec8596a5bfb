//! `lockstep exec --against`: a kernel on two devices.

use std::fs;

use crate::common::{has_device, json, stderr, stdout, unwrapped};
use crate::exec_more::{again, exec};

const BEYOND: &str = "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { out[i] = a[i]; }";

/// Appends what it keeps: where each goes is for the order of invocations to say.
const APPEND: &str = "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> kept: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
    if a[id.x] % 3u == 0u { kept[atomicAdd(&count, 1u)] = a[id.x]; }
}";

#[test]
fn two_devices_are_compared_and_the_simulator_does_beyond_a_buffer_what_the_other_does() {
    let line = "--device sim --against sim:rdna3 --buffer 0.0=u32:7,9 --buffer 0.1=zero:32 --json -";
    let (output, folder) = exec("against", BEYOND, line);
    assert_eq!(json(&output)["against"]["outputs"]["agree"], true);
    let line = "--device sim --against sim --buffer 0.0=u32:7,9 --buffer 0.1=zero:32 --json -";
    let with = json(&again(&folder, "kernel.wgsl", line))["against"]["with"].to_string();
    assert!(with.contains("the same device, run again"), "{with}");
    if has_device() {
        let line = "--device sim --against auto --buffer 0.0=u32:7,9 --buffer 0.1=zero:32 --json -";
        assert_eq!(json(&again(&folder, "kernel.wgsl", line))["against"]["outputs"]["agree"], true);
    }
}

#[test]
fn what_the_order_of_invocations_decides_is_left_out_of_a_comparison_of_two_devices() {
    let line = "--device sim --against sim:rdna3 --dispatch 16 --buffer 0.0=rand:u32:1024:99999 --buffer 0.1=zero:4096 \
                --buffer 0.2=zero:4";
    let (output, folder) = exec("append", APPEND, line);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let reported = unwrapped(&stdout(&output));
    let left_out = "1 values, bit for bit; left out: @group(0) @binding(1) (the same words in another order): what is there \
                    depends on the order in which invocations run";
    assert!(reported.contains(left_out), "{reported}");
    let steps = "[buffers]\na = 'rand:u32:1024:99999'\nkept = 'zero:4096'\ncount = 'zero:4'\n[[pass]]\nkernel = 'kernel.wgsl'\n\
                 dispatch = 16\nbind = { '0.0' = 'a', '0.1' = 'kept', '0.2' = 'count' }\n";
    fs::write(folder.join("steps.toml"), steps).unwrap();
    let report = json(&again(&folder, "steps.toml", "--device sim --against sim:rdna3 --json -"));
    assert_eq!(report["against"]["outputs"]["agree"], true, "{}", report["against"]);
    assert_eq!(report["against"]["unordered"][0], "`kept` (the same words in another order)");
    // Where no order decides, another answer is reported: machines' subgroups differ in width.
    let width = "enable subgroups; @group(0) @binding(0) var<storage, read_write> a: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(subgroup_size) n: u32) { a[0] = n; }";
    let (output, _) = exec("width", width, "--device sim --against sim:lavapipe --buffer 0.0=zero:4");
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stdout(&output).contains("the first wrote 32, the second wrote 8"), "{}", stdout(&output));
}

#[test]
fn a_fault_is_told_whichever_of_two_devices_the_simulator_is() {
    if has_device() {
        let line = "--device auto --against sim --buffer 0.0=u32:7,9 --buffer 0.1=zero:32 --quiet";
        let (output, _) = exec("against-sim", BEYOND, line);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("error: out-of-bounds: "), "{}", stderr(&output));
    }
}
