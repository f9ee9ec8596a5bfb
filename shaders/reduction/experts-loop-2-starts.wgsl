// Experts by a loop, 2 of 3: one workgroup turns the counts into what lies before each, round by round, with a carry.
//
// As scan-add-2-sums.wgsl, over as many counts as there are tiles and experts. Where an expert's tokens start is an output.
struct Params {
    // Tokens.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> starts: array<u32>;
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;

const WORKGROUP: u32 = 256u;
const TILE: u32 = 256u;
const EXPERTS: u32 = 64u;

var<workgroup> totals: array<u32, WORKGROUP>;

// The sum of what the invocations up to this one bring.
fn running(own: u32, local: u32) -> u32 {
    var sum = own;
    for (var step = 1u; step < WORKGROUP; step *= 2u) {
        totals[local] = sum;
        workgroupBarrier();
        if local >= step {
            sum += totals[local - step];
        }
        workgroupBarrier();
    }
    totals[local] = sum;
    workgroupBarrier();
    return sum;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    let tiles = (params.n + TILE - 1u) / TILE;
    var carry = 0u;
    for (var first = 0u; first < tiles * EXPERTS; first += WORKGROUP) {
        let at = first + local;
        var own = 0u;
        if at < tiles * EXPERTS {
            own = counts[at];
        }
        let start = carry + running(own, local) - own;
        if at < tiles * EXPERTS {
            counts[at] = start;
            if at % tiles == 0u {
                starts[at / tiles] = start;
            }
        }
        carry += totals[WORKGROUP - 1u];
        // All have read the round's total before the next one is written.
        workgroupBarrier();
    }
}
