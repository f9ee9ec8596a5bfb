// 16 lanes, 2 words apart: 16 banks.
// run: --buffer 0.0=zero:8192
// counts: shared_requests=2 shared_wavefronts=2 shared_wavefronts_ideal=2 lane_efficiency=0.5
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
    t[i * 2u] = u32();
    workgroupBarrier();
    o[i] = t[i * 2u];
}
