// How fast does this device make dot products of four values of 8 bits?
//
// Chains as in compute.wgsl, of a packed dot product and a sum each: 8 operations.
@group(0) @binding(0) var<storage, read> trips: u32;
@group(0) @binding(1) var<storage, read> operands: array<u32, 2>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;

override WORKGROUP: u32 = 64u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let a = operands[0];
    let b = bitcast<i32>(operands[1]);
    let start = id.x % 61u;
    var y0 = bitcast<i32>((start + 0u) * 0x9e3779b1u); // chain
    for (var trip = 0u; trip < trips; trip++) {
        y0 = dot4I8Packed(bitcast<u32>(y0), a) + b; // step
    }
    // Stored, or the loop would be dead.
    var all = 0u;
    all = (all << 1u) ^ bitcast<u32>(y0); // chain
    results[id.x] = all;
}
