// Two columns of 8 bytes, matrices 16 apart: two matrices to a sector.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=3 global_sectors=36 global_sectors_ideal=20 global_bytes=640 flop=32
@group(0) @binding(0) var<storage, read> a: array<mat2x2<f32>>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    let m = a[i];
    o[i] = m[0].x * m[1].y;
}
