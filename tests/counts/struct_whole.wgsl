// A struct in one go: a request for each member that there is.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=4 global_sectors=64 global_sectors_ideal=24 global_bytes=768
struct S { a: vec2<f32>, b: f32 }
@group(0) @binding(0) var<storage, read> a: array<S>;
@group(0) @binding(1) var<storage, read_write> o: array<S>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i];
}
