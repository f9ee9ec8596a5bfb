// Four columns of 16 bytes, matrices 64 apart: a sector each.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=5 global_sectors=144 global_sectors_ideal=80 global_bytes=2560 flop=896
@group(0) @binding(0) var<storage, read> a: array<mat4x4<f32>>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i] * vec4(1.0, 2.0, 3.0, 4.0);
}
