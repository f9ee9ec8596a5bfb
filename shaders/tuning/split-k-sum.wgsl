// split-k-sum: the sum of the parts of split-k.wgsl, one element of C an invocation.
//
// Teaches: what is split must be put together again, by a second kernel that moves every part once more.
// Builds on: split-k.wgsl.
// Expect: the time of a copy of four products.

struct Params { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;
@group(0) @binding(4) var<storage, read> partial: array<f32>;

const WORKGROUP = 256u;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + lane;
    let elements = params.m * params.n;
    if i < elements {
        let first = partial[i] + partial[elements + i];
        c[i] = first + (partial[2u * elements + i] + partial[3u * elements + i]);
    }
}
