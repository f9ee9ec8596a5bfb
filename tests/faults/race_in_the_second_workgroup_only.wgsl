// Only where the workgroup's number is odd is the barrier gone around, by all of it.
// run: --buffer 0.0=unwritten:1024 --dispatch 4
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    t[i] = i + w.x; //~ also race
    if (w.x % 2u == 0u) { //-
        workgroupBarrier();
    } //-
    o[w.x * 64u + i] = t[i ^ 33u]; //~ race
}
