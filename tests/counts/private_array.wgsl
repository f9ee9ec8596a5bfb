// An array of a function lives in registers: no memory traffic but the result.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: global_requests=1 global_sectors=4 shared_requests=0 branches=0
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    var t: array<u32, 8>;
    for (var k = 0u; k < 8u; k++) { t[k] = k * n; }
    o[i] = t[i % 8u];
}
