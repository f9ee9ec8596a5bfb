// Words 16x + y for two values of y: eight words in each of four banks.
// Eight subgroups: 8 wavefronts for the writes of 32 words in a row, 64 for the reads.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: shared_requests=16 shared_wavefronts=72 shared_wavefronts_ideal=16 global_requests=16 global_sectors=64 barriers=8
var<workgroup> t: array<f32, 256>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(16, 16) fn main(@builtin(local_invocation_id) l: vec3<u32>) {
    t[l.y * 16u + l.x] = a[l.y * 16u + l.x];
    workgroupBarrier();
    o[l.y * 16u + l.x] = t[l.x * 16u + l.y];
}
