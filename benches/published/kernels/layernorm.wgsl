// Each row less its mean, over its deviation, scaled and shifted: a workgroup a row. Mean and deviation in a pass each, word by
// word or in vec4s; in one pass of two sums in workgroup memory; and in one pass of running moments that a subgroup combines.

override n = 512u;

const SIZE = 128u;
const EPS = 1e-5;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(0) var<storage, read> x_4: array<vec4f>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(1) var<storage, read> scale_4: array<vec4f>;
@group(0) @binding(2) var<storage, read> shift: array<f32>;
@group(0) @binding(2) var<storage, read> shift_4: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> y_4: array<vec4f>;

var<workgroup> part: array<f32, SIZE>;
var<workgroup> squares: array<f32, SIZE>;
var<workgroup> part_4: array<vec4f, SIZE>;
var<workgroup> mean_of_row: f32;
var<workgroup> factor_of_row: f32;

fn fold(value: f32, lane: u32) -> f32 {
    part[lane] = value;
    workgroupBarrier();
    for (var s = SIZE / 2u; s > 0u; s /= 2u) {
        if lane < s {
            part[lane] += part[lane + s];
        }
        workgroupBarrier();
    }
    return part[0];
}

@compute @workgroup_size(SIZE)
fn two_passes(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row = group.x * n;
    var sum = 0.0;
    for (var i = lane; i < n; i += SIZE) {
        sum += x[row + i];
    }
    let mean = fold(sum, lane) / f32(n);
    sum = 0.0;
    for (var i = lane; i < n; i += SIZE) {
        let off = x[row + i] - mean;
        sum += off * off;
    }
    let factor = inverseSqrt(fold(sum, lane) / f32(n) + EPS);
    for (var i = lane; i < n; i += SIZE) {
        y[row + i] = fma((x[row + i] - mean) * factor, scale[i], shift[i]);
    }
}

fn fold_4(value: vec4f, lane: u32) -> f32 {
    part_4[lane] = value;
    workgroupBarrier();
    for (var s = SIZE / 2u; s > 0u; s /= 2u) {
        if lane < s {
            part_4[lane] += part_4[lane + s];
        }
        workgroupBarrier();
    }
    return dot(part_4[0], vec4f(1.0));
}

@compute @workgroup_size(SIZE)
fn two_passes_4(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let width = n / 4u;
    let row = group.x * width;
    var sum = vec4f();
    for (var i = lane; i < width; i += SIZE) {
        sum += x_4[row + i];
    }
    let mean = fold_4(sum, lane) / f32(n);
    sum = vec4f();
    for (var i = lane; i < width; i += SIZE) {
        let off = x_4[row + i] - mean;
        sum = fma(off, off, sum);
    }
    let factor = inverseSqrt(fold_4(sum, lane) / f32(n) + EPS);
    for (var i = lane; i < width; i += SIZE) {
        y_4[row + i] = fma((x_4[row + i] - mean) * factor, scale_4[i], shift_4[i]);
    }
}

@compute @workgroup_size(SIZE)
fn one_pass(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row = group.x * n;
    for (var i = lane; i < n; i += SIZE) {
        let value = x[row + i];
        part[lane] += value;
        squares[lane] += value * value;
    }
    workgroupBarrier();
    for (var s = SIZE / 2u; s > 0u; s /= 2u) {
        if lane < s {
            part[lane] += part[lane + s];
            squares[lane] += squares[lane + s];
        }
        workgroupBarrier();
    }
    if lane == 0u {
        let mean = part[0] / f32(n);
        mean_of_row = mean;
        factor_of_row = inverseSqrt(squares[0] / f32(n) - mean * mean + EPS);
    }
    workgroupBarrier();
    for (var i = lane; i < n; i += SIZE) {
        y[row + i] = fma((x[row + i] - mean_of_row) * factor_of_row, scale[i], shift[i]);
    }
}

struct Moments { mean: f32, squares: f32, count: f32 }

fn combine(a: Moments, b: Moments) -> Moments {
    if b.count == 0.0 {
        return a;
    }
    let count = a.count + b.count;
    let share = b.count / count;
    let off = b.mean - a.mean;
    return Moments(a.mean + off * share, a.squares + b.squares + off * off * a.count * share, count);
}

@compute @workgroup_size(32)
fn running(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) width: u32) {
    let row = group.x * n;
    var own = Moments();
    for (var i = lane; i < n; i += 32u) {
        let value = x[row + i];
        own.count += 1.0;
        let before = value - own.mean;
        own.mean += before / own.count;
        own.squares += before * (value - own.mean);
    }
    for (var s = width / 2u; s > 0u; s /= 2u) {
        let other = Moments(subgroupShuffleDown(own.mean, s), subgroupShuffleDown(own.squares, s), subgroupShuffleDown(own.count, s));
        own = combine(own, other);
    }
    let mean = subgroupBroadcast(own.mean, 0u);
    let factor = inverseSqrt(subgroupBroadcast(own.squares, 0u) / f32(n) + EPS);
    for (var i = lane; i < n; i += 32u) {
        y[row + i] = fma((x[row + i] - mean) * factor, scale[i], shift[i]);
    }
}
