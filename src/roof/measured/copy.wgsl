// How fast can this device copy memory?
//
// A stream of loads and stores with nothing in between. How much each invocation should move, in how wide a vector,
// and whether its elements lie side by side or a workgroup apart differs from device to device, so this one template
// is written out in every shape and the fastest is taken.
//
// As it stands it copies one u32 an invocation. `microkernel.rs` changes the type, repeats the line marked `// element` for
// each element of an invocation (0, 1, ...), and replaces FIRST and APART. The grid covers the buffers exactly.

alias Value = u32;

@group(0) @binding(0) var<storage, read> source: array<Value>;
@group(0) @binding(1) var<storage, read_write> destination: array<Value>;

override WORKGROUP: u32 = 64u;
// Elements that one invocation copies.
const PER: u32 = 1u;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let block = (workgroup.y * grid.x + workgroup.x) * WORKGROUP * PER;
    let first = block + local; // apart
    let step = WORKGROUP; // apart
    destination[first + 0u * step] = source[first + 0u * step]; // element
}
