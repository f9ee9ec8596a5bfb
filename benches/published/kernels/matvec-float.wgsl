// An n x n matrix, by columns or by rows, times a vector: an invocation has a row of it, or a workgroup has.

override n = 16384u;
override width = 32u;

const SIZE = 1024u;

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> vector: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;

var<workgroup> part: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn columns_row_each(@builtin(global_invocation_id) id: vec3u) {
    if id.x < n {
        var sum = 0.0;
        for (var col = 0u; col < n; col++) {
            sum = fma(matrix[id.x + n * col], vector[col], sum);
        }
        out[id.x] = sum;
    }
}

@compute @workgroup_size(SIZE)
fn rows_row_each(@builtin(global_invocation_id) id: vec3u) {
    if id.x < n {
        var sum = 0.0;
        for (var col = 0u; col < n; col++) {
            sum = fma(matrix[id.x * n + col], vector[col], sum);
        }
        out[id.x] = sum;
    }
}

fn finish(sum: f32, row: u32, lane: u32) {
    let own = subgroupAdd(sum);
    if lane % width == 0u {
        part[lane / width] = own;
    }
    workgroupBarrier();
    if lane < width {
        let whole = subgroupAdd(select(0.0, part[lane], lane < SIZE / width));
        if lane == 0u {
            out[row] = whole;
        }
    }
}

@compute @workgroup_size(SIZE)
fn columns_shared(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    var sum = 0.0;
    for (var col = lane; col < n; col += SIZE) {
        sum = fma(matrix[group.x + n * col], vector[col], sum);
    }
    finish(sum, group.x, lane);
}

@compute @workgroup_size(SIZE)
fn rows_shared(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    var sum = 0.0;
    for (var col = lane; col < n; col += SIZE) {
        sum = fma(matrix[group.x * n + col], vector[col], sum);
    }
    finish(sum, group.x, lane);
}
