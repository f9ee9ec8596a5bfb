// C = A B for n x n floats, k deep: tiles of 64 x 64; an invocation has a block of 4 x 4 neighbouring elements. Tiles are loaded
// in steps of the workgroup, by four neighbours an invocation, or by 16 bytes; loads can look where the matrices end.

override n = 4096u;
override k = 4096u;
override deep = 8u;
override pad = 0u;
override checked = false;

const TILE = 64u;
const EDGE = 4u;
const SIZE = 256u;

override pitch_a = deep + pad;
override pitch_b = TILE + pad;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(0) var<storage, read> a_4: array<vec4f>;
@group(0) @binding(1) var<storage, read> b_4: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

var<workgroup> tile_a: array<f32, TILE * pitch_a>;
var<workgroup> tile_b: array<f32, deep * pitch_b>;

fn load_a(row: u32, i: u32, at: u32) {
    let r = at / deep;
    let d = at % deep;
    var value = 0.0;
    if !checked || row + r < n && i + d < k {
        value = a[(row + r) * k + i + d];
    }
    tile_a[r * pitch_a + d] = value;
}

fn load_b(i: u32, col: u32, at: u32) {
    let d = at / TILE;
    let e = at % TILE;
    var value = 0.0;
    if !checked || i + d < k && col + e < n {
        value = b[(i + d) * n + col + e];
    }
    tile_b[d * pitch_b + e] = value;
}

fn add(row: u32, col: u32, sums: ptr<function, array<array<f32, EDGE>, EDGE>>) {
    for (var i = 0u; i < deep; i++) {
        var of_a: array<f32, EDGE>;
        var of_b: array<f32, EDGE>;
        for (var e = 0u; e < EDGE; e++) {
            of_a[e] = tile_a[(row + e) * pitch_a + i];
        }
        for (var e = 0u; e < EDGE; e++) {
            of_b[e] = tile_b[i * pitch_b + col + e];
        }
        for (var r = 0u; r < EDGE; r++) {
            for (var e = 0u; e < EDGE; e++) {
                (*sums)[r][e] = fma(of_a[r], of_b[e], (*sums)[r][e]);
            }
        }
    }
}

fn store(row: u32, col: u32, sums: ptr<function, array<array<f32, EDGE>, EDGE>>) {
    for (var r = 0u; r < EDGE; r++) {
        for (var e = 0u; e < EDGE; e++) {
            if !checked || row + r < n && col + e < n {
                c[(row + r) * n + col + e] = (*sums)[r][e];
            }
        }
    }
}

@compute @workgroup_size(SIZE)
fn in_steps(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row_0 = group.y * TILE;
    let col_0 = group.x * TILE;
    let row = lane / (TILE / EDGE) * EDGE;
    let col = lane % (TILE / EDGE) * EDGE;
    var sums: array<array<f32, EDGE>, EDGE>;
    for (var first = 0u; first < k; first += deep) {
        for (var at = lane; at < TILE * deep; at += SIZE) {
            load_a(row_0, first, at);
        }
        for (var at = lane; at < deep * TILE; at += SIZE) {
            load_b(first, col_0, at);
        }
        workgroupBarrier();
        add(row, col, &sums);
        workgroupBarrier();
    }
    store(row_0 + row, col_0 + col, &sums);
}

@compute @workgroup_size(SIZE)
fn by_neighbours(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row_0 = group.y * TILE;
    let col_0 = group.x * TILE;
    let row = lane / (TILE / EDGE) * EDGE;
    let col = lane % (TILE / EDGE) * EDGE;
    var sums: array<array<f32, EDGE>, EDGE>;
    for (var first = 0u; first < k; first += deep) {
        for (var e = 0u; e < 4u; e++) {
            load_a(row_0, first, lane * 4u + e);
        }
        for (var e = 0u; e < 4u; e++) {
            load_b(first, col_0, lane * 4u + e);
        }
        workgroupBarrier();
        add(row, col, &sums);
        workgroupBarrier();
    }
    store(row_0 + row, col_0 + col, &sums);
}

fn load_wide(row_0: u32, col_0: u32, first: u32, at: u32) {
    let r = at / deep;
    let d = at % deep;
    var four = vec4f();
    if !checked || row_0 + r < n && first + d + 3u < k {
        four = a_4[((row_0 + r) * k + first + d) / 4u];
    }
    for (var e = 0u; e < 4u; e++) {
        tile_a[r * pitch_a + d + e] = four[e];
    }
    let i = at / TILE;
    let col = at % TILE;
    four = vec4f();
    if !checked || first + i < k && col_0 + col + 3u < n {
        four = b_4[((first + i) * n + col_0 + col) / 4u];
    }
    for (var e = 0u; e < 4u; e++) {
        tile_b[i * pitch_b + col + e] = four[e];
    }
}

@compute @workgroup_size(SIZE)
fn wide(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row_0 = group.y * TILE;
    let col_0 = group.x * TILE;
    let row = lane / (TILE / EDGE) * EDGE;
    let col = lane % (TILE / EDGE) * EDGE;
    var sums: array<array<f32, EDGE>, EDGE>;
    for (var first = 0u; first < k; first += deep) {
        for (var at = lane * 4u; at < TILE * deep; at += SIZE * 4u) {
            load_wide(row_0, col_0, first, at);
        }
        workgroupBarrier();
        add(row, col, &sums);
        workgroupBarrier();
    }
    store(row_0 + row, col_0 + col, &sums);
}
