// Each workgroup writes one element too many: its neighbour's first.
// run: --buffer 0.0=unwritten:1028 --dispatch 4
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    o[g.x] = g.x; //~ also race
    if (i == 63u) { o[g.x + 1u] = 7u; } //~ race //-
}
