// Rows of 8 words in a subgroup of 4 rows, 400 bytes apart: every other row begins within a sector.
// 1 + 2 + 1 + 2 sectors a subgroup for the read.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=4 global_sectors=20 global_sectors_ideal=16 global_bytes=512
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(8, 8) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i / 8u * 100u + i % 8u];
}
