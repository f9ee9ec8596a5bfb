// Trips of i % 4 by lane: four tests, of which the last is uniform.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=8 divergent_branches=6
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    var k = 0u;
    while (k < i % 4u + n - 10u) { k++; }
    o[i] = k;
}
