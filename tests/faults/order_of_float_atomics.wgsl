// Floats add up to another sum in another order.
// run: --buffer 0.0=rand:f32:256 --buffer 0.1=zero:4 --dispatch 4
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> sum: atomic<f32>; //-
//+ @group(0) @binding(1) var<storage, read_write> sum: atomic<i32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    atomicAdd(&sum, a[g.x]); //~ order-dependent-atomic //-
    //+ atomicAdd(&sum, i32(a[g.x] * 1000.0));
}
