// Words 24 apart: gcd(24, 32) = 8 lanes to a bank, in the write and in the read.
// run: --buffer 0.0=zero:8192
// counts: shared_requests=2 shared_wavefronts=16 shared_wavefronts_ideal=2 barriers=1
var<workgroup> t: array<f32, 768>;
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    t[i * 24u] = f32();
    workgroupBarrier();
    o[i] = t[i * 24u];
}
