// Two bytes at 6i: the last ends at byte 188, six sectors for 64 bytes; two for the write.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: global_requests=2 global_sectors=8 global_sectors_ideal=4 global_bytes=128
enable f16;
@group(0) @binding(0) var<storage, read> a: array<f16>;
@group(0) @binding(1) var<storage, read_write> o: array<f16>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = a[i * 3u];
}
