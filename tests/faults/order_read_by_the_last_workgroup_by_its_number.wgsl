// The workgroup with the largest number need not be the last: only in another order of workgroups it is seen to read too early.
// run: --buffer 0.0=rand:i32:512 --buffer 0.1=zero:4 --buffer 0.2=zero:4 --dispatch 8
// notes: order-dependent-atomic
// status: 0
@group(0) @binding(0) var<storage, read> a: array<i32>;
@group(0) @binding(1) var<storage, read_write> sum: atomic<i32>;
@group(0) @binding(2) var<storage, read_write> o: i32;
fn total() -> i32 { return atomicLoad(&sum); } //~ order-dependent-atomic "before other workgroups have changed it" //-
//+ fn total() -> i32 { return 0; }
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(workgroup_id) w: vec3<u32>,
    @builtin(num_workgroups) all: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    atomicAdd(&sum, a[g.x] % 1000 + 5000);
    storageBarrier();
    if (w.x == all.x - 1u && i == 0u) { o = total(); }
}
