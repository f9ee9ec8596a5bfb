// Residual and layer norm in one kernel: the workgroup that found its row's statistics goes on to normalise the
// row.
//
// Builds on norm-1-add.wgsl to norm-3-normalise.wgsl: the sum is computed where it is needed, twice, because an
// addition is cheaper than a store and a load. x and residual are read twice, the second time right after the
// first: while the rows at work fit the cache, memory sees three accesses an element in place of six. Expect up to
// twice the speed.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> residual: array<f32>;
@group(0) @binding(3) var<storage, read> gamma: array<f32>;
@group(0) @binding(4) var<storage, read> beta: array<f32>;
@group(0) @binding(7) var<storage, read_write> y: array<f32>;

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
    let shift = x[start] + residual[start];
    var sums = vec2(0.0, 0.0);
    for (var column = local.x; column < columns; column += LANES) {
        let h = x[start + column] + residual[start + column];
        let difference = h - shift;
        sums += vec2(difference, difference * difference);
    }
    let means = row_sum(sums, local) / f32(params.columns);
    let mean = shift + means.x;
    let variance = max(0.0, means.y - means.x * means.x);
    let scale = inverseSqrt(variance + EPSILON);
    for (var column = local.x; column < columns; column += LANES) {
        let h = x[start + column] + residual[start + column];
        y[start + column] = (h - mean) * scale * gamma[column] + beta[column];
    }
}
