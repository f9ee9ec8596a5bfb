// Uniform buffers are no global traffic, whatever the index.
// run: --buffer 0.0=zero:512 --buffer 0.1=zero:256
// counts: global_requests=1 global_sectors=16 global_bytes=512 flop=128
@group(0) @binding(0) var<storage, read_write> o: array<vec4<f32>>;
@group(0) @binding(1) var<uniform> t: array<vec4<f32>, 16>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = t[i % 16u] + t[3];
}
