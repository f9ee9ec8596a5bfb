// How fast do this device's matrix units multiply f16 and add in f32?
//
// Chains of multiply-adds of 16 x 16 matrices, whose factors stay in registers. A is the identity and each element of B is 2^-10, so that
// every element of a sum is exact, and counts the steps.
enable f16;
enable wgpu_cooperative_matrix;

@group(0) @binding(0) var<storage, read> trips: u32;
@group(0) @binding(1) var<storage, read> operands: array<f16>;
@group(0) @binding(2) var<storage, read_write> results: array<f32>;
@group(0) @binding(3) var<storage, read> starts: array<f32>;

override WORKGROUP: u32 = 64u;

const ELEMENTS = 256u;

alias FactorA = coop_mat16x16<f16, A>;
alias FactorB = coop_mat16x16<f16, B>;
alias Sum = coop_mat16x16<f32, C>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_subgroups) subgroups: u32,
    @builtin(subgroup_id) subgroup: u32,
) {
    let a = coopLoadT<FactorA>(&operands[0], 16u);
    let b = coopLoadT<FactorB>(&operands[ELEMENTS], 16u);
    var y0 = coopLoadT<Sum>(&starts[0u * ELEMENTS], 16u); // chain
    for (var trip = 0u; trip < trips; trip++) {
        y0 = coopMultiplyAdd(a, b, y0); // step
    }
    // Stored, or the loop would be dead.
    let at = (group.x * subgroups + subgroup) * CHAINS * ELEMENTS;
    coopStoreT(y0, &results[at + 0u * ELEMENTS], 16u); // chain
}
