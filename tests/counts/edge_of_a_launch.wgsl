// 600 elements in 10 workgroups of 64: of the last one, 24 lanes of one subgroup. 19 requests each way, 18 x 4 + 3 sectors.
// run: --buffer 0.0=zero:2400 --buffer 0.1=zero:2400 --dispatch 10
// counts: global_requests=38 global_sectors=150 global_sectors_ideal=150 global_bytes=4800 branches=20 divergent_branches=1 flop=600
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    if (g.x >= arrayLength(&a)) { return; }
    o[g.x] = a[g.x] + 1.0;
}
