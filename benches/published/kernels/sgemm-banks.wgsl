// C = A B for n x n floats, k deep: tiles of 128 x 128, 8 deep, A's transposed, loads and stores of 16 bytes; an invocation has a
// block of 8 x 8 neighbouring elements. B's tile keeps apart what invocations read at once: dealt out, or in rows of 133.

override n = 4096u;
override k = 4096u;

const TILE = 128u;
const DEEP = 8u;
const EDGE = 8u;
const PITCH = TILE + 5u;

@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;

var<workgroup> tile_a: array<f32, DEEP * TILE>; // transposed
var<workgroup> dealt: array<f32, DEEP * TILE>;
var<workgroup> padded: array<f32, DEEP * PITCH>;

fn load_a(row_0: u32, first: u32, lane: u32) {
    let r = lane / 2u;
    let d = lane % 2u * 4u;
    let four = a[((row_0 + r) * k + first + d) / 4u];
    for (var e = 0u; e < 4u; e++) {
        tile_a[(d + e) * TILE + r] = four[e];
    }
}

fn add(i: u32, row: u32, of_b: array<f32, EDGE>, sums: ptr<function, array<array<f32, EDGE>, EDGE>>) {
    for (var r = 0u; r < EDGE; r++) {
        let value = tile_a[i * TILE + row + r];
        for (var e = 0u; e < EDGE; e++) {
            (*sums)[r][e] = fma(value, of_b[e], (*sums)[r][e]);
        }
    }
}

fn store(row: u32, col: u32, sums: ptr<function, array<array<f32, EDGE>, EDGE>>) {
    for (var r = 0u; r < EDGE; r++) {
        let at = ((row + r) * n + col) / 4u;
        c[at] = vec4f((*sums)[r][0], (*sums)[r][1], (*sums)[r][2], (*sums)[r][3]);
        c[at + 1u] = vec4f((*sums)[r][4], (*sums)[r][5], (*sums)[r][6], (*sums)[r][7]);
    }
}

@compute @workgroup_size(256)
fn dealt_out(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row_0 = group.y * TILE;
    let col_0 = group.x * TILE;
    let row = lane / 16u * EDGE;
    let col = lane % 16u;
    var sums: array<array<f32, EDGE>, EDGE>;
    for (var first = 0u; first < k; first += DEEP) {
        load_a(row_0, first, lane);
        let d = lane / 32u;
        let four = b[((first + d) * n + col_0) / 4u + lane % 32u];
        for (var e = 0u; e < 4u; e++) {
            dealt[(lane % 2u * 4u + d * 8u + e) * 16u + lane % 32u / 2u] = four[e];
        }
        workgroupBarrier();
        for (var i = 0u; i < DEEP; i++) {
            var of_b: array<f32, EDGE>;
            for (var e = 0u; e < EDGE; e++) {
                of_b[e] = dealt[(i * 8u + e) * 16u + col];
            }
            add(i, row, of_b, &sums);
        }
        workgroupBarrier();
    }
    store(row_0 + row, col_0 + col * EDGE, &sums);
}

@compute @workgroup_size(256)
fn with_pitch(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row_0 = group.y * TILE;
    let col_0 = group.x * TILE;
    let row = lane / 16u * EDGE;
    let col = lane % 16u * EDGE;
    var sums: array<array<f32, EDGE>, EDGE>;
    for (var first = 0u; first < k; first += DEEP) {
        load_a(row_0, first, lane);
        let d = lane / 32u;
        let four = b[((first + d) * n + col_0) / 4u + lane % 32u];
        for (var e = 0u; e < 4u; e++) {
            padded[d * PITCH + lane % 32u * 4u + e] = four[e];
        }
        workgroupBarrier();
        for (var i = 0u; i < DEEP; i++) {
            var of_b: array<f32, EDGE>;
            for (var e = 0u; e < EDGE; e++) {
                of_b[e] = padded[i * PITCH + col + e];
            }
            add(i, row, of_b, &sums);
        }
        workgroupBarrier();
    }
    store(row_0 + row, col_0 + col, &sums);
}
