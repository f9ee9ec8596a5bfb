// z may keep the product until y is added.
// unmet: traffic
// hint: twice
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> z: array<f32>;

const A: f32 = 2.5;

// Invocations of a workgroup, elements of an invocation, elements of a workgroup. The launch is computed from COVER.
const WORKGROUP: u32 = 128u;
const ITEMS: u32 = 64u;
const COVER: u32 = WORKGROUP * ITEMS;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER;
    for (var item = 0u; item < ITEMS; item++) {
        let i = first + item * WORKGROUP + local;
        if (i < params.n) {
            z[i] = A * x[i];
            z[i] += y[i];
        }
    }
}
