// Two multiply-adds of 16 x 16 x 16: 2 * 8192 FLOP of the matrix unit. Their sum, 256 elements of 8 a lane: 256 FLOP.
// Three tiles of 16 rows of 32 bytes and one of 16 rows of 64.
// run: --buffer 0.0=zero:1024 --buffer 0.1=zero:1024
// device: sim:ampere-8.6
// counts: matrix_flop=16384 flop=256 global_requests=3 global_sectors=64
enable f16;
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read> a: array<f16>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main() {
    let x = coopLoadT<coop_mat16x16<f16, A>>(&a[0]);
    let y = coopLoadT<coop_mat16x16<f16, B>>(&a[256]);
    let once = coopMultiplyAdd(x, y, coop_mat16x16<f32, C>());
    coopStoreT(once + coopMultiplyAdd(x, y, once), &o[0]);
}
