// C = A B for n x n floats, k deep: tiles of 64 x 64, 8 deep; an invocation has 8 elements below one another.

override n = 4096u;
override k = 4096u;

const TILE = 64u;
const DEEP = 8u;
const ROWS = 8u;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

var<workgroup> tile_a: array<f32, TILE * DEEP>;
var<workgroup> tile_b: array<f32, DEEP * TILE>;

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row_0 = group.y * TILE;
    let col_0 = group.x * TILE;
    let row = lane / TILE * ROWS;
    let col = lane % TILE;
    var sums: array<f32, ROWS>;
    for (var first = 0u; first < k; first += DEEP) {
        tile_a[lane] = a[(row_0 + lane / DEEP) * k + first + lane % DEEP];
        tile_b[lane] = b[(first + lane / TILE) * n + col_0 + col];
        workgroupBarrier();
        for (var i = 0u; i < DEEP; i++) {
            let value = tile_b[i * TILE + col];
            for (var r = 0u; r < ROWS; r++) {
                sums[r] = fma(tile_a[(row + r) * DEEP + i], value, sums[r]);
            }
        }
        workgroupBarrier();
    }
    for (var r = 0u; r < ROWS; r++) {
        c[(row_0 + row + r) * n + col_0 + col] = sums[r];
    }
}
