// Whole subgroups agree; the workgroup does not.
// run: --buffer 0.0=unwritten:512
var<workgroup> t: array<u32, 128>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i;
    var passes = 3u;
    if (i >= 64u) { passes = 4u; } //-
    for (var k = 0u; k < passes; k++) {
        workgroupBarrier(); //~ divergent-barrier
    }
    o[i] = t[i];
}
