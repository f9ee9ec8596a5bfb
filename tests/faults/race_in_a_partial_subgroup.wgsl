// 40 invocations: the second subgroup has 8.
// run: --buffer 0.0=unwritten:160
var<workgroup> t: array<u32, 40>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(40) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i; //~ also race
    //+ workgroupBarrier();
    o[i] = t[(i + 32u) % 40u]; //~ race
}
