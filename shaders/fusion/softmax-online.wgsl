// The online softmax: maximum and sum of exponentials in one go over the row.
//
// Builds on softmax-fused.wgsl: where a larger value turns up, the sum so far is scaled down to it, so that no
// second loop is needed before the sum is known (Milakov and Gimelshein 2018; the idea inside flash attention).
// The row is read twice in place of three times and one reduction is saved. The saved read came from the cache:
// expect a gain where a row, times the rows at work at a time, is too large for the cache, and little or none
// where it is not.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

// A workgroup covers ROWS rows, with LANES invocations a row.
const LANES: u32 = 256u;
const ROWS: u32 = 1u;
// The reduction halves them until one is left: a power of two.
const_assert(countOneBits(LANES) == 1u);

// Below every input: the maximum of no values.
const LOWEST: f32 = -1e38;

// What is known of some of a row's values: x the largest, y the sum of exp(value - largest). This merges two such
// pairs. One of the two sums is already relative to the larger maximum; the other is brought down to it.
fn merge(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let scale = exp(-abs(a.x - b.x));
    let a_leads = vec2(a.x, a.y + scale * b.y);
    let b_leads = vec2(b.x, scale * a.y + b.y);
    return select(b_leads, a_leads, a.x >= b.x);
}

var<workgroup> partial: array<vec2<f32>, LANES * ROWS>;

// The merged pairs of a row's invocations, for all of them.
fn row_merge(value: vec2<f32>, local: vec3<u32>) -> vec2<f32> {
    let first = local.y * LANES;
    let mine = first + local.x;
    partial[mine] = value;
    workgroupBarrier();
    for (var step = LANES / 2u; step > 0u; step /= 2u) {
        if (local.x < step) {
            partial[mine] = merge(partial[mine], partial[mine + step]);
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

    var running = vec2(LOWEST, 0.0);
    for (var column = local.x; column < columns; column += LANES) {
        running = merge(running, vec2(x[start + column], 1.0));
    }
    running = row_merge(running, local);
    for (var column = local.x; column < columns; column += LANES) {
        y[start + column] = exp(x[start + column] - running.x) / running.y;
    }
}
