// 8 lanes, 8 words apart: banks 0, 8, 16, 24, two lanes each.
// run: --buffer 0.0=zero:8192
// width: 8
// counts: shared_requests=16 shared_wavefronts=32 shared_wavefronts_ideal=16
var<workgroup> t: array<u32, 512>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i * 8u] = u32();
    workgroupBarrier();
    o[i] = t[i * 8u];
}
