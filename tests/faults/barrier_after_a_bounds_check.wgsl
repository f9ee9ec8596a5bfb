// The commonest of all: invocations beyond the end return before the barrier.
// run: --buffer 0.0=rand:f32:100 --buffer 0.1=unwritten:400 --dispatch 2
var<workgroup> t: array<f32, 64>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    let n = arrayLength(&a);
    if (g.x >= n) { return; } //~ also divergent-barrier //-
    //+ if (g.x < n) { t[i] = a[g.x]; } else { t[i] = 0.0; }
    t[i] = a[g.x]; //-
    workgroupBarrier(); //~ divergent-barrier
    let x = t[i ^ 1u];
    //+ if (g.x < n) { o[g.x] = x; }
    o[g.x] = x; //-
}
