// 20 lanes go on: 80 bytes, three sectors.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=1 divergent_branches=1 global_requests=1 global_sectors=3 global_bytes=80
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    if (i >= 20u) { return; }
    o[i] = n;
}
