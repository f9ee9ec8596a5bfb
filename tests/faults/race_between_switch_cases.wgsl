// One case writes what another reads.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 4>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var x = 0u;
    if (i < 4u) { t[i] = 1u; }
    workgroupBarrier();
    switch i % 16u {
        case 3u: { x = t[i / 16u]; } //~ also race
        case 9u: { t[i / 16u] = i; } //~ race //-
        default: { x = i; }
    }
    o[i] = x;
}
