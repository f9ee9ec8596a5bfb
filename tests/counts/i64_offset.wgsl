// Eight bytes at 8 + 8i: bytes 8 to 264, nine sectors; eight for the write.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=2 global_sectors=17 global_sectors_ideal=16 global_bytes=512
@group(0) @binding(0) var<storage, read> a: array<i64>;
@group(0) @binding(1) var<storage, read_write> o: array<i64>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i + 1u];
}
