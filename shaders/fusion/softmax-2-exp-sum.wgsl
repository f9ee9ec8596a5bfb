// Pass 2 of 3 of the unfused softmax: exponentials = exp(x - maximum), and their sum by row.
//
// x is read a second time, and the exponentials are written out because the next pass needs them: the unfused
// chain moves an element five times (two reads of x, one write and one read of the exponential, one write of y).
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> maxima: array<f32>;
@group(0) @binding(3) var<storage, read_write> exponentials: array<f32>;
@group(0) @binding(4) var<storage, read_write> sums: array<f32>;

// A workgroup covers ROWS rows, with LANES invocations a row.
const LANES: u32 = 256u;
const ROWS: u32 = 1u;
// The reduction halves them until one is left: a power of two.
const_assert(countOneBits(LANES) == 1u);

var<workgroup> partial: array<f32, LANES * ROWS>;

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

    var sum = 0.0;
    for (var column = local.x; column < columns; column += LANES) {
        let exponential = exp(x[start + column] - maxima[row]);
        exponentials[start + column] = exponential;
        sum += exponential;
    }
    sum = row_sum(sum, local);
    if (local.x == 0u && row < params.rows) {
        sums[row] = sum;
    }
}
