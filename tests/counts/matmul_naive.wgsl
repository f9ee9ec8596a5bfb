// 32 x 32, workgroups of 16 x 16: a subgroup is two rows of 16. A row of `a` is a word each: 2 sectors for 8 bytes;
// 16 words of `b`: 2 sectors. 32 subgroups, 32 steps, not unrolled further than the constant allows.
// run: --dispatch 2,2 --buffer 0.0=rand:f32:1024 --buffer 0.1=rand:f32:1024 --buffer 0.2=unwritten:4096
// counts: global_requests=2080 global_sectors=4224 global_sectors_ideal=3200 flop=65536 branches=0 lane_efficiency=1
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
const N = 32u;
@compute @workgroup_size(16, 16) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    var sum = 0.0;
    for (var k = 0u; k < N; k++) { sum += a[g.y * N + k] * b[k * N + g.x]; }
    c[g.y * N + g.x] = sum;
}
