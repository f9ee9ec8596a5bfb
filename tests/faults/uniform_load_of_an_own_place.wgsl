// workgroupUniformLoad of a place that each half of the workgroup names for itself.
// run: --buffer 0.0=unwritten:256
var<workgroup> w: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {
    w[i] = i;
    let x = workgroupUniformLoad(&w[i / 32u]); //~ nonuniform-load "local invocation 0, and 32" //-
    //+ let x = workgroupUniformLoad(&w[group.x + 3u]);
    o[i] = x;
}
