// 64 words in subgroups of 8: 8 requests each way, 8 sectors.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// width: 8
// counts: subgroup_width=8 global_requests=16 global_sectors=16 global_sectors_ideal=16 global_bytes=512 lane_efficiency=1
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i];
}
