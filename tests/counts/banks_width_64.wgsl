// 64 lanes in 32 banks: two wavefronts at least; four at a stride of two.
// run: --buffer 0.0=zero:8192
// width: 64
// counts: shared_requests=2 shared_wavefronts=6 shared_wavefronts_ideal=4
var<workgroup> t: array<u32, 128>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = u32();
    workgroupBarrier();
    o[i] = t[i * 2u % 128u];
}
