// The same branch at 8 lanes: only the subgroup of 8 to 15 parts.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// width: 8
// counts: branches=4 divergent_branches=1 global_requests=2 global_sectors=2
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    if (i < 12u) { o[i] = n; }
}
