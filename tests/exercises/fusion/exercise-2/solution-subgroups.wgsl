// One workgroup a row, reduced by subgroup operations.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>; // one for each row

// A workgroup covers ROWS rows, with LANES invocations a row. The launch is computed from ROWS.
const LANES: u32 = 128u;
const ROWS: u32 = 1u;
// The reduction halves them until one is left: a power of two.
const_assert(countOneBits(LANES) == 1u);

// Below every input: the maximum of no values.
const LOWEST: f32 = -1e38;

var<workgroup> partial: array<vec2<f32>, LANES / 4u>;

@compute @workgroup_size(LANES, ROWS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(num_subgroups) subgroups: u32,
) {
    let row = (group.y * groups.x + group.x) * ROWS + local.y;
    let start = row * params.columns;
    // A row past the last one has no columns: its invocations still come to every barrier.
    let columns = select(0u, params.columns, row < params.rows);

    var largest = LOWEST;
    var sum = 0.0;
    for (var column = local.x; column < columns; column += LANES) {
        let value = x[start + column];
        let next = max(largest, value);
        sum = sum * exp(largest - next) + exp(value - next);
        largest = next;
    }
    let in_subgroup = subgroupMax(largest);
    let sum_of_subgroup = subgroupAdd(sum * exp(largest - in_subgroup));
    if (lane == 0u) {
        partial[subgroup] = vec2(in_subgroup, sum_of_subgroup);
    }
    workgroupBarrier();
    if (local.x == 0u && row < params.rows) {
        var all = partial[0];
        for (var other = 1u; other < subgroups; other++) {
            let next = max(all.x, partial[other].x);
            all = vec2(next, all.y * exp(all.x - next) + partial[other].y * exp(partial[other].x - next));
        }
        y[row] = all.x + log(all.y);
    }
}
