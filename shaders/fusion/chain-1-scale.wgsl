// Pass 1 of 5 of the unfused chain: a = SCALE x.
//
// One kernel an operation, as a library of array operations runs an expression. Each pass loads an element, does
// one operation on it and stores it: 8 bytes of traffic a FLOP. The five passes together move every element ten
// times; the chain as a whole needs to move it twice (x in, y out). Expect the time of a pass to be that of a
// copy.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> a: array<f32>;

const WORKGROUP: u32 = 256u;
const SCALE: f32 = 1.7;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (i < params.n) {
        a[i] = SCALE * x[i];
    }
}
