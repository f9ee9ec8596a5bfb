// Each element becomes the sum of nine: itself and four neighbours on each side, out of a tile in workgroup memory.
//
// Teaches: between its load and its barrier a workgroup waits, and others must be resident to load meanwhile. Workgroup memory
// is divided among them: the more each of them takes, the fewer fit.
// Builds on: nothing. One element an invocation.
// Expect: a flat stretch while enough workgroups fit, and then a bandwidth that falls with their number.

struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

// Bytes of workgroup memory that a workgroup asks for and does not use: the fewer workgroups are resident.
override BALLAST: u32 = 24576u;
var<workgroup> ballast: array<f32, BALLAST / 4u>;

// Neighbours on each side.
const REACH: u32 = 4u;
const WORKGROUP: u32 = 128u;
// Elements of a workgroup.
const COVER: u32 = WORKGROUP;
// Its elements, and their neighbours beyond.
var<workgroup> tile: array<f32, COVER + 2u * REACH>;

// Element number `at` of those that the tile holds, counted from REACH before the first of x.
fn element(at: u32) -> f32 {
    // Before the first element the difference wraps around, to far beyond the last.
    let place = at - REACH;
    return select(0.0, x[min(place, params.n - 1u)], place < params.n);
}

fn around(at: u32) -> f32 {
    var sum = tile[at];
    for (var next = 1u; next <= 2u * REACH; next++) {
        sum += tile[at + next];
    }
    return sum;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = workgroup.y * workgroups.x + workgroup.x;
    let first = number * COVER;
    let own = element(first + lane);
    var beyond = 0.0;
    if lane < 2u * REACH {
        beyond = element(first + COVER + lane);
    }
    tile[lane] = own;
    if lane < 2u * REACH {
        tile[COVER + lane] = beyond;
    }
    // No launch has 0 elements, but a compiler does not know that: it must keep the ballast.
    if params.n == 0u {
        ballast[lane % (BALLAST / 4u)] = tile[lane];
    }
    workgroupBarrier();
    if first + lane < params.n {
        y[first + lane] = around(lane);
    }
}
