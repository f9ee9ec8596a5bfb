// One word for all, and one for each pair: 1 and 2 sectors.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=3 global_sectors=7 global_sectors_ideal=7 global_bytes=384 flop=32
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[3] + a[i / 2u];
}
