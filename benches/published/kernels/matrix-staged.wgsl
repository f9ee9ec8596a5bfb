// D = A B for m rows of A, n columns of B, k deep: A in f16 and B in f32, both with k inside, through tiles of 128 x 16 in workgroup memory;
// four subgroups of 32 have 4 x 4 matrices of 16 x 16 each, with sums in f16.

enable f16;
enable wgpu_cooperative_matrix;

override m = 1024u;
override k = 1024u;

@group(0) @binding(0) var<storage, read> a: array<vec4<f16>>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> d: array<f16>;

const SIDE = 16u;
const TILE = 128u;
const DEPTH = 16u;
const THREADS = 128u;
// Vectors of four in a row of a tile, and of a row with the two that keep rows on different banks.
const ROW = DEPTH / 4u;
const STRIDE = ROW + 2u;

alias FactorA = coop_mat16x16<f16, A>;
alias FactorB = coop_mat16x16<f16, B>;
alias Sum = coop_mat16x16<f16, C>;

var<workgroup> tile_a: array<vec4<f16>, TILE * STRIDE>;
var<workgroup> tile_b: array<vec4<f16>, TILE * STRIDE>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_index) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
) {
    let row = 4u * SIDE * (subgroup % 2u);
    let column = 4u * SIDE * (subgroup / 2u);
    var sum_00 = Sum();
    var sum_01 = Sum();
    var sum_02 = Sum();
    var sum_03 = Sum();
    var sum_10 = Sum();
    var sum_11 = Sum();
    var sum_12 = Sum();
    var sum_13 = Sum();
    var sum_20 = Sum();
    var sum_21 = Sum();
    var sum_22 = Sum();
    var sum_23 = Sum();
    var sum_30 = Sum();
    var sum_31 = Sum();
    var sum_32 = Sum();
    var sum_33 = Sum();
    for (var i = 0u; i < k; i += DEPTH) {
        // Two neighbours at a time: an invocation loads 16 bytes of A at once, and 32 of B.
        for (var at = 2u * lane; at < TILE * ROW; at += 2u * THREADS) {
            let from_a = ((group.x * TILE + at / ROW) * k + i) / 4u + at % ROW;
            let from_b = ((group.y * TILE + at / ROW) * k + i) / 4u + at % ROW;
            let to = at / ROW * STRIDE + at % ROW;
            tile_a[to] = a[from_a];
            tile_a[to + 1u] = a[from_a + 1u];
            tile_b[to] = vec4<f16>(b[from_b]);
            tile_b[to + 1u] = vec4<f16>(b[from_b + 1u]);
        }
        workgroupBarrier();
        let a_0 = coopLoadT<FactorA>(&tile_a[(row + 0u * SIDE) * STRIDE], STRIDE);
        let a_1 = coopLoadT<FactorA>(&tile_a[(row + 1u * SIDE) * STRIDE], STRIDE);
        let a_2 = coopLoadT<FactorA>(&tile_a[(row + 2u * SIDE) * STRIDE], STRIDE);
        let a_3 = coopLoadT<FactorA>(&tile_a[(row + 3u * SIDE) * STRIDE], STRIDE);
        let b_0 = coopLoad<FactorB>(&tile_b[(column + 0u * SIDE) * STRIDE], STRIDE);
        sum_00 = coopMultiplyAdd(a_0, b_0, sum_00);
        sum_10 = coopMultiplyAdd(a_1, b_0, sum_10);
        sum_20 = coopMultiplyAdd(a_2, b_0, sum_20);
        sum_30 = coopMultiplyAdd(a_3, b_0, sum_30);
        let b_1 = coopLoad<FactorB>(&tile_b[(column + 1u * SIDE) * STRIDE], STRIDE);
        sum_01 = coopMultiplyAdd(a_0, b_1, sum_01);
        sum_11 = coopMultiplyAdd(a_1, b_1, sum_11);
        sum_21 = coopMultiplyAdd(a_2, b_1, sum_21);
        sum_31 = coopMultiplyAdd(a_3, b_1, sum_31);
        let b_2 = coopLoad<FactorB>(&tile_b[(column + 2u * SIDE) * STRIDE], STRIDE);
        sum_02 = coopMultiplyAdd(a_0, b_2, sum_02);
        sum_12 = coopMultiplyAdd(a_1, b_2, sum_12);
        sum_22 = coopMultiplyAdd(a_2, b_2, sum_22);
        sum_32 = coopMultiplyAdd(a_3, b_2, sum_32);
        let b_3 = coopLoad<FactorB>(&tile_b[(column + 3u * SIDE) * STRIDE], STRIDE);
        sum_03 = coopMultiplyAdd(a_0, b_3, sum_03);
        sum_13 = coopMultiplyAdd(a_1, b_3, sum_13);
        sum_23 = coopMultiplyAdd(a_2, b_3, sum_23);
        sum_33 = coopMultiplyAdd(a_3, b_3, sum_33);
        workgroupBarrier();
    }
    let at = (group.y * TILE + column) * m + group.x * TILE + row;
    coopStore(sum_00, &d[at + 0u * SIDE * m + 0u * SIDE], m);
    coopStore(sum_01, &d[at + 1u * SIDE * m + 0u * SIDE], m);
    coopStore(sum_02, &d[at + 2u * SIDE * m + 0u * SIDE], m);
    coopStore(sum_03, &d[at + 3u * SIDE * m + 0u * SIDE], m);
    coopStore(sum_10, &d[at + 0u * SIDE * m + 1u * SIDE], m);
    coopStore(sum_11, &d[at + 1u * SIDE * m + 1u * SIDE], m);
    coopStore(sum_12, &d[at + 2u * SIDE * m + 1u * SIDE], m);
    coopStore(sum_13, &d[at + 3u * SIDE * m + 1u * SIDE], m);
    coopStore(sum_20, &d[at + 0u * SIDE * m + 2u * SIDE], m);
    coopStore(sum_21, &d[at + 1u * SIDE * m + 2u * SIDE], m);
    coopStore(sum_22, &d[at + 2u * SIDE * m + 2u * SIDE], m);
    coopStore(sum_23, &d[at + 3u * SIDE * m + 2u * SIDE], m);
    coopStore(sum_30, &d[at + 0u * SIDE * m + 3u * SIDE], m);
    coopStore(sum_31, &d[at + 1u * SIDE * m + 3u * SIDE], m);
    coopStore(sum_32, &d[at + 2u * SIDE * m + 3u * SIDE], m);
    coopStore(sum_33, &d[at + 3u * SIDE * m + 3u * SIDE], m);
}
