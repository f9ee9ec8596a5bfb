// stored-e4m3: the same of values in 8 bits: 4 for the exponent, 3 digits; the largest is 448.
//
// Teaches: a format that no type of WGSL has can be read by its bits. Moved to the places of an f16's, an e4m3 is 256 times as small, since their
// exponents count from -7 and from -15: so the products are 65536 times as small, and the sum is made good once.
// Builds on: stored-f16.wgsl. A quarter of the words of stored-f32, and some more instructions for each.
// Expect: a quarter of the time where memory takes it, and an error of some hundredths.
struct Params {
    // Pairs.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(10) var<storage, read> x: array<u32>;
@group(0) @binding(11) var<storage, read> y: array<u32>;
@group(0) @binding(12) var<storage, read_write> dots: array<f32>;

// Pairs of a dot product: a workgroup's.
const PAIRS: u32 = 4096u;
const WORKGROUP: u32 = 256u;

var<workgroup> sums: array<f32, WORKGROUP>;

// 1/256 of the two values in bits 0 to 7 and 16 to 23.
fn widened(bytes: u32) -> vec2<f32> {
    return unpack2x16float((bytes & 0x00800080u) << 8u | (bytes & 0x007f007fu) << 7u);
}

// 1/256 of the four values of a word.
fn values(word: u32) -> vec4<f32> {
    let even = widened(word);
    let odd = widened(word >> 8u);
    return vec4(even.x, odd.x, even.y, odd.y);
}

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
    for (var i = first / 4u + lane; 4u * i < end; i += WORKGROUP) {
        let products = values(x[i]) * values(y[i]);
        // The last word may have fewer than four pairs.
        let known = vec4(0u, 1u, 2u, 3u) < vec4(end - 4u * i);
        sum += dot(select(vec4(0.0), products, known), vec4(1.0));
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
        dots[row] = sums[0] * 65536.0;
    }
}
