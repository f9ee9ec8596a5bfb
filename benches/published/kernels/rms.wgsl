// Rows of n values over the root of their mean square, times a weight each; a workgroup a row. The squares' sum by a fold or by
// subgroups, the row read twice or kept in workgroup memory, word by word or in vec4s.

override n = 4096u;

const SIZE = 512u;
const MOST = 4096; // values of a row
const EPS = 1e-5;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(0) var<storage, read> x_4: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(1) var<storage, read> weight_4: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> y_4: array<vec4f>;

var<workgroup> part: array<f32, SIZE>;
var<workgroup> sums: array<f32, 32>;
var<workgroup> kept: array<f32, MOST>;
var<workgroup> kept_4: array<vec4f, MOST / 4>;
var<workgroup> factor: f32;

fn fold(value: f32, lane: u32) {
    part[lane] = value;
    workgroupBarrier();
    for (var s = SIZE / 2u; s > 0u; s >>= 1u) {
        if lane < s {
            part[lane] += part[lane + s];
        }
        workgroupBarrier();
    }
    if lane == 0u {
        factor = inverseSqrt(part[0] / f32(n) + EPS);
    }
    workgroupBarrier();
}

fn lanes(value: f32) -> f32 {
    var sum = value;
    for (var s = 16u; s > 0u; s >>= 1u) {
        sum += subgroupShuffleDown(sum, s);
    }
    return sum;
}

fn by_shuffles(value: f32, lane: u32) {
    part[lane] = value;
    workgroupBarrier();
    let sum = lanes(part[lane]);
    if lane % 32u == 0u {
        sums[lane / 32u] = sum;
    }
    workgroupBarrier();
    if lane < 32u {
        let whole = lanes(select(0.0, sums[lane], lane < SIZE / 32u));
        if lane == 0u {
            factor = inverseSqrt(whole / f32(n) + EPS);
        }
    }
    workgroupBarrier();
}

@compute @workgroup_size(SIZE)
fn naive(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row = group.x * n;
    var sum = 0.0;
    for (var i = lane; i < n; i += SIZE) {
        let value = x[row + i];
        sum += value * value;
    }
    fold(sum, lane);
    for (var i = lane; i < n; i += SIZE) {
        y[row + i] = x[row + i] * factor * weight[i];
    }
}

fn keep(row: u32, lane: u32) -> f32 {
    var sum = 0.0;
    for (var i = lane; i < n; i += SIZE) {
        let value = x[row + i];
        kept[i] = value;
        sum += value * value;
    }
    return sum;
}

fn give(row: u32, lane: u32) {
    for (var i = lane; i < n; i += SIZE) {
        y[row + i] = kept[i] * factor * weight[i];
    }
}

@compute @workgroup_size(SIZE)
fn kept_fold(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    fold(keep(group.x * n, lane), lane);
    give(group.x * n, lane);
}

@compute @workgroup_size(SIZE)
fn kept_shuffles(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    by_shuffles(keep(group.x * n, lane), lane);
    give(group.x * n, lane);
}

fn keep_4(row: u32, lane: u32) -> f32 {
    var sum = 0.0;
    for (var i = lane; i < n / 4u; i += SIZE) {
        let value = x_4[row + i];
        kept_4[i] = value;
        sum += dot(value, value);
    }
    return sum;
}

fn give_4(row: u32, lane: u32) {
    for (var i = lane; i < n / 4u; i += SIZE) {
        y_4[row + i] = kept_4[i] * factor * weight_4[i];
    }
}

@compute @workgroup_size(SIZE)
fn kept_fold_4(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row = group.x * (n / 4u);
    fold(keep_4(row, lane), lane);
    give_4(row, lane);
}

@compute @workgroup_size(SIZE)
fn kept_shuffles_4(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row = group.x * (n / 4u);
    by_shuffles(keep_4(row, lane), lane);
    give_4(row, lane);
}
