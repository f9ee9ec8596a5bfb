// How fast can this device multiply and add in f16?
//
// Chains of multiply-adds on pairs of f16, which packed instructions do at once; otherwise as compute.wgsl. a is 1 and b is 2^-10, so that
// a value between 1 and 2 is exact, and counts the steps.
enable f16;

alias Value = vec2<f16>;

@group(0) @binding(0) var<storage, read> trips: u32;
@group(0) @binding(1) var<storage, read> operands: array<Value, 2>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;

override WORKGROUP: u32 = 64u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let a = operands[0];
    let b = operands[1];
    let start = id.x % 61u;
    var y0 = Value(1.0h + f16(start + 0u) / 1024.0h); // chain
    for (var trip = 0u; trip < trips; trip++) {
        y0 = a * y0 + b; // step
    }
    // Stored, or the loop would be dead.
    var all = 0u;
    all = (all << 1u) ^ pack2x16float(vec2<f32>(y0)); // chain
    results[id.x] = all;
}
