// A test a pass for the loop and one for the `if`: 11 and 10, of which ten part.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=21 divergent_branches=10
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    var x = 0u;
    for (var k = 0u; k < n; k++) {
        if (i % 10u == k) { continue; }
        x += k;
    }
    o[i] = x;
}
