// Words 16 apart: two banks of 16.
// run: --buffer 0.0=zero:8192
// counts: shared_requests=2 shared_wavefronts=32 shared_wavefronts_ideal=2
enable f16;
var<workgroup> t: array<f16, 1024>;
@group(0) @binding(0) var<storage, read_write> o: array<f16>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    t[i * 32u] = f16();
    workgroupBarrier();
    o[i] = t[i * 32u];
}
