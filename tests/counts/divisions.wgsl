// Each of two subgroups: a remainder by what a buffer says is about 20 instructions to a compiler, in each of three passes; by
// literals it is a mask, or a product and shifts. Beside the one that is counted of each, 19 are added.
// run: --dispatch 2 --buffer 0.0=u32:3,5 --buffer 0.1=unwritten:256
// counts: division_instructions=114 special_instructions=0
@group(0) @binding(0) var<storage, read> sizes: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u) {
    var sum = id.x % 8u + id.x / 7u;
    for (var k = 0u; k < 3u; k++) { sum = (sum + k) % sizes[1]; }
    y[id.x] = sum;
}
