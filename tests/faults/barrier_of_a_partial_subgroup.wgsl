// 33 invocations: the second subgroup has one lane, which returns.
// run: --buffer 0.0=unwritten:132
var<workgroup> t: array<u32, 33>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(33) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i;
    if (i == 32u) { return; } //~ also divergent-barrier //-
    workgroupBarrier(); //~ divergent-barrier
    o[i] = t[32u - i];
}
