// A loop of eight is unrolled: nothing to test.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=0 divergent_branches=0
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    var x = i + n;
    for (var k = 0u; k < 8u; k++) { x = x * 3u + k; }
    o[i] = x;
}
