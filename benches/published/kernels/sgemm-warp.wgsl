// C = A B for n x n floats, k deep: tiles of 128 x 128, 16 deep; each of four subgroups of 32 has a quarter of 64 x 64,
// an invocation of it 8 rows by four times 4 columns.

override n = 4096u;
override k = 4096u;

const TILE = 128u;
const DEEP = 16u;
const SIZE = 128u;

@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;

var<workgroup> tile_a: array<f32, DEEP * TILE>; // transposed
var<workgroup> tile_b: array<vec4f, DEEP * TILE / 4u>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row_0 = group.y * TILE;
    let col_0 = group.x * TILE;
    let part = lane / 32u;
    let row = part / 2u * 64u + lane % 32u / 4u * 8u;
    let col = part % 2u * 64u + lane % 4u * 4u;
    var sums: array<array<vec4f, 4>, 8>;
    for (var first = 0u; first < k; first += DEEP) {
        for (var i = lane; i < TILE * DEEP / 4u; i += SIZE) {
            let r = i / (DEEP / 4u);
            let d = i % (DEEP / 4u) * 4u;
            let four = a[((row_0 + r) * k + first + d) / 4u];
            tile_a[d * TILE + r] = four.x;
            tile_a[(d + 1u) * TILE + r] = four.y;
            tile_a[(d + 2u) * TILE + r] = four.z;
            tile_a[(d + 3u) * TILE + r] = four.w;
        }
        for (var i = lane; i < DEEP * TILE / 4u; i += SIZE) {
            tile_b[i] = b[((first + i / 32u) * n + col_0) / 4u + i % 32u];
        }
        workgroupBarrier();
        for (var i = 0u; i < DEEP; i++) {
            var of_b: array<vec4f, 4>;
            for (var q = 0u; q < 4u; q++) {
                of_b[q] = tile_b[i * 32u + col / 4u + q * 4u];
            }
            for (var r = 0u; r < 8u; r++) {
                let value = vec4f(tile_a[i * TILE + row + r]);
                for (var q = 0u; q < 4u; q++) {
                    sums[r][q] = fma(value, of_b[q], sums[r][q]);
                }
            }
        }
        workgroupBarrier();
    }
    for (var r = 0u; r < 8u; r++) {
        for (var q = 0u; q < 4u; q++) {
            c[((row_0 + row + r) * n + col_0 + col) / 4u + q * 4u] = sums[r][q];
        }
    }
}
