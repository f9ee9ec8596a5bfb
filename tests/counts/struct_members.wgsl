// Members at 16i + 8 (4 bytes) and at 16i (8 bytes): two structs to a sector, 16 sectors each, 4 and 8 at best.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=4 global_sectors=40 global_sectors_ideal=16 global_bytes=512
struct S { a: vec2<f32>, b: f32 }
@group(0) @binding(0) var<storage, read> a: array<S>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i].b;
    o[i + 64u] = a[i].a.y;
}
