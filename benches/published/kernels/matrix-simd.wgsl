// C = A B for n x n floats, k deep, by matrices of 8 x 8 that come from memory.

enable wgpu_cooperative_matrix;

override n = 1024u;
override k = 1024u;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

const SIDE = 8u;

alias FactorA = coop_mat8x8<f32, A>;
alias FactorB = coop_mat8x8<f32, B>;
alias Sum = coop_mat8x8<f32, C>;

// A subgroup has one matrix of C.
@compute @workgroup_size(32)
fn naive(@builtin(workgroup_id) group: vec3u) {
    let row = SIDE * group.x;
    let column = SIDE * group.y;
    var sum = Sum();
    for (var i = 0u; i < k; i += SIDE) {
        workgroupBarrier();
        let of_a = coopLoadT<FactorA>(&a[row * k + i], k);
        let of_b = coopLoadT<FactorB>(&b[i * n + column], n);
        sum = coopMultiplyAdd(of_a, of_b, sum);
    }
    coopStoreT(sum, &c[row * n + column], n);
}

// A subgroup has 4 x 4 of them; a workgroup has two subgroups, side by side.
@compute @workgroup_size(64)
fn tiled(@builtin(workgroup_id) group: vec3u, @builtin(subgroup_id) subgroup: u32) {
    let row = 4u * SIDE * group.x;
    let column = 4u * SIDE * (2u * group.y + subgroup);
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
    for (var i = 0u; i < k; i += SIDE) {
        workgroupBarrier();
        let a_0 = coopLoadT<FactorA>(&a[row * k + i], k);
        let a_1 = coopLoadT<FactorA>(&a[(row + SIDE) * k + i], k);
        let a_2 = coopLoadT<FactorA>(&a[(row + 2u * SIDE) * k + i], k);
        let a_3 = coopLoadT<FactorA>(&a[(row + 3u * SIDE) * k + i], k);
        let b_0 = coopLoadT<FactorB>(&b[i * n + column], n);
        let b_1 = coopLoadT<FactorB>(&b[i * n + column + SIDE], n);
        let b_2 = coopLoadT<FactorB>(&b[i * n + column + 2u * SIDE], n);
        let b_3 = coopLoadT<FactorB>(&b[i * n + column + 3u * SIDE], n);
        sum_00 = coopMultiplyAdd(a_0, b_0, sum_00);
        sum_01 = coopMultiplyAdd(a_0, b_1, sum_01);
        sum_02 = coopMultiplyAdd(a_0, b_2, sum_02);
        sum_03 = coopMultiplyAdd(a_0, b_3, sum_03);
        sum_10 = coopMultiplyAdd(a_1, b_0, sum_10);
        sum_11 = coopMultiplyAdd(a_1, b_1, sum_11);
        sum_12 = coopMultiplyAdd(a_1, b_2, sum_12);
        sum_13 = coopMultiplyAdd(a_1, b_3, sum_13);
        sum_20 = coopMultiplyAdd(a_2, b_0, sum_20);
        sum_21 = coopMultiplyAdd(a_2, b_1, sum_21);
        sum_22 = coopMultiplyAdd(a_2, b_2, sum_22);
        sum_23 = coopMultiplyAdd(a_2, b_3, sum_23);
        sum_30 = coopMultiplyAdd(a_3, b_0, sum_30);
        sum_31 = coopMultiplyAdd(a_3, b_1, sum_31);
        sum_32 = coopMultiplyAdd(a_3, b_2, sum_32);
        sum_33 = coopMultiplyAdd(a_3, b_3, sum_33);
    }
    let at = row * n + column;
    let next = SIDE * n;
    coopStoreT(sum_00, &c[at], n);
    coopStoreT(sum_01, &c[at + SIDE], n);
    coopStoreT(sum_02, &c[at + 2u * SIDE], n);
    coopStoreT(sum_03, &c[at + 3u * SIDE], n);
    coopStoreT(sum_10, &c[at + next], n);
    coopStoreT(sum_11, &c[at + next + SIDE], n);
    coopStoreT(sum_12, &c[at + next + 2u * SIDE], n);
    coopStoreT(sum_13, &c[at + next + 3u * SIDE], n);
    coopStoreT(sum_20, &c[at + 2u * next], n);
    coopStoreT(sum_21, &c[at + 2u * next + SIDE], n);
    coopStoreT(sum_22, &c[at + 2u * next + 2u * SIDE], n);
    coopStoreT(sum_23, &c[at + 2u * next + 3u * SIDE], n);
    coopStoreT(sum_30, &c[at + 3u * next], n);
    coopStoreT(sum_31, &c[at + 3u * next + SIDE], n);
    coopStoreT(sum_32, &c[at + 3u * next + 2u * SIDE], n);
    coopStoreT(sum_33, &c[at + 3u * next + 3u * SIDE], n);
}
