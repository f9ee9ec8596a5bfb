// Odd lanes read 12 bytes at 16i: a sector each, 192 bytes or 6 sectors at best. They write 4 bytes at 4i, four to
// three... sixteen words in four sectors, 64 bytes or 2 at best.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=2 global_sectors=20 global_sectors_ideal=8 global_bytes=256 branches=1 divergent_branches=1 flop=32
@group(0) @binding(0) var<storage, read> a: array<vec3<f32>>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    if (i % 2u == 1u) { let v = a[i]; o[i] = v.x + v.y + v.z; }
}
