// The row is kept in workgroup memory between the two goes, as far as it fits.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>; // one for each row

// A workgroup covers ROWS rows, with LANES invocations a row. The launch is computed from ROWS.
const LANES: u32 = 64u;
const ROWS: u32 = 2u;
// The reduction halves them until one is left: a power of two.
const_assert(countOneBits(LANES) == 1u);

// Below every input: the maximum of no values.
const LOWEST: f32 = -1e38;

const KEPT: u32 = 2048u;
var<workgroup> kept: array<f32, KEPT * ROWS>;
var<workgroup> partial: array<f32, LANES * ROWS>;

// The largest of the values of a row's invocations, for all of them.
fn row_max(value: f32, local: vec3<u32>) -> f32 {
    let first = local.y * LANES;
    let mine = first + local.x;
    partial[mine] = value;
    workgroupBarrier();
    for (var step = LANES / 2u; step > 0u; step /= 2u) {
        if (local.x < step) {
            partial[mine] = max(partial[mine], partial[mine + step]);
        }
        workgroupBarrier();
    }
    return partial[first];
}

// The sum of the values of a row's invocations, for all of them.
fn row_sum(value: f32, local: vec3<u32>) -> f32 {
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
    let start = row * params.columns;
    // A row past the last one has no columns: its invocations still come to every barrier.
    let columns = select(0u, params.columns, row < params.rows);

    var largest = LOWEST;
    for (var column = local.x; column < columns; column += LANES) {
        let value = x[start + column];
        if (column < KEPT) {
            kept[local.y * KEPT + column] = value;
        }
        largest = max(largest, value);
    }
    largest = row_max(largest, local);
    // All have read the maximum before its place is used for the sum.
    workgroupBarrier();
    var sum = 0.0;
    for (var column = local.x; column < columns; column += LANES) {
        var value = 0.0;
        if (column < KEPT) {
            value = kept[local.y * KEPT + column];
        } else {
            value = x[start + column];
        }
        sum += exp(value - largest);
    }
    sum = row_sum(sum, local);
    if (local.x == 0u && row < params.rows) {
        y[row] = largest + log(sum);
    }
}
