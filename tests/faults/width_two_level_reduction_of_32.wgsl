// Sums per subgroup go to places that a subgroup of 32 would have.
// run: --buffer 0.0=rand:u32:256:100 --buffer 0.1=unwritten:4
var<workgroup> part: array<u32, 256>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32) {
    let s = subgroupAdd(a[i]);
    let width = 32u; //-
    //+ let width = size;
    if (i % 32u == 0u) { part[i / 32u] = s; } //~ subgroup-width //-
    //+ if (i % width == 0u) { part[i / width] = s; }
    workgroupBarrier();
    if (i == 0u) {
        var sum = 0u;
        for (var k = 0u; k < 256u / width; k++) { sum += part[k]; }
        o[0] = sum;
    }
}
