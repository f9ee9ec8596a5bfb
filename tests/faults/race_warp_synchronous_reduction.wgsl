// The last steps of a tree without barriers, as CUDA code did before Volta.
// run: --buffer 0.0=rand:u32:256:100 --buffer 0.1=unwritten:4
var<workgroup> s: array<u32, 64>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    s[i] = a[i];
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if (i < half) {
            s[i] += s[i + half]; //~ race
        }
        if (half > 16u) { //-
            workgroupBarrier();
        } //-
    }
    if (i == 0u) { o[0] = s[0]; }
}
