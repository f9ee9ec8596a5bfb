// Pass 2 of 3 of the unfused residual + layer norm: each row's mean and 1 / standard deviation.
//
// One workgroup works on a row: each invocation takes every LANES-th column, and a tree in workgroup memory adds
// up what they found. The whole of h is read for two values a row.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(5) var<storage, read> h: array<f32>;
@group(0) @binding(6) var<storage, read_write> statistics: array<vec2<f32>>;

// A workgroup covers ROWS rows, with LANES invocations a row.
const LANES: u32 = 256u;
const ROWS: u32 = 1u;
// The reduction halves them until one is left: a power of two.
const_assert(countOneBits(LANES) == 1u);

// Keeps a row without variance from dividing by zero.
const EPSILON: f32 = 1e-5;

var<workgroup> partial: array<vec2<f32>, LANES * ROWS>;

// The sum of the pairs of a row's invocations, for all of them.
fn row_sum(value: vec2<f32>, local: vec3<u32>) -> vec2<f32> {
    let first = local.y * LANES;
    let mine = first + local.x;
    partial[mine] = value;
    workgroupBarrier();
    for (var step = LANES / 2u; step > 0u; step /= 2u) {
        if (local.x < step) {
            partial[mine] = partial[mine] + partial[mine + step];
        }
        workgroupBarrier();
    }
    return partial[first];
}

@compute @workgroup_size(LANES, ROWS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
) {
    let row = (group.y * groups.x + group.x) * ROWS + local.y;
    // A row past the last one has no columns: its invocations still come to every barrier.
    let columns = select(0u, params.columns, row < params.rows);
    let start = min(row, params.rows - 1u) * params.columns;

    // Sums of differences from the row's first element, and of their squares: sums of plain squares would cancel
    // where the mean is large and the variance small.
    let shift = h[start];
    var sums = vec2(0.0, 0.0);
    for (var column = local.x; column < columns; column += LANES) {
        let difference = h[start + column] - shift;
        sums += vec2(difference, difference * difference);
    }
    let means = row_sum(sums, local) / f32(params.columns);
    let mean = shift + means.x;
    let variance = max(0.0, means.y - means.x * means.x);
    let scale = inverseSqrt(variance + EPSILON);
    if (local.x == 0u && row < params.rows) {
        statistics[row] = vec2(mean, scale);
    }
}
