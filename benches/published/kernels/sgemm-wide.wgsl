// C = A B for n x n floats, k deep: tiles of 128 x 128, A's transposed, all loads and stores of 16 bytes; an invocation
// has a block of 8 x 8 neighbouring elements.

override n = 4096u;
override k = 4096u;
override deep = 8u;

const TILE = 128u;
const SIZE = 256u;

@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;

var<workgroup> tile_a: array<f32, deep * TILE>; // transposed
var<workgroup> tile_b: array<vec4f, deep * TILE / 4u>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row_0 = group.y * TILE;
    let col_0 = group.x * TILE;
    let row = lane / 16u * 8u;
    let col = lane % 16u * 8u;
    var sums: array<array<vec4f, 2>, 8>;
    for (var first = 0u; first < k; first += deep) {
        for (var i = lane; i < TILE * deep / 4u; i += SIZE) {
            let r = i / (deep / 4u);
            let d = i % (deep / 4u) * 4u;
            let four = a[((row_0 + r) * k + first + d) / 4u];
            tile_a[d * TILE + r] = four.x;
            tile_a[(d + 1u) * TILE + r] = four.y;
            tile_a[(d + 2u) * TILE + r] = four.z;
            tile_a[(d + 3u) * TILE + r] = four.w;
        }
        for (var i = lane; i < deep * TILE / 4u; i += SIZE) {
            tile_b[i] = b[((first + i / 32u) * n + col_0) / 4u + i % 32u];
        }
        workgroupBarrier();
        for (var i = 0u; i < deep; i++) {
            let left = tile_b[i * 32u + col / 4u];
            let right = tile_b[i * 32u + col / 4u + 1u];
            for (var r = 0u; r < 8u; r++) {
                let value = vec4f(tile_a[i * TILE + row + r]);
                sums[r][0] = fma(value, left, sums[r][0]);
                sums[r][1] = fma(value, right, sums[r][1]);
            }
        }
        workgroupBarrier();
    }
    for (var r = 0u; r < 8u; r++) {
        let at = ((row_0 + row + r) * n + col_0 + col) / 4u;
        c[at] = sums[r][0];
        c[at + 1u] = sums[r][1];
    }
}
