// A tile belongs to a subgroup: its place may not depend on the lane.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:1024
enable f16;
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read> a: array<f16>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let start = 8u * i; //-
    //+ let start = 8u * (i / 32u);
    let x = coopLoadT<coop_mat16x16<f16, A>>(&a[start]); //~ nonuniform-tile "where the tile begins"
    let y = coopLoadT<coop_mat16x16<f16, B>>(&a[0]);
    coopStoreT(coopMultiplyAdd(x, y, coop_mat16x16<f32, C>()), &o[0]);
}
