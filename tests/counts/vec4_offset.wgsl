// 16 bytes a lane from byte 16 on: 17 sectors where 16 would do.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=2 global_sectors=33 global_sectors_ideal=32 global_bytes=1024
@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i + 1u];
}
