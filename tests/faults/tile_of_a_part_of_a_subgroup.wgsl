// 48 invocations are one subgroup of 32 and half of one: matrix units need whole ones.
// run: --buffer 0.0=zero:1024 --buffer 0.1=zero:2048
enable f16;
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read> a: array<f16>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(48) //-
//+ @compute @workgroup_size(64)
fn main(@builtin(subgroup_id) s: u32) {
    let x = coopLoadT<coop_mat16x16<f16, A>>(&a[0]); //~ partial-subgroup "48 invocations along x" "32 lanes"
    let y = coopLoadT<coop_mat16x16<f16, B>>(&a[0]);
    coopStoreT(coopMultiplyAdd(x, y, coop_mat16x16<f32, C>()), &o[256u * (s % 2u)]);
}
