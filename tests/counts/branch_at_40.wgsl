// The first subgroup agrees, the second parts.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=4 divergent_branches=1 global_requests=2 global_sectors=5
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    if (i < 40u) { o[i] = 1u; }
    if (n == 0u) { o[0] = 2u; }
}
