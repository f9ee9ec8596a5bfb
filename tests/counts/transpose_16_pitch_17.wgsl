// Words 17x + y for two values of y: only x = 15 of the second meets x = 0 of the first.
// Eight subgroups: 8 wavefronts for the writes, twice that where two rows are 17 apart (32 words of 33: one bank twice), 16 for the reads.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: shared_requests=16 shared_wavefronts=32 shared_wavefronts_ideal=16 global_requests=16 global_sectors=64 barriers=8
var<workgroup> t: array<f32, 272>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(16, 16) fn main(@builtin(local_invocation_id) l: vec3<u32>) {
    t[l.y * 17u + l.x] = a[l.y * 16u + l.x];
    workgroupBarrier();
    o[l.y * 16u + l.x] = t[l.x * 17u + l.y];
}
