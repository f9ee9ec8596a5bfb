// As two words: two passes.
// run: --buffer 0.0=zero:8192
// counts: shared_requests=2 shared_wavefronts=4 shared_wavefronts_ideal=4
var<workgroup> t: array<i64, 32>;
@group(0) @binding(0) var<storage, read_write> o: array<i64>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i64();
    workgroupBarrier();
    o[i] = t[31u - i];
}
