// Each of two workgroups asks for the same four sectors of 32 bytes twice: level 1, which each begins with empty, has the second four.
// Level 2 has what the first workgroup brought from DRAM. Each writes four sectors of its own.
// device: sim:ampere-8.6
// run: --dispatch 2 --buffer 0.0=zero:128 --buffer 0.1=zero:256
// counts: l1_read_bytes=512 l1_hit_bytes=256 l1_hit_rate=0.5 l2_read_bytes=256 l2_hit_bytes=128 l2_hit_rate=0.5 l2_write_bytes=256 dram_bytes=384
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    y[group.x * 32u + i] = x[i] + x[i ^ 16u];
}
