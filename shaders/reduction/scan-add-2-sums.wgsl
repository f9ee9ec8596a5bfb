// Scan and add, 2 of 3: one workgroup turns the tiles' sums into what lies before each tile.
//
// There is one sum for each TILE elements, so that a single workgroup may do, round by round, with a carry. Expect little time, and
// that of one workgroup: the rest of the device waits.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> sums: array<u32>;

const WORKGROUP: u32 = 256u;
// Elements of a tile.
const TILE: u32 = 1024u;
// Sums that an invocation takes in one round.
const EACH: u32 = 4u;

var<workgroup> totals: array<u32, WORKGROUP>;

// The sum of what the invocations before this one bring.
fn before(own: u32, local: u32) -> u32 {
    var sum = own;
    for (var step = 1u; step < WORKGROUP; step *= 2u) {
        totals[local] = sum;
        workgroupBarrier();
        if (local >= step) {
            sum += totals[local - step];
        }
        workgroupBarrier();
    }
    totals[local] = sum;
    workgroupBarrier();
    return sum - own;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let tiles = (params.n + TILE - 1u) / TILE;
    var carry = 0u;
    for (var first = 0u; first < tiles; first += EACH * WORKGROUP) {
        var own: array<u32, EACH>;
        var sum = 0u;
        for (var k = 0u; k < EACH; k++) {
            let at = first + EACH * local + k;
            if (at < tiles) {
                own[k] = sums[at];
                sum += own[k];
            }
        }
        var start = carry + before(sum, local);
        for (var k = 0u; k < EACH; k++) {
            let at = first + EACH * local + k;
            if (at < tiles) {
                sums[at] = start;
                start += own[k];
            }
        }
        carry += totals[WORKGROUP - 1u];
        // All have read the round's total before the next one is written.
        workgroupBarrier();
    }
}
