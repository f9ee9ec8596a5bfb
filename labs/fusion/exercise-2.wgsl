// Exercise 2: the logarithm of the sum of the exponentials of each row, which is read twice.
//
// exp overflows where x is large, so the row's maximum is found first and subtracted: y = m + log(sum of exp(x - m)).
// For that the kernel reads the row twice: once for m, and once for the sum. One of the two can go. If a sum s
// of exp(x - m) is known, and then a larger maximum turns up, s need not be computed again: it only has to be brought
// down to the new maximum, by one factor.
//
// The kernel is right, and slow. Read each element once.
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
    let row = (group.y * groups.x + group.x) * ROWS + local.y; // A launch may have rows: global_invocation_id.x begins anew in each.
    let start = row * params.columns;
    // A row past the last one has no columns: its invocations still come to every barrier.
    let columns = select(0u, params.columns, row < params.rows);

    // TODO: one loop, in which each invocation keeps the maximum and the sum of what it has seen so far.
    var largest = LOWEST;
    for (var column = local.x; column < columns; column += LANES) {
        largest = max(largest, x[start + column]);
    }
    largest = row_max(largest, local);
    // All have read the maximum before its place is used for the sum.
    workgroupBarrier();
    var sum = 0.0;
    for (var column = local.x; column < columns; column += LANES) {
        sum += exp(x[start + column] - largest);
    }
    // TODO: the sums of two invocations count from different maxima now. Bring them to the same one, then add.
    sum = row_sum(sum, local);
    if (local.x == 0u && row < params.rows) {
        y[row] = largest + log(sum);
    }
}
