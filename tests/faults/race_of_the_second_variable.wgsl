// A byte is told from where its variable begins, and other variables lie before it.
// run: --buffer 0.0=unwritten:256
var<workgroup> first: u32;
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if (i == 0u) { first = 3u; } //~ also race
    t[i] = i; //~ also race
    //+ workgroupBarrier();
    let f = first; //~ race "on `first` at byte 0:"
    o[i] = t[(i + 33u) % 64u] + f; //~ race "on `t` at byte 0:"
}
