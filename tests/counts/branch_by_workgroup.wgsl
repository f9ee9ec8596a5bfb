// Six workgroups, of which three write.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin --dispatch 6
// counts: branches=6 divergent_branches=0 global_requests=3 global_sectors=12
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    if (w.x % 2u == 0u) { o[w.x * 32u + i] = n; }
}
