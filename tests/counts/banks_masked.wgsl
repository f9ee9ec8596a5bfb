// Even lanes, 16 words apart: 16 different words of bank 0.
// run: --buffer 0.0=zero:128
// counts: shared_requests=1 shared_wavefronts=16 shared_wavefronts_ideal=1 branches=1 divergent_branches=1 barriers=1
var<workgroup> t: array<u32, 512>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    if ((i & 1u) == 0u) { t[i * 16u] = i; }
    workgroupBarrier();
    o[i] = i;
}
