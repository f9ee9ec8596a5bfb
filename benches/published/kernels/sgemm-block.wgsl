// C = A B for n x n floats, k deep: square tiles; an invocation has a block of 8 x 8 neighbouring elements.

override n = 4096u;
override k = 4096u;
override deep = 8u;
override tile = 128u;

const EDGE = 8u;

override size = tile / EDGE * (tile / EDGE);

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

var<workgroup> tile_a: array<f32, tile * deep>;
var<workgroup> tile_b: array<f32, deep * tile>;

@compute @workgroup_size(size)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row_0 = group.y * tile;
    let col_0 = group.x * tile;
    let row = lane / (tile / EDGE) * EDGE;
    let col = lane % (tile / EDGE) * EDGE;
    var sums: array<array<f32, EDGE>, EDGE>;
    for (var first = 0u; first < k; first += deep) {
        for (var i = lane; i < tile * deep; i += size) {
            tile_a[i] = a[(row_0 + i / deep) * k + first + i % deep];
        }
        for (var i = lane; i < deep * tile; i += size) {
            tile_b[i] = b[(first + i / tile) * n + col_0 + i % tile];
        }
        workgroupBarrier();
        for (var i = 0u; i < deep; i++) {
            var of_a: array<f32, EDGE>;
            var of_b: array<f32, EDGE>;
            for (var e = 0u; e < EDGE; e++) {
                of_a[e] = tile_a[(row + e) * deep + i];
            }
            for (var e = 0u; e < EDGE; e++) {
                of_b[e] = tile_b[i * tile + col + e];
            }
            for (var r = 0u; r < EDGE; r++) {
                for (var e = 0u; e < EDGE; e++) {
                    sums[r][e] = fma(of_a[r], of_b[e], sums[r][e]);
                }
            }
        }
        workgroupBarrier();
    }
    for (var r = 0u; r < EDGE; r++) {
        for (var e = 0u; e < EDGE; e++) {
            c[(row_0 + row + r) * n + col_0 + col + e] = sums[r][e];
        }
    }
}
