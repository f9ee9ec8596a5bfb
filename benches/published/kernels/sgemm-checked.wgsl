// C = A B for n x n floats, k deep, in workgroups of 16 x 16 that look where the matrices end: one element an invocation, or
// eight neighbours in a row.

override n = 4096u;
override k = 4096u;

const TILE = 16u;
const ROW = 8u;
const WIDE = TILE * ROW;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

var<workgroup> tile_a: array<f32, TILE * TILE>;
var<workgroup> tile_b: array<f32, TILE * TILE>;
var<workgroup> wide_b: array<f32, TILE * WIDE>;

fn of_a(row: u32, i: u32) -> f32 {
    if row < n && i < k {
        return a[row * k + i];
    }
    return 0.0;
}

fn of_b(i: u32, col: u32) -> f32 {
    if i < k && col < n {
        return b[i * n + col];
    }
    return 0.0;
}

@compute @workgroup_size(TILE, TILE)
fn tiled(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
    var sum = 0.0;
    for (var first = 0u; first < k; first += TILE) {
        tile_a[local.y * TILE + local.x] = of_a(id.y, first + local.x);
        tile_b[local.y * TILE + local.x] = of_b(first + local.y, id.x);
        workgroupBarrier();
        if id.y < n && id.x < n {
            for (var i = 0u; i < TILE; i++) {
                sum += tile_a[local.y * TILE + i] * tile_b[i * TILE + local.x];
            }
        }
        workgroupBarrier();
    }
    if id.y < n && id.x < n {
        c[id.y * n + id.x] = sum;
    }
}

@compute @workgroup_size(TILE, TILE)
fn row_of_eight(
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = group.y * TILE + local.y;
    let col_0 = group.x * WIDE;
    var sums: array<f32, ROW>;
    for (var first = 0u; first < k; first += TILE) {
        tile_a[local.y * TILE + local.x] = of_a(row, first + local.x);
        for (var e = 0u; e < ROW; e++) {
            let at = lane * ROW + e;
            wide_b[at] = of_b(first + at / WIDE, col_0 + at % WIDE);
        }
        workgroupBarrier();
        for (var i = 0u; i < TILE; i++) {
            let value = tile_a[local.y * TILE + i];
            for (var e = 0u; e < ROW; e++) {
                sums[e] = fma(value, wide_b[i * WIDE + local.x * ROW + e], sums[e]);
            }
        }
        workgroupBarrier();
    }
    for (var e = 0u; e < ROW; e++) {
        let col = col_0 + local.x * ROW + e;
        if row < n && col < n {
            c[row * n + col] = sums[e];
        }
    }
}
