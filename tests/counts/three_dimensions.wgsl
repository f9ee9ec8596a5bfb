// 4 x 4 x 4 invocations, rows of 4 words in sectors of their own: 8 sectors a subgroup for 128 bytes.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=4 global_sectors=24 global_sectors_ideal=16
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(4, 4, 4) fn main(@builtin(local_invocation_id) l: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    o[i] = a[l.z * 64u + l.y * 8u + l.x];
}
