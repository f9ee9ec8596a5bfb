// Exercise 1: dot products of 4096 pairs of f16, two values in each word.
//
// The values are in f16, and so is all that is calculated of them: each product is rounded to 11 digits, and each sum of two numbers is, too. The result
// has three digits that are right. And since an invocation takes one pair at a time, each word is asked for twice.
//
// The kernel is right as far as f16 goes. Ask for each word once, and add up so that the error is at most 1e-5. The values stay in f16: that is
// what saves half of the bytes.
enable f16;

struct Params {
    // Pairs.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// Two f16 a word, the first in the lower half.
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read> y: array<u32>;
@group(0) @binding(3) var<storage, read_write> dots: array<f32>;

// Pairs of a dot product: a workgroup's.
const PAIRS: u32 = 4096u;
const WORKGROUP: u32 = 256u;

// TODO: what a sum is kept in.
var<workgroup> sums: array<f16, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = group.y * groups.x + group.x; // A launch may have rows: global_invocation_id.x begins anew in each.
    let first = row * PAIRS;
    let end = min(first + PAIRS, params.n);
    // TODO: both pairs of a word, whose last one may have one pair only; and when they become f32.
    var sum = 0.0h;
    for (var i = first + lane; i < end; i += WORKGROUP) {
        let a = unpack2x16float(x[i / 2u]);
        let b = unpack2x16float(y[i / 2u]);
        if i % 2u == 0u {
            sum += f16(a.x) * f16(b.x);
        } else {
            sum += f16(a.y) * f16(b.y);
        }
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
        dots[row] = f32(sums[0]);
    }
}
