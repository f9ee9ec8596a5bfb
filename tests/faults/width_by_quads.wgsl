// Quads are four lanes everywhere: no assumption. A broadcast from lane 16 is one.
// run: --buffer 0.0=rand:f32:64 --buffer 0.1=unwritten:256
var<workgroup> s: array<f32, 64>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var x = a[i];
    x += quadSwapX(x);
    x += quadSwapY(x);
    x += subgroupBroadcast(x, 16u); //~ subgroup-width //-
    o[i] = x;
}
