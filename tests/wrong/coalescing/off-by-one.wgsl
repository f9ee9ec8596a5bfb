// replaces: offset.wgsl
// verdict: wrong
// message: never written
//
// Off by one at the edge: the last element is never moved.
struct Params {
    // Elements.
    n: u32,
    // The launch of a strided copy has 2^bits invocations: n rounded up.
    bits: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<f32>;
@group(0) @binding(2) var<storage, read_write> destination: array<f32>;

const WORKGROUP: u32 = 256u;

// The element that invocation i moves.
fn element(i: u32) -> u32 {
    return select(i + 1u, 0u, i + 1u == params.n);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    let e = element(i);
    if (e + 1u < params.n) {
        destination[e] = source[e];
    }
}
