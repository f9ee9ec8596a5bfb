// 256 words to one in shared memory: 8 steps. Steps of 128, 64 and 32 lanes: 4, 2 and 1 subgroups take part; then 1.
// Reads 2 a step and subgroup, writes 1: (4 + 2 + 1 + 5) x 3, and 8 to fill, 1 to give. The test of the loop is unrolled; that
// of the `if` is not: 8 a subgroup, of which five part in one subgroup.
// run: --buffer 0.0=rand:f32:256 --buffer 0.1=unwritten:4
// counts: flop=255 shared_requests=45 shared_wavefronts=45 barriers=72 branches=144 divergent_branches=6 global_requests=9 global_sectors=33
var<workgroup> s: array<f32, 256>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) {
    s[i] = a[i];
    workgroupBarrier();
    for (var h = arrayLength(&a) / 2u; h > 0u; h /= 2u) {
        if (i < h) { s[i] = s[i] + s[i + h]; }
        workgroupBarrier();
    }
    if (i == 0u) { o[0] = s[0]; }
}
