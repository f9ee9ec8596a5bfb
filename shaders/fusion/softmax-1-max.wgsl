// Pass 1 of 3 of the unfused softmax: the largest value of each row.
//
// exp overflows from 88.7 on, so the row's maximum is subtracted first. One workgroup works on a row: each
// invocation takes every LANES-th column, so that neighbours read neighbours, and a tree in workgroup memory
// merges what they found. The whole of x is read for one value a row.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> maxima: array<f32>;

// A workgroup covers ROWS rows, with LANES invocations a row.
const LANES: u32 = 256u;
const ROWS: u32 = 1u;
// The reduction halves them until one is left: a power of two.
const_assert(countOneBits(LANES) == 1u);

// Below every input: the maximum of no values.
const LOWEST: f32 = -1e38;

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
        largest = max(largest, x[start + column]);
    }
    largest = row_max(largest, local);
    if (local.x == 0u && row < params.rows) {
        maxima[row] = largest;
    }
}
