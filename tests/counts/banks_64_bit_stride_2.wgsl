// Two passes of 16 lanes, words 4i and 4i + 1.
// run: --buffer 0.0=zero:8192
// counts: shared_requests=2 shared_wavefronts=8 shared_wavefronts_ideal=4
var<workgroup> t: array<vec2<f32>, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<vec2<f32>>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    t[i * 2u] = vec2<f32>();
    workgroupBarrier();
    o[i] = t[i * 2u];
}
