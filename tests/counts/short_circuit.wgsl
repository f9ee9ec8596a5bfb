// `&&` and `||` are no branches of their own; select is none at all.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=1 divergent_branches=1 global_requests=1 global_sectors=3
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    if ((i < 16u && n > 3u) || i == 31u) { o[i] = select(i, n, i > 4u); }
}
