// pairwise: sums of two are added to sums of two, those of four to those of four, and so on.
//
// Teaches: each term is rounded once a level, log n times, and not n times. A tree over lanes has the same effect, and is what makes sums fast.
// Builds on: sum-f32.wgsl. Level l holds a sum of 2^l terms where n, counted in binary, has its bit l.
// Expect: an error that hardly grows with n.
struct Params {
    // Terms of a sum.
    n: u32,
    // How many sums.
    sums: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> sums: array<f32>;

const WORKGROUP: u32 = 32u;
// Sums of one term, of two, of four, ...
const LEVELS: u32 = 32u;

// Term i of sum number s is x[i * sums + s]: lanes side by side read side by side.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let s = (group.y * groups.x + group.x) * WORKGROUP + lane;
    if s >= params.sums {
        return;
    }
    var levels: array<f32, LEVELS>;
    for (var i = 0u; i < params.n; i++) {
        var sum = x[i * params.sums + s];
        let full = countTrailingZeros(i + 1u);
        for (var level = 0u; level < full; level++) {
            sum = levels[level] + sum;
        }
        levels[full] = sum;
    }
    var sum = 0.0;
    for (var level = 0u; level < LEVELS; level++) {
        if (params.n >> level & 1u) == 1u {
            sum += levels[level];
        }
    }
    sums[s] = sum;
}
