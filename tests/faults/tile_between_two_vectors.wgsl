// Vulkan loads matrices from multiples of 16 bytes.
// run: --buffer 0.0=zero:1024 --buffer 0.1=zero:1024
enable f16;
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read> a: array<f16>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main() {
    let start = 4u; //-
    //+ let start = 8u;
    let x = coopLoadT<coop_mat16x16<f16, A>>(&a[start]); //~ misaligned-tile "begins at byte 8" "multiples of 16"
    let y = coopLoadT<coop_mat16x16<f16, B>>(&a[0]);
    coopStoreT(coopMultiplyAdd(x, y, coop_mat16x16<f32, C>()), &o[0]);
}
