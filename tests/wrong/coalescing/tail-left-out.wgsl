// replaces: vec4.wgsl
// verdict: wrong
// message: never written
//
// Off by one at the edge: the vector that is not full is left out, where 4 does not divide the number of elements.
struct Params {
    // Elements.
    n: u32,
    // The launch of a strided copy has 2^bits invocations: n rounded up.
    bits: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> destination: array<vec4<f32>>;

const WORKGROUP: u32 = 256u;

// The vector that invocation i moves.
fn element(i: u32) -> u32 {
    return i;
}

// The vectors that hold n elements. A buffer's size is a multiple of 16 bytes, so the last one is whole:
// what lies behind element n - 1 is padding that nobody reads.
fn vectors() -> u32 {
    return params.n / 4u;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    let e = element(i);
    if (e < vectors()) {
        destination[e] = source[e];
    }
}
