// Three columns of 12 bytes, 16 apart, matrices 48 apart: no two lanes share a sector.
// 3 x 32 sectors for 3 x 384 bytes.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=4 global_sectors=100 global_sectors_ideal=40 global_bytes=1280 flop=64
@group(0) @binding(0) var<storage, read> a: array<mat3x3<f32>>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    let m = a[i];
    o[i] = m[0].x + m[1].y + m[2].z;
}
