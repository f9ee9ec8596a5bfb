// The same in tiles of 16 x 16. Loads: 2 rows of 64 bytes, 4 sectors; 2 x 2 x 8 x 4 of them. Reads of the tiles: two words of
// two banks, or 16 words: 1 wavefront each.
// run: --dispatch 2,2 --buffer 0.0=rand:f32:1024 --buffer 0.1=rand:f32:1024 --buffer 0.2=unwritten:4096
// counts: global_requests=160 global_sectors=640 global_sectors_ideal=640 shared_requests=2176 shared_wavefronts=2176 shared_wavefronts_ideal=2176 flop=65536 barriers=128 branches=0 lane_efficiency=1
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
const N = 32u;
const T = 16u;
var<workgroup> x: array<array<f32, T>, T>;
var<workgroup> y: array<array<f32, T>, T>;
@compute @workgroup_size(T, T) fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(local_invocation_id) l: vec3<u32>) {
    var sum = 0.0;
    for (var t = 0u; t < N; t += T) {
        x[l.y][l.x] = a[g.y * N + t + l.x];
        y[l.y][l.x] = b[(t + l.y) * N + g.x];
        workgroupBarrier();
        for (var k = 0u; k < T; k++) { sum += x[l.y][k] * y[k][l.x]; }
        workgroupBarrier();
    }
    c[g.y * N + g.x] = sum;
}
