// Four passes of 8 lanes, words 8i to 8i + 3.
// run: --buffer 0.0=zero:8192
// counts: shared_requests=2 shared_wavefronts=16 shared_wavefronts_ideal=8
var<workgroup> t: array<vec4<u32>, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<vec4<u32>>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    t[i * 2u] = vec4<u32>();
    workgroupBarrier();
    o[i] = t[i * 2u];
}
