// 40 invocations: one subgroup of 32, one of 8; 5 sectors each way.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=4 global_sectors=10 global_sectors_ideal=10 global_bytes=320 lane_efficiency=0.625
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(40) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i] * 3u + 1u;
}
