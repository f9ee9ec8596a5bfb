// stored-f32: dot products of 4096 pairs, of values in 32 bits.
//
// Teaches: what the others are held against. A pair is two FLOP and 8 bytes, so memory takes the time.
// Expect: the rate at which memory is read.
struct Params {
    // Pairs.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> dots: array<f32>;

// Pairs of a dot product: a workgroup's.
const PAIRS: u32 = 4096u;
const WORKGROUP: u32 = 256u;

var<workgroup> sums: array<f32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = group.y * groups.x + group.x;
    let first = row * PAIRS;
    let end = min(first + PAIRS, params.n);
    var sum = 0.0;
    for (var i = first + lane; i < end; i += WORKGROUP) {
        sum = fma(x[i], y[i], sum);
    }
    sums[lane] = sum;
    workgroupBarrier();
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
        if lane < step {
            sums[lane] += sums[lane + step];
        }
        workgroupBarrier();
    }
    if lane == 0u && first < params.n {
        dots[row] = sums[0];
    }
}
