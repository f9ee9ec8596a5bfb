// Lane i reads byte 28i: the last of 32 ends at byte 872, and each sector on the way holds a start.
// 28 sectors for the read, 4 for the write.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=2 global_sectors=32 global_sectors_ideal=8 global_bytes=256 branches=0 flop=0
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i * 7u];
}
